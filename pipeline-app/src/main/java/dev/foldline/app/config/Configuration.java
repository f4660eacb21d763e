package dev.foldline.app.config;

import dev.foldline.app.config.Settings.Backoff;
import dev.foldline.app.config.Settings.Budget;
import dev.foldline.app.config.Settings.Capacity;
import dev.foldline.app.config.Settings.Course;
import dev.foldline.app.config.Settings.Limits;
import dev.foldline.app.config.Settings.Rebase;
import dev.foldline.app.config.Settings.Team;
import dev.foldline.app.config.Settings.Timeouts;
import dev.foldline.app.config.Settings.Watch;
import dev.foldline.app.config.Settings.Worktree;
import dev.foldline.app.config.key.Keys;
import dev.foldline.app.config.key.LimitKeys;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Document.Wholeness;
import dev.foldline.effects.redact.Redaction;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The settings that hold, and where each of them comes from. */
public record Configuration(Settings settings, ConfigReport report) {
    /**
     * Reads all sources: flags win over the environment, that over {@code foldline.yaml}, that over
     * the user's file, that over defaults. A list is replaced as a whole; an agent is replaced as a
     * whole by a file, key by key by a flag.
     *
     * <p>A secret in clear is a mistake in any of them.
     *
     * @throws InvalidConfiguration with everything that is wrong in any source
     */
    public static Configuration load(Sources sources, Catalogue catalogue) {
        var layers = layers(sources);
        var choices = Choices.of(layers);
        var problems = new LinkedHashSet<ConfigurationProblem>();
        layers.forEach(layer -> problems.addAll(layer.problems()));
        // The text after a syntax error is unknown, so no key counts as missing.
        if (layers.stream().allMatch(layer -> layer.wholeness() == Wholeness.WHOLE)) {
            problems.addAll(Combinations.problems(choices, catalogue));
        }
        problems.addAll(secrets(choices, Redaction.of(sources.environment())));
        if (!problems.isEmpty()) throw new InvalidConfiguration(List.copyOf(problems));
        return new Configuration(
                settings(choices, catalogue.builtInAgents().keySet()), ConfigReport.of(choices));
    }

    /**
     * Without it a command would not be what was written, and with it everything that is kept would
     * show it.
     */
    private static List<ConfigurationProblem> secrets(Choices choices, Redaction redaction) {
        return ConfigReport.of(choices).rows().stream()
                .filter(
                        row ->
                                row.value().isPresent()
                                        && !redaction.isClean(row.value().get().toString()))
                .map(
                        row ->
                                new ConfigurationProblem(
                                        row.origin(),
                                        row.key()
                                                + " holds "
                                                + redaction.suspicion(row.value().get().toString()),
                                        "write the name of a variable in its place, such as $NAME,"
                                                + " and let env: name it for agents"))
                .toList();
    }

    private static List<Layer> layers(Sources sources) {
        return List.of(
                sources.userFile()
                        .map(file -> FileLayer.read(file, file.toString()))
                        .orElseGet(() -> new Layer(sources.directory())),
                FileLayer.read(sources.file(), Sources.FILE_NAME),
                TextLayers.environment(sources.environment(), sources.directory()),
                TextLayers.flags(sources.flags(), sources.directory()));
    }

    private static Settings settings(Choices choices, Set<String> builtIn) {
        return new Settings(
                course(choices),
                team(choices, builtIn),
                choices.get(Keys.CHECKS),
                budget(choices),
                limits(choices),
                timeouts(choices),
                new Capacity(
                        choices.get(Keys.WORKFLOWS),
                        choices.get(Keys.TERMINALS),
                        choices.get(Keys.MESSAGES)),
                new Worktree(
                        choices.get(Keys.WORKTREE_COPY),
                        choices.get(Keys.WORKTREE_SETUP),
                        choices.find(Keys.WORKTREE_PORTS)),
                new Watch(choices.get(Keys.WATCH_POLL)));
    }

    private static Course course(Choices choices) {
        var rebase = choices.get(Keys.REBASE);
        return new Course(
                choices.get(Keys.WORKFLOW),
                choices.find(Keys.BASE),
                choices.get(Keys.ITERATIONS),
                choices.get(Keys.REVIEWS),
                choices.get(Keys.GATES),
                new Rebase(rebase.contains("before"), rebase.contains("after")),
                choices.get(Keys.CHECKS_ON_BASE).equals("halt"),
                new Settings.Ralph(choices.get(Keys.STOP_WHEN_COMPLETED)),
                feature(choices),
                tdd(choices));
    }

    private static Settings.Tdd tdd(Choices choices) {
        return new Settings.Tdd(
                choices.find(Keys.TDD_PREFLIGHT),
                choices.find(Keys.TDD_REVIEW),
                choices.get(Keys.TDD_REVIEWS),
                choices.get(Keys.TDD_HYPOTHESIZE),
                choices.get(Keys.TDD_INSTRUMENT),
                choices.get(Keys.TDD_REDUCE_SCOPE),
                choices.get(Keys.TDD_ESCALATE));
    }

    /**
     * Requires a request to merge into the base branch: by name, or by the phases that need
     * approval.
     */
    private static Settings.Feature feature(Choices choices) {
        var allow = choices.find(Keys.FEATURE_ALLOW);
        boolean merges =
                choices.find(Keys.FEATURE_MERGE)
                        .map("base"::equals)
                        .orElseGet(
                                () ->
                                        allow.isPresent()
                                                || choices.get(Keys.GATES).contains("merge"));
        return new Settings.Feature(allow, merges);
    }

    private static Team team(Choices choices, Set<String> builtIn) {
        Map<Role, List<ChainLink>> chains = new EnumMap<>(Role.class);
        for (var role : Role.values()) {
            choices.find(role.key())
                    .ifPresent(
                            chain -> chains.put(role, chain.stream().map(ChainLink::of).toList()));
        }
        var agents = new LinkedHashMap<String, AgentSettings>();
        choices.agents().keySet().forEach(name -> agents.put(name, agent(choices, name, builtIn)));
        return new Team(
                chains,
                agents,
                choices.get(Keys.ENV),
                choices.choice(Keys.PROMPTS)
                        .map(
                                choice ->
                                        choice.directory()
                                                .resolve((String) choice.value())
                                                .normalize()));
    }

    private static AgentSettings agent(Choices choices, String name, Set<String> builtIn) {
        var kind = choices.kind(name, builtIn).orElseThrow();
        var env = choices.find(Keys.AGENT_ENV, name).orElse(List.of());
        var model = choices.find(Keys.AGENT_MODEL, name);
        return switch (kind) {
            case "command" ->
                    new AgentSettings.Command(
                            choices.find(Keys.AGENT_RUN, name).orElseThrow(), env, model);
            case "scripted" ->
                    choices.choice(Keys.AGENT_SCRIPT, name)
                            .map(
                                    choice ->
                                            new AgentSettings.Scripted(
                                                    choice.directory()
                                                            .resolve((String) choice.value())
                                                            .normalize()))
                            .orElseThrow();
            default ->
                    new AgentSettings.Known(
                            kind,
                            choices.find(Keys.AGENT_RUN, name),
                            env,
                            model,
                            choices.find(Keys.AGENT_PERMISSION, name).orElseThrow(),
                            choices.find(Keys.AGENT_HAND_IN, name).orElseThrow());
        };
    }

    private static Budget budget(Choices choices) {
        return new Budget(
                choices.get(LimitKeys.BUDGET_WALL),
                choices.get(LimitKeys.BUDGET_AGENT_CALLS),
                choices.get(LimitKeys.BUDGET_PHASE_CALLS),
                choices.find(LimitKeys.BUDGET_USD),
                choices.find(LimitKeys.BUDGET_TOKENS),
                shares(choices));
    }

    private static Map<String, Settings.Share> shares(Choices choices) {
        var shares = new LinkedHashMap<String, Settings.Share>();
        choices.names(
                        LimitKeys.PHASE_WALL,
                        LimitKeys.PHASE_AGENT_CALLS,
                        LimitKeys.PHASE_USD,
                        LimitKeys.PHASE_TOKENS)
                .forEach(
                        phase ->
                                shares.put(
                                        phase,
                                        new Settings.Share(
                                                choices.find(LimitKeys.PHASE_WALL, phase),
                                                choices.find(LimitKeys.PHASE_AGENT_CALLS, phase),
                                                choices.find(LimitKeys.PHASE_USD, phase),
                                                choices.find(LimitKeys.PHASE_TOKENS, phase))));
        return shares;
    }

    private static Limits limits(Choices choices) {
        return new Limits(
                choices.get(LimitKeys.OUTPUT_RETRIES),
                choices.get(LimitKeys.SAME_AGENT),
                choices.get(LimitKeys.CONTINUATIONS),
                choices.get(LimitKeys.FIX_CONTINUATIONS),
                choices.get(LimitKeys.CYCLES),
                new Backoff(
                        choices.get(LimitKeys.BACKOFF_FIRST), choices.get(LimitKeys.BACKOFF_MAX)),
                choices.get(LimitKeys.RECOVERIES),
                choices.get(LimitKeys.WAYS_BACK),
                choices.get(LimitKeys.LOOP));
    }

    private static Timeouts timeouts(Choices choices) {
        return new Timeouts(
                choices.get(LimitKeys.AGENT_TIMEOUT),
                choices.get(LimitKeys.START_TIMEOUT),
                choices.get(LimitKeys.IDLE_TIMEOUT),
                choices.get(LimitKeys.CHECK_TIMEOUT));
    }
}
