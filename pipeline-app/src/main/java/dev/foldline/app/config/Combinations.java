package dev.foldline.app.config;

import dev.foldline.app.config.Catalogue.Cost;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.app.config.key.DurationText;
import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is wrong between choices each of which is right alone. */
final class Combinations {
    private final Settings settings;
    private final Choices choices;
    private final Catalogue catalogue;
    private final Problems problems;

    /** Adds what it finds to the problems of {@code choices}. */
    Combinations(Settings settings, Choices choices, Catalogue catalogue) {
        this.problems = choices.problems();
        this.settings = settings;
        this.choices = choices;
        this.catalogue = catalogue;
    }

    void check() {
        checkWorkflow();
        checkGates();
        choices.agents().forEach(this::checkAgent);
        Role.labels().forEach(this::checkRole);
        settings.team().others().keySet().forEach(this::checkRole);
        checkMeteredLimits();
        checkPhases();
        new SandboxCombinations(settings, choices).check();
        var limits = settings.limits();
        var timeouts = settings.timeouts();
        checkOrder(
                "limits.backoff_first",
                limits.backoffFirst(),
                "limits.backoff_max",
                limits.backoffMax());
        checkOrder("timeouts.idle", timeouts.idle(), "timeouts.agent", timeouts.agent());
        checkOrder("timeouts.start", timeouts.start(), "timeouts.agent", timeouts.agent());
    }

    private void checkWorkflow() {
        var workflow = settings.course().workflow();
        var phases = catalogue.phasesByWorkflow().get(workflow);
        if (phases == null) {
            if (catalogue.definedWorkflows().contains(workflow) || WorkflowFolders.isPath(workflow))
                return;
            var known =
                    oneOf(
                            workflow,
                            Stream.of(
                                            catalogue.phasesByWorkflow().keySet(),
                                            catalogue.definedWorkflows())
                                    .flatMap(Collection::stream)
                                    .toList());
            choices.choice("workflow")
                    .map(choice -> choice.written().origin())
                    .ifPresent(
                            at -> problems.add(at, "unknown workflow '" + workflow + "'", known));
            return;
        }
        for (var gate : choices.words("gates")) {
            if (!phases.contains(gate.text()))
                problems.add(
                        gate.origin(),
                        "workflow %s has no phase '%s' to wait after"
                                .formatted(workflow, gate.text()),
                        oneOf(gate.text(), phases));
        }
    }

    /** One names the phases that wait, the other those that do not. */
    private void checkGates() {
        if (settings.course().gates().isEmpty()) return;
        choices.choice("feature.allow")
                .ifPresent(
                        choice ->
                                problems.add(
                                        choice.origin(),
                                        "gates and feature.allow both say what waits for approval",
                                        "keep one of them"));
    }

    private void checkAgent(String name, Origin origin) {
        var builtIn = catalogue.builtInAgents().keySet();
        var path = "agents." + name + ".kind";
        if (choices.isMissing(path) && !builtIn.contains(name))
            problems.add(
                    origin,
                    "the agent '" + name + "' has no kind",
                    "write " + path + ": command, openai, scripted, or one of " + sorted(builtIn));
        checkPrices(name);
        kind(name)
                .ifPresent(
                        kind ->
                                Settings.KEYS
                                        .startingWith(List.of("agents"))
                                        .forEach(key -> checkAgentKey(name, kind, key, origin)));
    }

    /** One price alone gives no cost. */
    private void checkPrices(String name) {
        for (var each : List.of(List.of("input", "output"), List.of("output", "input"))) {
            var given = choices.choice("agents." + name + ".prices." + each.getFirst());
            var other = "agents." + name + ".prices." + each.getLast();
            if (choices.isMissing(other))
                given.ifPresent(
                        choice ->
                                problems.add(
                                        choice.origin(),
                                        "the agent '%s' has only one of its two prices"
                                                .formatted(name),
                                        "write " + other));
        }
    }

    private void checkAgentKey(String name, String kind, Key key, Origin origin) {
        var path = key.dotted(name);
        if (key.neededBy().contains(kind) && choices.isMissing(path))
            problems.add(
                    origin,
                    "the %s agent '%s' has no %s".formatted(kind, name, key.name()),
                    "write " + path + ", " + key.type().phrase());
        if (key.isOf(kind)) return;
        choices.choice(path)
                .ifPresent(
                        choice ->
                                problems.add(
                                        choice.origin(),
                                        "%s %s agent has no %s"
                                                .formatted(
                                                        kind.matches("[aeiou].*") ? "an" : "a",
                                                        kind,
                                                        key.name()),
                                        "delete it, or change the kind"));
    }

    private void checkRole(String role) {
        for (var link : choices.words("roles." + role)) {
            var agent = ChainLink.of(link.text()).agent();
            if (isKnown(agent)) continue;
            var known =
                    Stream.of(choices.agents(), catalogue.builtInAgents())
                            .flatMap(agents -> agents.keySet().stream())
                            .toList();
            problems.add(
                    link.origin(),
                    "the role %s names the agent '%s', which is not defined".formatted(role, agent),
                    SpellingSuggestion.to(agent, known)
                            .map(near -> "did you mean '" + near + "'?")
                            .orElse(
                                    "define it: agents: { "
                                            + agent
                                            + ": { kind: command, run: [...] } }"));
        }
    }

    private boolean isKnown(String agent) {
        return choices.agents().containsKey(agent) || catalogue.builtInAgents().containsKey(agent);
    }

    /** The kind of an agent: what is written, else the built-in one of its name. */
    private Optional<String> kind(String agent) {
        return Optional.ofNullable(settings.team().defined().get(agent))
                .flatMap(AgentKeys::kind)
                .or(() -> Optional.of(agent).filter(catalogue.builtInAgents()::containsKey));
    }

    /** Rejects limits that cannot be measured. */
    private void checkMeteredLimits() {
        for (var limit : choices.all()) {
            if (!limit.path().startsWith("budget.")) continue;
            if (limit.key().name().equals("usd")) checkMetered(limit, MeteredLimits.MONEY);
            if (limit.key().name().equals("tokens")) checkMetered(limit, MeteredLimits.TOKENS);
        }
    }

    private void checkMetered(Choice limit, MeteredLimits metered) {
        var agents =
                Stream.concat(
                                settings.team().chains().values().stream(),
                                settings.team().others().values().stream())
                        .flatMap(List::stream)
                        .filter(link -> isKnown(link.agent()));
        var remedy =
                limit.origin() instanceof Origin.InFlag ? "leave it out" : "delete " + limit.path();
        metered.notBy(agents, this::cost)
                .ifPresent(
                        why ->
                                problems.add(
                                        limit.origin(),
                                        why,
                                        remedy
                                                + "; budget.agent_calls and budget.wall bound the"
                                                + " run"));
    }

    /** With a price, an agent that reports tokens has a cost. */
    private Cost cost(ChainLink link) {
        return new PriceTable(settings.team()).price(link).isDefined()
                ? Cost.MONEY_AND_TOKENS
                : reported(link.agent());
    }

    private Cost reported(String agent) {
        var defined = settings.team().defined().get(agent);
        return defined != null && defined.kind().filter("openai"::equals).isPresent()
                ? Cost.of(defined.endpoint().prices().both())
                : kind(agent).map(catalogue.builtInAgents()::get).orElse(Cost.UNKNOWN);
    }

    private void checkPhases() {
        var workflow = settings.course().workflow();
        var phases =
                BuiltinWorkflows.named(workflow)
                        .toJavaStream()
                        .flatMap(
                                named ->
                                        named.under(Policy.DEFAULT)
                                                .phases()
                                                .map(Phase::id)
                                                .toJavaStream())
                        .distinct()
                        .toList();
        if (phases.isEmpty()) return;
        for (var limit : choices.all()) {
            if (!limit.path().startsWith("budget.phases.")) continue;
            var phase = limit.path().split("\\.", 4)[2];
            if (!phases.contains(phase))
                problems.add(
                        limit.origin(),
                        "the workflow %s has no phase '%s' to limit".formatted(workflow, phase),
                        oneOf(phase, phases));
        }
    }

    /**
     * Reports the wrong value only if the user chose the smaller one: a shorter timeout must not
     * fail on a default.
     */
    private void checkOrder(String smaller, Duration least, String larger, Duration most) {
        if (least.compareTo(most) <= 0) return;
        choices.choice(smaller)
                .ifPresent(
                        choice ->
                                problems.add(
                                        choice.written().origin(),
                                        "%s is longer than %s (%s)"
                                                .formatted(
                                                        smaller, larger, DurationText.write(most)),
                                        "lower it, or raise " + larger));
    }

    private static String oneOf(String written, Collection<String> known) {
        return SpellingSuggestion.to(written, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElse("choose one of: " + sorted(known));
    }

    private static String sorted(Collection<String> names) {
        return String.join(", ", names.stream().sorted().toList());
    }
}
