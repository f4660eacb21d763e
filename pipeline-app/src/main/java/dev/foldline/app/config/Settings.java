package dev.foldline.app.config;

import dev.foldline.app.config.RunLimits.Budget;
import dev.foldline.app.config.RunLimits.Limits;
import dev.foldline.app.config.RunLimits.Timeouts;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.ConfiguredCheck;
import dev.foldline.app.config.key.ConfiguredCommand;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;
import dev.foldline.app.config.key.Group;
import dev.foldline.app.config.key.KeyTable;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.sandbox.SandboxOverride;
import dev.foldline.effects.sandbox.SandboxPolicy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * All settings, complete: unset keys have their defaults. This is the one declaration of the keys:
 * reading, defaults, flags, environment variables, schema and documentation follow from it.
 */
public record Settings(
        @Group("") Course course,
        @Group("") Team team,
        @Doc(
                        "Commands that Foldline runs after development and fixes; all must pass"
                                + " before a commit. With report or failures, failed tests have"
                                + " names: docs/how-to/trust-your-checks.md.")
                @ConfigKey(range = "0..100")
                List<ConfiguredCheck> checks,
        Budget budget,
        Limits limits,
        Timeouts timeouts,
        @Group("runtime") Capacity capacity,
        @Group("") Workplace workplace,
        @Doc(
                        "Whether a run keeps what came from outside, so that foldline replay"
                                + " --hermetic can replay it without agents.")
                @ConfigKey(standard = "on")
                RunRecord record,
        @Group("") Connections connections) {
    /** Every key, in the order in which keys are shown. */
    public static final KeyTable KEYS = KeyTable.of(Settings.class);

    /** Whether the provenance of a commit is written down in the repository. */
    public enum ProvenanceRecord {
        OFF,
        NOTES
    }

    /** Returns the same, in which these agents work in some roles. */
    Settings withRoles(Map<String, List<ChainLink>> roles) {
        return new Settings(
                course,
                team.with(roles),
                checks,
                budget,
                limits,
                timeouts,
                capacity,
                workplace,
                record,
                connections);
    }

    public NotifyKeys notifications() {
        return connections.notifications();
    }

    public ForgeKeys forge() {
        return connections.forge();
    }

    public OtelKeys otel() {
        return connections.otel();
    }

    public Worktree worktree() {
        return workplace.worktree();
    }

    public Watch watch() {
        return workplace.watch();
    }

    public SandboxKeys sandbox() {
        return workplace.sandbox();
    }

    /** The sandboxes of calls, which cannot write the programs that the driver starts outside. */
    public SandboxPolicy sandboxes() {
        return sandbox().policy(team().sandboxes()).starting(notifications().programs());
    }

    public ShareKeys share() {
        return workplace.share();
    }

    /** Whether a run is recorded. */
    public enum RunRecord {
        ON,
        OFF
    }

    /** Which workflow runs, from where, how often, and which phases wait for a person. */
    public record Course(
            @Doc(
                            "The workflow of new runs: a name, or the path of a workflow file. A"
                                    + " path contains '/' or ends in .yaml.")
                    @ConfigKey(form = Form.WORKFLOW, standard = "ralph")
                    String workflow,
            @Doc(
                            "Start point of a run's new branch, and the base of rebases. Default:"
                                + " the current commit to start from; origin's HEAD, main or master"
                                + " to rebase onto.")
                    @ConfigKey(form = Form.BRANCH)
                    Optional<String> base,
            @Doc("Maximum number of iterations: plan, develop, commit.")
                    @ConfigKey(range = "0..1000", standard = "5")
                    int iterations,
            @Doc("Maximum number of reviews and fixes after the iterations.")
                    @ConfigKey(range = "0..100", standard = "2")
                    int reviews,
            @Doc("Phases whose result needs your approval.")
                    @ConfigKey(form = Form.NAME, range = "0..50")
                    List<String> gates,
            @Doc(
                            "Rebase the run's branch onto its base before the first phase, after"
                                    + " the last, or both.")
                    @ConfigKey(range = "0..2")
                    List<Rebase> rebase,
            @Doc(
                            "If a check fails before the first call of ralph or feature: halt,"
                                + " compare (commit if nothing else fails), or ignore (do not run"
                                + " it then). Unset, only checks with named failures are compared.")
                    @ConfigKey
                    Optional<BaseChecks> checksOnBase,
            Ralph ralph,
            Feature feature,
            Tdd tdd) {
        /**
         * Whether the workflow feature ends in the base branch: by name, or by the phases that need
         * approval.
         */
        public boolean mergesFeature() {
            return feature.merge()
                    .map(Merge.BASE::equals)
                    .orElse(feature.allow().isPresent() || gates.contains("merge"));
        }
    }

    /** When the branch is rebased: before the first phase, after the last. */
    public enum Rebase {
        BEFORE,
        AFTER
    }

    /** What happens if the checks fail before the first call. */
    public enum BaseChecks {
        HALT,
        COMPARE,
        IGNORE
    }

    /** How the workflow {@code ralph} runs. */
    public record Ralph(
            @Doc(
                            "For the workflow ralph: whether completed work ends the iterations,"
                                + " and a clean review the reviews; if false, all of them are run.")
                    @ConfigKey(standard = "true")
                    boolean stopWhenCompleted,
            @Doc("For the workflow ralph: whether the commits of a run become one at its end.")
                    @ConfigKey(standard = "false")
                    boolean squash) {}

    /** How the workflow {@code feature} runs. */
    public record Feature(
            @Doc(
                            "For the workflow feature: phases that need no approval. The others"
                                + " need it. If prd, plan and merge are all listed, or this key is"
                                + " not set, no phase does.")
                    @ConfigKey(form = Form.DESIGN, range = "0..4")
                    Optional<List<String>> allow,
            @Doc(
                            "For the workflow feature: whether it ends merged into the base branch,"
                                + " or on its own branch. Without it, it merges if feature.allow is"
                                + " written or gates names merge.")
                    @ConfigKey
                    Optional<Merge> merge) {}

    /** Where the workflow {@code feature} ends. */
    public enum Merge {
        BASE,
        NEVER
    }

    /** How the workflow {@code tdd} runs. */
    public record Tdd(
            @Doc(
                            "For the workflow tdd: commands that must pass after a step's test; by"
                                    + " default, a script or target of package.json, pom.xml,"
                                    + " build.gradle or Makefile, else npm run preflight.")
                    @ConfigKey(range = "0..20")
                    Optional<List<ConfiguredCommand>> preflight,
            @Doc(
                            "For the workflow tdd: commands that print what a review found, as"
                                    + " JSON; without it, npm run review or make review if there is"
                                    + " one. An empty list means no review.")
                    @ConfigKey(range = "0..20")
                    Optional<List<ConfiguredCommand>> review,
            @Doc(
                            "For the workflow tdd: maximum number of reviews. If the last one finds"
                                    + " issues, the run waits for you.")
                    @ConfigKey(range = "1..100", standard = "5")
                    int reviews,
            @Doc(
                            "For the workflow tdd: up to this many consecutive failures, the agent"
                                    + " is asked for a hypothesis and a fix.")
                    @ConfigKey(range = "0..1000", standard = "2")
                    int hypothesizeMax,
            @Doc(
                            "For the workflow tdd: up to this many consecutive failures, the agent"
                                    + " is asked for instrumentation.")
                    @ConfigKey(range = "0..1000", standard = "5")
                    int instrumentMax,
            @Doc(
                            "For the workflow tdd: number of consecutive failures after which an"
                                    + " agent may reduce the scope.")
                    @ConfigKey(range = "1..1000", standard = "6")
                    int reduceScopeAt,
            @Doc(
                            "For the workflow tdd: number of consecutive failures after which an"
                                    + " agent may escalate to a human.")
                    @ConfigKey(range = "1..1000", standard = "10")
                    int escalateAt) {}

    /**
     * Who works.
     *
     * @param chains the roles that have a chain of their own; a chain is never empty
     * @param defined the agents defined by the user; a chain may also name a built-in one
     * @param prompts an absolute path; the folder may be missing
     */
    public record Team(
            @Group("roles") @ConfigKey(range = "1..20") Map<Role, List<ChainLink>> chains,
            @Doc("Agents of a role that a workflow file declares (default: the" + " developer's).")
                    @Group("roles")
                    @ConfigKey(range = "1..20")
                    Map<String, List<ChainLink>> others,
            @Group("agents") Map<String, AgentKeys> defined,
            @Doc("Additional environment variables for all agents.")
                    @ConfigKey(form = Form.VARIABLE, range = "0..200")
                    List<String> env,
            @Doc(
                            "Folder with your own prompts, named NAME.md, relative to this"
                                    + " configuration file. foldline prompts list shows the names.")
                    @ConfigKey
                    Optional<Path> prompts,
            @Doc(
                            "Prices of models, for agents that report tokens but no money: model,"
                                    + " then US dollars for a million tokens of input, cached input"
                                    + " and output. They override the shipped list prices.")
                    @ConfigKey(form = Form.PRICE, range = "0..100")
                    List<String> prices) {
        public Team {
            prices = List.copyOf(prices);
            chains = Map.copyOf(chains);
            var declared = new LinkedHashMap<>(others);
            declared.keySet().removeAll(Role.labels());
            others = Map.copyOf(declared);
        }

        private Team with(Map<String, List<ChainLink>> roles) {
            var ownChains = new LinkedHashMap<>(chains);
            var ownOthers = new LinkedHashMap<>(others);
            roles.forEach(
                    (name, chain) -> {
                        var role = Role.named(name);
                        if (role.isPresent()) ownChains.put(role.get(), chain);
                        else ownOthers.put(name, chain);
                    });
            return new Team(ownChains, ownOthers, defined, env, prompts, prices);
        }

        /** How each agent defined by the user is started. */
        public Map<String, AgentSettings> agents() {
            var agents = new LinkedHashMap<String, AgentSettings>();
            defined.forEach((name, keys) -> agents.put(name, keys.settings(name)));
            return agents;
        }

        /** What agents defined by the user set for their sandbox. */
        public Map<String, SandboxOverride> sandboxes() {
            var sandboxes = new LinkedHashMap<String, SandboxOverride>();
            defined.forEach((name, keys) -> sandboxes.put(name, keys.sandbox().override()));
            return sandboxes;
        }

        /**
         * The agents for {@code role} in order: its own chain, else the developer's; empty if there
         * is neither.
         */
        public List<ChainLink> chainOf(Role role) {
            return chains.getOrDefault(role, chains.getOrDefault(Role.DEVELOPER, List.of()));
        }

        /** As {@link #chainOf(Role)}, for any role of a workflow file. */
        public List<ChainLink> chainOf(String role) {
            var own = others.get(role);
            return own == null ? chainOf(Role.named(role).orElse(Role.DEVELOPER)) : own;
        }

        /**
         * Checks that the configured roles are not misspelled roles of a workflow.
         *
         * @throws UserError if one is; a role of another workflow is not
         */
        public void checkRoles(Collection<String> ofWorkflow) {
            for (var role : new TreeSet<>(others.keySet()))
                if (!ofWorkflow.contains(role))
                    SpellingSuggestion.to(role, List.copyOf(ofWorkflow))
                            .ifPresent(
                                    near -> {
                                        throw new UserError(
                                                "the workflow has no role '" + role + "'",
                                                "roles." + role,
                                                "did you mean '" + near + "'?",
                                                ExitCode.USAGE);
                                    });
        }

        /** As {@link #chainOf(Role)}, for a command that cannot go on without an agent. */
        public List<ChainLink> chainNeededFor(Role role) {
            var chain = chainOf(role);
            if (!chain.isEmpty()) return chain;
            throw new UserError(
                    "no agent is configured for the role " + role.label(),
                    "roles." + role.label(),
                    "name agents in foldline.yaml (foldline init writes one to fill in), or:"
                            + " --agent developer=NAME",
                    ExitCode.USAGE);
        }
    }

    /** How much goes on at once. */
    public record Capacity(
            @Doc(
                            "Maximum number of workflows of tasks that run at the same time in a"
                                    + " repository, in all processes.")
                    @ConfigKey(range = "1..1000", standard = "10")
                    int workflows,
            @Doc(
                            "Maximum number of terminals that work at the same time in one process."
                                + " A workflow's own configuration can lower it for that workflow.")
                    @ConfigKey(range = "1..1000", standard = "5")
                    int terminals,
            @Doc(
                            "Maximum number of queued messages per subscriber of a workflow. A"
                                    + " slower subscriber is notified and continues from the log.")
                    @ConfigKey(range = "1..1000000", standard = "1000")
                    int messages) {}

    /** How a run's own working tree is prepared. */
    public record Worktree(
            @Doc(
                            "Untracked files, such as .env, that are copied into a run's own"
                                + " working tree if they exist. They are excluded from commits.")
                    @ConfigKey(form = Form.COPIED, range = "0..50")
                    List<String> copy,
            @Doc("Commands that prepare a run's own working tree, before anything else runs in it.")
                    @ConfigKey(range = "0..20")
                    List<ConfiguredCommand> setup,
            @Doc(
                            "First port number. Each run with its own working tree gets its own"
                                    + " port as FOLDLINE_PORT.")
                    @ConfigKey(range = "1024..60000")
                    Optional<Integer> portsFrom) {}

    /** How often Foldline polls. */
    public record Watch(
            @Doc(
                            "For a workflow of tasks: polling interval for new commits, on systems"
                                    + " that do not report file changes.")
                    @ConfigKey(range = "1s..1h", standard = "1s")
                    Duration poll) {}
}
