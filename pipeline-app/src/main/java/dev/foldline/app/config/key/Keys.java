package dev.foldline.app.config.key;

import dev.foldline.app.config.key.KeyType.Bool;
import dev.foldline.app.config.key.KeyType.Line;
import dev.foldline.app.config.key.KeyType.Lines;
import dev.foldline.app.config.key.KeyType.Money;
import dev.foldline.app.config.key.KeyType.Span;
import dev.foldline.app.config.key.KeyType.Whole;
import dev.foldline.app.config.key.KeyType.Word;
import dev.foldline.app.config.key.KeyType.Words;
import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Adapters;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The table of keys, in the order in which they are shown. */
public final class Keys {
    private static final Word NAME =
            new Word(
                    "a name of lower-case letters, digits, '-' and '_'",
                    Pattern.compile("[a-z][a-z0-9_-]{0,63}"));
    private static final Word BRANCH =
            new Word(
                    "a branch, tag or commit",
                    Pattern.compile("[^\\s~^:?*\\[\\\\-][^\\s~^:?*\\[\\\\]{0,249}"));
    private static final Word VARIABLE =
            new Word(
                    "the name of an environment variable",
                    Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}"));
    private static final Word LINK =
            new Word(
                    "an agent, or agent:model",
                    Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}(:[^\\s,:][^\\s,]{0,127})?"));
    private static final Word MODEL =
            new Word("the name of a model", Pattern.compile("\\S{1,128}"));
    private static final Word FILE =
            new Word("the path of a file", Pattern.compile("(?!\\s)[^\\r\\n]{1,1000}(?<!\\s)"));
    private static final Word COPIED =
            new Word(
                    "the path of a file below the root, of letters, digits, '.', '_', '-' and '/'",
                    Pattern.compile(
                            "(?!(?:\\.git|\\.foldline)(?:/|$))(?:(?!\\.\\.?(?:/|$))[A-Za-z0-9._-]+/)*(?!\\.\\.?$)[A-Za-z0-9._-]+"));
    private static final Words CHAIN = new Words(LINK, 1, 20);
    private static final Words VARIABLES = new Words(VARIABLE, 0, 200);
    private static final Span WALL = new Span(Duration.ofSeconds(1), Duration.ofHours(720));
    private static final Whole CALLS = new Whole(1, 100_000);
    private static final Money DOLLARS =
            new Money(new BigDecimal("0.01"), new BigDecimal("1000000"));
    private static final Whole TOKENS = new Whole(1, 2_000_000_000);
    private static final Span WAIT = new Span(Duration.ofSeconds(1), Duration.ofHours(24));

    /** The kinds of agents: any program, a script, and the command lines we know. */
    public static final List<String> KINDS =
            Stream.concat(
                            Stream.of("command", "scripted"),
                            Adapters.ALL.stream().map(Adapter::name))
                    .toList();

    public static final Key<String> WORKFLOW =
            Key.of("workflow", NAME, "ralph", "The workflow of new runs.");
    public static final Key<String> BASE =
            Key.absent(
                    "base",
                    BRANCH,
                    "Start point of a run's new branch, and the base of rebases. Default: the"
                        + " current commit to start from; origin's HEAD, main or master to rebase"
                        + " onto.");
    public static final Key<List<String>> DEVELOPER =
            Key.absent(
                    "roles.developer",
                    CHAIN,
                    "Agents that write code, in order of preference. The next one is called when"
                            + " one is rate-limited or fails.");
    public static final Key<List<String>> PLANNER =
            Key.absent("roles.planner", CHAIN, "Agents that plan (default: the developer's).");
    public static final Key<List<String>> ANALYST =
            Key.absent(
                    "roles.analyst",
                    CHAIN,
                    "Agents that judge whether development is complete (default: the"
                            + " developer's).");
    public static final Key<List<String>> REVIEWER =
            Key.absent("roles.reviewer", CHAIN, "Agents that review (default: the developer's).");
    public static final Key<List<String>> FIXER =
            Key.absent(
                    "roles.fixer",
                    CHAIN,
                    "Agents that fix the issues of a review (default: the developer's).");
    public static final Key<List<String>> COMMITTER =
            Key.absent(
                    "roles.committer",
                    CHAIN,
                    "Agents that write commit messages (default: the developer's).");
    public static final Key<List<String>> RECOVERER =
            Key.absent(
                    "roles.recoverer",
                    CHAIN,
                    "Agents that fix the failure that stopped a run (default: the developer's).");
    public static final Key<String> AGENT_KIND =
            Key.absent(
                    "agents.*.kind",
                    Word.choice(KINDS),
                    "Kind of agent: any program, a script, or a supported agent CLI. A supported"
                            + " CLI needs no definition if the agent has its name.");
    public static final Key<ConfiguredCommand> AGENT_RUN =
            Key.absent(
                    "agents.*.run",
                    new Line(),
                    "For a command: the program to start; {prompt_file} is the path of the prompt."
                        + " For a supported agent CLI: the words before its arguments (default: its"
                        + " name).");
    public static final Key<String> AGENT_SCRIPT =
            Key.absent(
                    "agents.*.script",
                    FILE,
                    "For a scripted agent: the script, relative to this configuration file.");
    public static final Key<List<String>> AGENT_ENV =
            Key.of(
                    "agents.*.env",
                    VARIABLES,
                    List.of(),
                    "Additional environment variables for this agent; not allowed for a scripted"
                            + " agent.");
    public static final Key<String> AGENT_MODEL =
            Key.absent(
                    "agents.*.model",
                    MODEL,
                    "The model when a role names none: the value of {model} in a command, or the"
                            + " model that a supported agent CLI uses.");
    public static final Key<String> AGENT_PERMISSION =
            Key.of(
                    "agents.*.permission",
                    Word.choice(List.of("edit", "all")),
                    "edit",
                    "For a supported agent CLI: what it may do without confirmation. all allows"
                            + " every command.");
    public static final Key<String> AGENT_HAND_IN =
            Key.of(
                    "agents.*.hand_in",
                    Word.choice(List.of("file", "mcp")),
                    "file",
                    "For a supported agent CLI: how it submits artifacts. mcp starts Foldline's MCP"
                        + " server with it; not for gemini, which reads only its own settings.");
    public static final Key<String> PROMPTS =
            Key.absent(
                    "prompts",
                    FILE,
                    "Folder with your own prompts, named NAME.md, relative to this configuration"
                            + " file. foldline prompts list shows the names.");
    public static final Key<List<ConfiguredCommand>> CHECKS =
            Key.of(
                    "checks",
                    new Lines(100),
                    List.of(),
                    "Commands that Foldline runs after development and fixes; all must pass before"
                            + " a commit.");
    public static final Key<String> CHECKS_ON_BASE =
            Key.of(
                    "checks_on_base",
                    Word.choice(List.of("halt", "ignore")),
                    "halt",
                    "For ralph and feature: whether the checks run once before the first call, and"
                        + " the run halts if they fail there. Set ignore for a task that is to make"
                        + " a failing check pass.");
    public static final Key<Integer> ITERATIONS =
            Key.of(
                    "iterations",
                    new Whole(0, 1000),
                    5,
                    "Maximum number of iterations: plan, develop, commit.");
    public static final Key<Integer> REVIEWS =
            Key.of(
                    "reviews",
                    new Whole(0, 100),
                    2,
                    "Maximum number of reviews and fixes after the iterations.");
    public static final Key<Boolean> STOP_WHEN_COMPLETED =
            Key.of(
                    "ralph.stop_when_completed",
                    new Bool(),
                    true,
                    "For the workflow ralph: whether the iterations end when the analyst says that"
                        + " the task is completed, and the reviews with a clean one; if false, all"
                        + " of them are run.");
    public static final Key<List<String>> GATES =
            Key.of(
                    "gates",
                    new Words(NAME, 0, 50),
                    List.of(),
                    "Phases whose result needs your approval.");
    public static final Key<List<String>> FEATURE_ALLOW =
            Key.absent(
                    "feature.allow",
                    new Words(Word.choice(List.of("prd", "plan", "merge", "implement")), 0, 4),
                    "For the workflow feature: phases that need no approval. All others do, unless"
                        + " prd, plan and merge are all listed. Without this key, no phase does.");
    public static final Key<String> FEATURE_MERGE =
            Key.absent(
                    "feature.merge",
                    Word.choice(List.of("base", "never")),
                    "For the workflow feature: whether it ends merged into the base branch, or on"
                        + " its own branch. Without it, it merges if feature.allow is written or"
                        + " gates names merge.");
    public static final Key<List<ConfiguredCommand>> TDD_PREFLIGHT =
            Key.absent(
                    "tdd.preflight",
                    new Lines(20),
                    "For the workflow tdd: commands that must pass after a step's test; without it,"
                        + " what package.json, pom.xml, build.gradle or Makefile offers, else npm"
                        + " run preflight.");
    public static final Key<List<ConfiguredCommand>> TDD_REVIEW =
            Key.absent(
                    "tdd.review",
                    new Lines(20),
                    "For the workflow tdd: commands that print what a review found, as JSON;"
                            + " without it, npm run review or make review if there is one. An empty"
                            + " list means no review.");
    public static final Key<Integer> TDD_REVIEWS =
            Key.of(
                    "tdd.reviews",
                    new Whole(1, 100),
                    5,
                    "For the workflow tdd: maximum number of reviews. If the last one finds issues,"
                            + " the run waits for you.");
    public static final Key<Integer> TDD_HYPOTHESIZE =
            Key.of(
                    "tdd.hypothesize_max",
                    new Whole(0, 1000),
                    2,
                    "For the workflow tdd: up to this many consecutive failures, the agent is asked"
                            + " for a hypothesis and a fix.");
    public static final Key<Integer> TDD_INSTRUMENT =
            Key.of(
                    "tdd.instrument_max",
                    new Whole(0, 1000),
                    5,
                    "For the workflow tdd: up to this many consecutive failures, the agent is asked"
                            + " for instrumentation.");
    public static final Key<Integer> TDD_REDUCE_SCOPE =
            Key.of(
                    "tdd.reduce_scope_at",
                    new Whole(1, 1000),
                    6,
                    "For the workflow tdd: number of consecutive failures after which an agent may"
                            + " reduce the scope.");
    public static final Key<Integer> TDD_ESCALATE =
            Key.of(
                    "tdd.escalate_at",
                    new Whole(1, 1000),
                    10,
                    "For the workflow tdd: number of consecutive failures after which an agent may"
                            + " escalate to a human.");
    public static final Key<List<String>> REBASE =
            Key.of(
                    "rebase",
                    new Words(Word.choice(List.of("before", "after")), 0, 2),
                    List.of(),
                    "Rebase the run's branch onto its base before the first phase, after the last,"
                            + " or both.");
    public static final Key<List<String>> ENV =
            Key.of("env", VARIABLES, List.of(), "Additional environment variables for all agents.");
    public static final Key<Duration> BUDGET_WALL =
            Key.of(
                    "budget.wall",
                    WALL,
                    Duration.ofHours(8),
                    "Maximum total duration of a run's calls and checks, without the time it waits"
                            + " for you or for limits.");
    public static final Key<Integer> BUDGET_AGENT_CALLS =
            Key.of("budget.agent_calls", CALLS, 200, "How many agent calls a run may make.");
    public static final Key<Integer> BUDGET_PHASE_CALLS =
            Key.of(
                    "budget.phase_agent_calls",
                    CALLS,
                    50,
                    "For ralph and feature: how many agent calls each phase may make, all its turns"
                        + " together, where budget.phases says nothing else; ten for each turn if"
                        + " that is more.");
    public static final Key<BigDecimal> BUDGET_USD =
            Key.absent(
                    "budget.usd",
                    DOLLARS,
                    "How much a run may spend, in US dollars; admitted only if every agent reports"
                            + " its cost.");
    public static final Key<Integer> BUDGET_TOKENS =
            Key.absent(
                    "budget.tokens",
                    TOKENS,
                    "How many tokens a run may read and write, those from a cache included;"
                            + " admitted only if every agent reports them.");
    public static final Key<Duration> PHASE_WALL =
            Key.absent(
                    "budget.phases.*.wall",
                    WALL,
                    "The same for one phase of the workflow, all its turns together.");
    public static final Key<Integer> PHASE_AGENT_CALLS =
            Key.absent(
                    "budget.phases.*.agent_calls",
                    CALLS,
                    "How many agent calls one phase may make, all its turns together.");
    public static final Key<BigDecimal> PHASE_USD =
            Key.absent(
                    "budget.phases.*.usd",
                    DOLLARS,
                    "How much one phase may spend, all its turns together; admitted only if every"
                            + " agent reports its cost.");
    public static final Key<Integer> PHASE_TOKENS =
            Key.absent(
                    "budget.phases.*.tokens",
                    TOKENS,
                    "How many tokens one phase may read and write, all its turns together; admitted"
                            + " only if every agent reports them.");
    public static final Key<Integer> OUTPUT_RETRIES =
            Key.of(
                    "limits.output_retries",
                    new Whole(0, 100),
                    10,
                    "Maximum consecutive invalid artifacts of an agent before the next agent is"
                            + " called.");
    public static final Key<Integer> SAME_AGENT =
            Key.of(
                    "limits.same_agent",
                    new Whole(1, 100),
                    2,
                    "Maximum consecutive failures of an agent before the next agent is called.");
    public static final Key<Integer> CONTINUATIONS =
            Key.of(
                    "limits.continuations",
                    new Whole(1, 100),
                    3,
                    "How many calls one piece of development may take while its agent says it is"
                            + " unfinished.");
    public static final Key<Integer> FIX_CONTINUATIONS =
            Key.of(
                    "limits.fix_continuations",
                    new Whole(1, 100),
                    10,
                    "How many calls one fix may take while its agent says it is unfinished.");
    public static final Key<Integer> CYCLES =
            Key.of(
                    "limits.cycles",
                    new Whole(1, 100),
                    3,
                    "Maximum number of cycles through a chain of agents, with an increasing wait"
                            + " between them.");
    public static final Key<Duration> BACKOFF_FIRST =
            Key.of(
                    "limits.backoff_first",
                    WAIT,
                    Duration.ofSeconds(1),
                    "The wait before a chain's second cycle; each further one is twice as long.");
    public static final Key<Duration> BACKOFF_MAX =
            Key.of("limits.backoff_max", WAIT, Duration.ofSeconds(60), "The longest such wait.");
    public static final Key<Integer> RECOVERIES =
            Key.of(
                    "limits.recoveries",
                    new Whole(0, 1000),
                    12,
                    "Maximum number of recoveries in a run.");
    public static final Key<Integer> WAYS_BACK =
            Key.of(
                    "limits.ways_back",
                    new Whole(1, 100_000),
                    2000,
                    "Maximum number of rewinds in a run.");
    public static final Key<Integer> LOOP =
            Key.of(
                    "limits.loop",
                    new Whole(2, 10_000),
                    100,
                    "How many identical steps in a row count as a loop.");
    public static final Key<Duration> AGENT_TIMEOUT =
            Key.of(
                    "timeouts.agent",
                    WAIT,
                    Duration.ofHours(1),
                    "Maximum duration of an agent call.");
    public static final Key<Duration> START_TIMEOUT =
            Key.of(
                    "timeouts.start",
                    WAIT,
                    Duration.ofMinutes(5),
                    "Maximum time until an agent's first output.");
    public static final Key<Duration> IDLE_TIMEOUT =
            Key.of(
                    "timeouts.idle",
                    WAIT,
                    Duration.ofMinutes(15),
                    "Maximum time without output after that.");
    public static final Key<Duration> CHECK_TIMEOUT =
            Key.of("timeouts.check", WAIT, Duration.ofMinutes(30), "Maximum duration of a check.");
    public static final Key<Integer> WORKFLOWS =
            Key.of(
                    "runtime.workflows",
                    new Whole(1, 1000),
                    10,
                    "Maximum number of workflows of tasks that run at the same time in a"
                            + " repository, in all processes.");
    public static final Key<Integer> TERMINALS =
            Key.of(
                    "runtime.terminals",
                    new Whole(1, 1000),
                    5,
                    "Maximum number of terminals that work at the same time in one process. A"
                            + " workflow's own configuration can lower it for that workflow.");
    public static final Key<Integer> MESSAGES =
            Key.of(
                    "runtime.messages",
                    new Whole(1, 1_000_000),
                    1000,
                    "Maximum number of queued messages per subscriber of a workflow. A slower"
                            + " subscriber is notified and continues from the log.");
    public static final Key<List<String>> WORKTREE_COPY =
            Key.of(
                    "worktree.copy",
                    new Words(COPIED, 0, 50),
                    List.of(),
                    "Untracked files, such as .env, that are copied into a run's own working tree"
                            + " if they exist. They are excluded from commits.");
    public static final Key<List<ConfiguredCommand>> WORKTREE_SETUP =
            Key.of(
                    "worktree.setup",
                    new Lines(20),
                    List.of(),
                    "Commands that prepare a run's own working tree, before anything else runs in"
                            + " it.");
    public static final Key<Integer> WORKTREE_PORTS =
            Key.absent(
                    "worktree.ports_from",
                    new Whole(1024, 60_000),
                    "First port number. Each run with its own working tree gets its own port as"
                            + " FOLDLINE_PORT.");
    public static final Key<Duration> WATCH_POLL =
            Key.of(
                    "watch.poll",
                    new Span(Duration.ofSeconds(1), Duration.ofHours(1)),
                    Duration.ofSeconds(1),
                    "For a workflow of tasks: polling interval for new commits, on systems that do"
                            + " not report file changes.");

    /** Every key. */
    public static final List<Key<?>> ALL =
            List.of(
                    WORKFLOW,
                    BASE,
                    ITERATIONS,
                    REVIEWS,
                    STOP_WHEN_COMPLETED,
                    DEVELOPER,
                    PLANNER,
                    ANALYST,
                    REVIEWER,
                    FIXER,
                    COMMITTER,
                    RECOVERER,
                    AGENT_KIND,
                    AGENT_RUN,
                    AGENT_SCRIPT,
                    AGENT_ENV,
                    AGENT_MODEL,
                    AGENT_PERMISSION,
                    AGENT_HAND_IN,
                    PROMPTS,
                    CHECKS,
                    CHECKS_ON_BASE,
                    GATES,
                    FEATURE_ALLOW,
                    FEATURE_MERGE,
                    REBASE,
                    ENV,
                    TDD_PREFLIGHT,
                    TDD_REVIEW,
                    TDD_REVIEWS,
                    TDD_HYPOTHESIZE,
                    TDD_INSTRUMENT,
                    TDD_REDUCE_SCOPE,
                    TDD_ESCALATE,
                    BUDGET_WALL,
                    BUDGET_AGENT_CALLS,
                    BUDGET_PHASE_CALLS,
                    BUDGET_USD,
                    BUDGET_TOKENS,
                    PHASE_WALL,
                    PHASE_AGENT_CALLS,
                    PHASE_USD,
                    PHASE_TOKENS,
                    OUTPUT_RETRIES,
                    SAME_AGENT,
                    CONTINUATIONS,
                    FIX_CONTINUATIONS,
                    CYCLES,
                    BACKOFF_FIRST,
                    BACKOFF_MAX,
                    RECOVERIES,
                    WAYS_BACK,
                    LOOP,
                    AGENT_TIMEOUT,
                    START_TIMEOUT,
                    IDLE_TIMEOUT,
                    CHECK_TIMEOUT,
                    WORKFLOWS,
                    TERMINALS,
                    MESSAGES,
                    WORKTREE_COPY,
                    WORKTREE_SETUP,
                    WORKTREE_PORTS,
                    WATCH_POLL);

    /** Keys of agents that mean nothing to those of a kind. */
    public static List<Key<?>> foreignTo(String kind) {
        return switch (kind) {
            case "command" -> List.of(AGENT_SCRIPT, AGENT_PERMISSION, AGENT_HAND_IN);
            case "scripted" ->
                    List.of(AGENT_RUN, AGENT_ENV, AGENT_MODEL, AGENT_PERMISSION, AGENT_HAND_IN);
            default -> List.of(AGENT_SCRIPT);
        };
    }

    private Keys() {}
}
