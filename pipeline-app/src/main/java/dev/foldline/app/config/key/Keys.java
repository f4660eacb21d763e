package dev.foldline.app.config.key;

import dev.foldline.app.config.key.KeyType.Bool;
import dev.foldline.app.config.key.KeyType.Line;
import dev.foldline.app.config.key.KeyType.Lines;
import dev.foldline.app.config.key.KeyType.Span;
import dev.foldline.app.config.key.KeyType.Whole;
import dev.foldline.app.config.key.KeyType.Word;
import dev.foldline.app.config.key.KeyType.Words;

import java.time.Duration;
import java.util.List;

/** The table of keys, in the order in which they are shown. */
public final class Keys {

    public static final Key<String> WORKFLOW =
            Key.of("workflow", KeyTypes.NAME, "ralph", "The workflow of new runs.");
    public static final Key<String> BASE =
            Key.absent(
                    "base",
                    KeyTypes.BRANCH,
                    "Start point of a run's new branch, and the base of rebases. Default: the"
                        + " current commit to start from; origin's HEAD, main or master to rebase"
                        + " onto.");
    public static final Key<List<String>> DEVELOPER =
            Key.absent(
                    "roles.developer",
                    KeyTypes.CHAIN,
                    "Agents that write code, in order of preference. The next one is called when"
                            + " one is rate-limited or fails.");
    public static final Key<List<String>> PLANNER =
            Key.absent(
                    "roles.planner",
                    KeyTypes.CHAIN,
                    "Agents that plan (default: the developer's).");
    public static final Key<List<String>> ANALYST =
            Key.absent(
                    "roles.analyst",
                    KeyTypes.CHAIN,
                    "Agents that judge whether development is complete (default: the"
                            + " developer's).");
    public static final Key<List<String>> REVIEWER =
            Key.absent(
                    "roles.reviewer",
                    KeyTypes.CHAIN,
                    "Agents that review (default: the developer's).");
    public static final Key<List<String>> FIXER =
            Key.absent(
                    "roles.fixer",
                    KeyTypes.CHAIN,
                    "Agents that fix the issues of a review (default: the developer's).");
    public static final Key<List<String>> COMMITTER =
            Key.absent(
                    "roles.committer",
                    KeyTypes.CHAIN,
                    "Agents that write commit messages (default: the developer's).");
    public static final Key<List<String>> RECOVERER =
            Key.absent(
                    "roles.recoverer",
                    KeyTypes.CHAIN,
                    "Agents that fix the failure that stopped a run (default: the developer's).");
    public static final Key<String> AGENT_KIND =
            Key.absent(
                    "agents.*.kind",
                    Word.choice(KeyTypes.KINDS),
                    "Kind of agent: any program, a script, or a supported agent CLI. A supported"
                            + " CLI needs no definition if the agent has its name.");
    public static final Key<ConfiguredCommand> AGENT_RUN =
            Key.absent(
                    "agents.*.run",
                    new Line(),
                    "For a command: the program to start; {prompt_file} is the path of the prompt."
                            + " For a supported agent CLI: the program and its first arguments"
                            + " (default: its name).");
    public static final Key<String> AGENT_SCRIPT =
            Key.absent(
                    "agents.*.script",
                    KeyTypes.FILE,
                    "For a scripted agent: the script, relative to this configuration file.");
    public static final Key<List<String>> AGENT_ENV =
            Key.of(
                    "agents.*.env",
                    KeyTypes.VARIABLES,
                    List.of(),
                    "Additional environment variables for this agent; not allowed for a scripted"
                            + " agent.");
    public static final Key<String> AGENT_MODEL =
            Key.absent(
                    "agents.*.model",
                    KeyTypes.MODEL,
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
                    "agents.*.submit",
                    Word.choice(List.of("file", "mcp")),
                    "file",
                    "For a supported agent CLI: how it submits artifacts. mcp starts Foldline's MCP"
                        + " server with it; not for gemini, which reads only its own settings.");
    public static final Key<String> PROMPTS =
            Key.absent(
                    "prompts",
                    KeyTypes.FILE,
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
                    new Words(KeyTypes.NAME, 0, 50),
                    List.of(),
                    "Phases whose result needs your approval.");
    public static final Key<List<String>> FEATURE_ALLOW =
            Key.absent(
                    "feature.allow",
                    new Words(Word.choice(List.of("prd", "plan", "merge", "implement")), 0, 4),
                    "For the workflow feature: phases that need no approval. The others need it. If"
                        + " prd, plan and merge are all listed, or this key is not set, no phase"
                        + " does.");
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
                    "For the workflow tdd: commands that must pass after a step's test; by default,"
                        + " a script or target of package.json, pom.xml, build.gradle or Makefile,"
                        + " else npm run preflight.");
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
            Key.of(
                    "env",
                    KeyTypes.VARIABLES,
                    List.of(),
                    "Additional environment variables for all agents.");
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
                    new Words(KeyTypes.COPIED, 0, 50),
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
                    LimitKeys.BUDGET_WALL,
                    LimitKeys.BUDGET_AGENT_CALLS,
                    LimitKeys.BUDGET_PHASE_CALLS,
                    LimitKeys.BUDGET_USD,
                    LimitKeys.BUDGET_TOKENS,
                    LimitKeys.PHASE_WALL,
                    LimitKeys.PHASE_AGENT_CALLS,
                    LimitKeys.PHASE_USD,
                    LimitKeys.PHASE_TOKENS,
                    LimitKeys.OUTPUT_RETRIES,
                    LimitKeys.SAME_AGENT,
                    LimitKeys.CONTINUATIONS,
                    LimitKeys.FIX_CONTINUATIONS,
                    LimitKeys.CYCLES,
                    LimitKeys.BACKOFF_FIRST,
                    LimitKeys.BACKOFF_MAX,
                    LimitKeys.RECOVERIES,
                    LimitKeys.WAYS_BACK,
                    LimitKeys.LOOP,
                    LimitKeys.AGENT_TIMEOUT,
                    LimitKeys.START_TIMEOUT,
                    LimitKeys.IDLE_TIMEOUT,
                    LimitKeys.CHECK_TIMEOUT,
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
