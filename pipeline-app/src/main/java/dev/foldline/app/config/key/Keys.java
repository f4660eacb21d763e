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
            Key.of("workflow", NAME, "ralph", "The course a run takes.");
    public static final Key<String> BASE =
            Key.absent(
                    "base",
                    BRANCH,
                    "Where a run's new branch begins, and what it is rebased onto; without it, the"
                            + " commit that is checked out, and origin's HEAD, main or master.");
    public static final Key<List<String>> DEVELOPER =
            Key.absent(
                    "roles.developer",
                    CHAIN,
                    "Agents that write code, in order of preference; the next one steps in when one"
                            + " is limited or fails.");
    public static final Key<List<String>> PLANNER =
            Key.absent("roles.planner", CHAIN, "Agents that plan; without it, the developer's.");
    public static final Key<List<String>> ANALYST =
            Key.absent(
                    "roles.analyst",
                    CHAIN,
                    "Agents that judge how far development has come; without it, the developer's.");
    public static final Key<List<String>> REVIEWER =
            Key.absent("roles.reviewer", CHAIN, "Agents that review; without it, the developer's.");
    public static final Key<List<String>> FIXER =
            Key.absent(
                    "roles.fixer",
                    CHAIN,
                    "Agents that fix what a review found; without it, the developer's.");
    public static final Key<List<String>> COMMITTER =
            Key.absent(
                    "roles.committer",
                    CHAIN,
                    "Agents that word commit messages; without it, the developer's.");
    public static final Key<List<String>> RECOVERER =
            Key.absent(
                    "roles.recoverer",
                    CHAIN,
                    "Agents that mend what stopped a run; without it, the developer's.");
    public static final Key<String> AGENT_KIND =
            Key.absent(
                    "agents.*.kind",
                    Word.choice(KINDS),
                    "What the agent is: any program, a script that is played, or a command line"
                            + " that is known. An agent named after a known one is there without a"
                            + " definition.");
    public static final Key<ConfiguredCommand> AGENT_RUN =
            Key.absent(
                    "agents.*.run",
                    new Line(),
                    "For a command: the program to start; {prompt_file} stands for the file that"
                            + " holds the prompt. For a known command line: the words before its"
                            + " arguments, without it its own name.");
    public static final Key<String> AGENT_SCRIPT =
            Key.absent(
                    "agents.*.script",
                    FILE,
                    "For a scripted agent: the script, relative to the file that names it.");
    public static final Key<List<String>> AGENT_ENV =
            Key.of(
                    "agents.*.env",
                    VARIABLES,
                    List.of(),
                    "Environment variables it gets besides the usual ones; a scripted agent has"
                            + " none.");
    public static final Key<String> AGENT_MODEL =
            Key.absent(
                    "agents.*.model",
                    MODEL,
                    "The model, when a role names none: what {model} stands for in a command, or"
                            + " what a known command line is asked for.");
    public static final Key<String> AGENT_PERMISSION =
            Key.of(
                    "agents.*.permission",
                    Word.choice(List.of("edit", "all")),
                    "edit",
                    "For a known command line: what it may do without asking; all lets it run any"
                            + " command.");
    public static final Key<String> AGENT_HAND_IN =
            Key.of(
                    "agents.*.hand_in",
                    Word.choice(List.of("file", "mcp")),
                    "file",
                    "For a known command line: how it hands in artifacts; mcp starts a server of"
                        + " ours beside it (not for gemini, which reads its own settings only).");
    public static final Key<String> PROMPTS =
            Key.absent(
                    "prompts",
                    FILE,
                    "A folder with prompts that stand in for ours, NAME.md each, relative to the"
                            + " file that names it; foldline prompts list tells the names.");
    public static final Key<List<ConfiguredCommand>> CHECKS =
            Key.of(
                    "checks",
                    new Lines(100),
                    List.of(),
                    "Commands the engine runs after development and fixes; all must pass before a"
                            + " commit.");
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
                    "How often a run plans, develops and commits at most.");
    public static final Key<Integer> REVIEWS =
            Key.of(
                    "reviews",
                    new Whole(0, 100),
                    2,
                    "How often it reviews and fixes afterwards at most.");
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
                    "Phases whose result waits for a person's approval.");
    public static final Key<List<String>> FEATURE_ALLOW =
            Key.absent(
                    "feature.allow",
                    new Words(Word.choice(List.of("prd", "plan", "merge", "implement")), 0, 4),
                    "For the workflow feature: what passes without a person's approval; all else"
                            + " waits, unless prd, plan and merge all pass. Without it, nothing"
                            + " waits.");
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
                    "For the workflow tdd: how many reviews there may be; if the last of them finds"
                            + " something, a person has to look.");
    public static final Key<Integer> TDD_HYPOTHESIZE =
            Key.of(
                    "tdd.hypothesize_max",
                    new Whole(0, 1000),
                    2,
                    "For the workflow tdd: up to this many failures in a row a guess and a fix are"
                            + " asked for.");
    public static final Key<Integer> TDD_INSTRUMENT =
            Key.of(
                    "tdd.instrument_max",
                    new Whole(0, 1000),
                    5,
                    "For the workflow tdd: up to this many failures in a row instrumentation is"
                            + " asked for.");
    public static final Key<Integer> TDD_REDUCE_SCOPE =
            Key.of(
                    "tdd.reduce_scope_at",
                    new Whole(1, 1000),
                    6,
                    "For the workflow tdd: from this many failures in a row an agent may reduce the"
                            + " scope.");
    public static final Key<Integer> TDD_ESCALATE =
            Key.of(
                    "tdd.escalate_at",
                    new Whole(1, 1000),
                    10,
                    "For the workflow tdd: from this many failures in a row an agent may call for a"
                            + " person.");
    public static final Key<List<String>> REBASE =
            Key.of(
                    "rebase",
                    new Words(Word.choice(List.of("before", "after")), 0, 2),
                    List.of(),
                    "Rebase the run's branch onto its base before the first phase, after the last,"
                            + " or both.");
    public static final Key<List<String>> ENV =
            Key.of(
                    "env",
                    VARIABLES,
                    List.of(),
                    "Environment variables every agent gets besides the usual ones.");
    public static final Key<Duration> BUDGET_WALL =
            Key.of(
                    "budget.wall",
                    WALL,
                    Duration.ofHours(8),
                    "How long a run's calls and checks may take in all; waits, for persons and for"
                            + " limits, are not counted.");
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
                    "How many invalid artifacts in a row one agent may hand in before the next"
                            + " agent is asked.");
    public static final Key<Integer> SAME_AGENT =
            Key.of(
                    "limits.same_agent",
                    new Whole(1, 100),
                    2,
                    "How many failures in a row one agent may have before the next agent takes"
                            + " over.");
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
                    "How often a whole chain of agents is tried, with a growing wait between.");
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
                    "How many recoveries a run may attempt in all.");
    public static final Key<Integer> WAYS_BACK =
            Key.of(
                    "limits.ways_back",
                    new Whole(1, 100_000),
                    2000,
                    "How often a run may go back in all, whatever the reason.");
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
                    "How long one agent call may take.");
    public static final Key<Duration> START_TIMEOUT =
            Key.of(
                    "timeouts.start",
                    WAIT,
                    Duration.ofMinutes(5),
                    "How long an agent may take to show its first sign of life.");
    public static final Key<Duration> IDLE_TIMEOUT =
            Key.of(
                    "timeouts.idle",
                    WAIT,
                    Duration.ofMinutes(15),
                    "How long an agent may then be silent.");
    public static final Key<Duration> CHECK_TIMEOUT =
            Key.of("timeouts.check", WAIT, Duration.ofMinutes(30), "How long one check may take.");
    public static final Key<Integer> WORKFLOWS =
            Key.of(
                    "runtime.workflows",
                    new Whole(1, 1000),
                    10,
                    "How many workflows of tasks may run at once in a repository, whoever drives"
                            + " them; another one does not start.");
    public static final Key<Integer> TERMINALS =
            Key.of(
                    "runtime.terminals",
                    new Whole(1, 1000),
                    5,
                    "How many terminals of workflows of tasks may work at once in one process; a"
                        + " workflow whose own configuration says fewer has no more than those.");
    public static final Key<Integer> MESSAGES =
            Key.of(
                    "runtime.messages",
                    new Whole(1, 1_000_000),
                    1000,
                    "How many messages may wait for somebody who watches a workflow; whoever is"
                            + " slower is told so, and goes on from the log.");
    public static final Key<List<String>> WORKTREE_COPY =
            Key.of(
                    "worktree.copy",
                    new Words(COPIED, 0, 50),
                    List.of(),
                    "Files git does not have, such as .env, that are copied into a run's own"
                            + " working tree if they are here; they are excluded from commits.");
    public static final Key<List<ConfiguredCommand>> WORKTREE_SETUP =
            Key.of(
                    "worktree.setup",
                    new Lines(20),
                    List.of(),
                    "Commands that make a run's own working tree ready, before anything else runs"
                            + " in it.");
    public static final Key<Integer> WORKTREE_PORTS =
            Key.absent(
                    "worktree.ports_from",
                    new Whole(1024, 60_000),
                    "Gives each run with a working tree of its own a port of its own, from this"
                            + " number on, as FOLDLINE_PORT.");
    public static final Key<Duration> WATCH_POLL =
            Key.of(
                    "watch.poll",
                    new Span(Duration.ofSeconds(1), Duration.ofHours(1)),
                    Duration.ofSeconds(1),
                    "For a workflow of tasks: new commits are seen when a branch moves; where the"
                            + " system does not tell, it is looked this often.");

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
