package dev.foldline.app.config;

import dev.foldline.app.config.Catalogue.Cost;
import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.KeyType;
import dev.foldline.app.config.key.Keys;
import dev.foldline.app.config.key.LimitKeys;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** What is wrong between choices each of which is right alone. */
final class Combinations {
    private final Choices choices;
    private final Catalogue catalogue;
    private final List<ConfigurationProblem> problems = new ArrayList<>();

    private Combinations(Choices choices, Catalogue catalogue) {
        this.choices = choices;
        this.catalogue = catalogue;
    }

    static List<ConfigurationProblem> problems(Choices choices, Catalogue catalogue) {
        var combinations = new Combinations(choices, catalogue);
        combinations.workflowIsKnown();
        combinations.gatesAreSaidOnce();
        combinations.agentsAreComplete();
        combinations.rolesNameKnownAgents();
        combinations.limitsAreMetered();
        combinations.phasesAreKnown();
        combinations.orderHolds(LimitKeys.BACKOFF_FIRST, LimitKeys.BACKOFF_MAX);
        combinations.orderHolds(LimitKeys.IDLE_TIMEOUT, LimitKeys.AGENT_TIMEOUT);
        combinations.orderHolds(LimitKeys.START_TIMEOUT, LimitKeys.AGENT_TIMEOUT);
        return combinations.problems;
    }

    private void workflowIsKnown() {
        var workflow = choices.get(Keys.WORKFLOW);
        var phases = catalogue.phasesByWorkflow().get(workflow);
        if (phases != null) {
            gatesAreKnown(workflow, phases);
        } else {
            choices.choice(Keys.WORKFLOW)
                    .ifPresent(
                            choice ->
                                    report(
                                            choice.written().origin(),
                                            "unknown workflow '" + workflow + "'",
                                            oneOf(
                                                    workflow,
                                                    catalogue.phasesByWorkflow().keySet())));
        }
    }

    private void gatesAreKnown(String workflow, List<String> phases) {
        forEachWord(
                Keys.GATES,
                (phase, origin) -> {
                    if (!phases.contains(phase)) {
                        report(
                                origin,
                                "workflow "
                                        + workflow
                                        + " has no phase '"
                                        + phase
                                        + "' to wait after",
                                oneOf(phase, phases));
                    }
                });
    }

    /** One names what waits, the other what does not. */
    private void gatesAreSaidOnce() {
        if (choices.get(Keys.GATES).isEmpty()) return;
        choices.choice(Keys.FEATURE_ALLOW)
                .ifPresent(
                        choice ->
                                report(
                                        choice.origin(),
                                        "gates and feature.allow both say what waits for approval",
                                        "keep one of them"));
    }

    private void agentsAreComplete() {
        choices.agents()
                .forEach(
                        (name, origin) -> {
                            if (choices.isMissing(Keys.AGENT_KIND, name)
                                    && !catalogue.builtInAgents().containsKey(name)) {
                                report(
                                        origin,
                                        "the agent '" + name + "' has no kind",
                                        "write agents."
                                                + name
                                                + ".kind: command, scripted, or one of "
                                                + String.join(
                                                        ", ",
                                                        catalogue.builtInAgents().keySet().stream()
                                                                .sorted()
                                                                .toList()));
                            }
                            choices.kind(name, catalogue.builtInAgents().keySet())
                                    .ifPresent(kind -> agentIsComplete(name, kind, origin));
                        });
    }

    private void agentIsComplete(String name, String kind, Origin origin) {
        Optional<Key<?>> needed =
                switch (kind) {
                    case "command" -> Optional.of(Keys.AGENT_RUN);
                    case "scripted" -> Optional.of(Keys.AGENT_SCRIPT);
                    default -> Optional.empty();
                };
        needed.filter(key -> choices.isMissing(key, name))
                .ifPresent(
                        key ->
                                report(
                                        origin,
                                        "the "
                                                + kind
                                                + " agent '"
                                                + name
                                                + "' has no "
                                                + key.path().getLast(),
                                        "write agents."
                                                + name
                                                + "."
                                                + key.path().getLast()
                                                + ", "
                                                + key.type().phrase()));
        Keys.foreignTo(kind)
                .forEach(
                        key ->
                                choices.choice(key, name)
                                        .ifPresent(
                                                choice ->
                                                        report(
                                                                choice.origin(),
                                                                "a "
                                                                        + kind
                                                                        + " agent has no "
                                                                        + key.path().getLast(),
                                                                "delete it, or change the kind")));
    }

    private void rolesNameKnownAgents() {
        for (var role : Role.values()) {
            forEachWord(
                    role.key(),
                    (link, origin) -> {
                        var agent = ChainLink.of(link).agent();
                        if (!isKnown(agent)) {
                            var known =
                                    Stream.concat(
                                                    choices.agents().keySet().stream(),
                                                    catalogue.builtInAgents().keySet().stream())
                                            .toList();
                            report(
                                    origin,
                                    "the role "
                                            + role.label()
                                            + " names the agent '"
                                            + agent
                                            + "', which is not defined",
                                    SpellingSuggestion.to(agent, known)
                                            .map(near -> "did you mean '" + near + "'?")
                                            .orElse(
                                                    "define it: agents: { "
                                                            + agent
                                                            + ": { kind: command, run: [...] } }"));
                        }
                    });
        }
    }

    private boolean isKnown(String agent) {
        return choices.agents().containsKey(agent) || catalogue.builtInAgents().containsKey(agent);
    }

    private void limitsAreMetered() {
        choices.choice(LimitKeys.BUDGET_USD)
                .ifPresent(limit -> isMetered(limit, MeteredLimits.MONEY));
        choices.choice(LimitKeys.BUDGET_TOKENS)
                .ifPresent(limit -> isMetered(limit, MeteredLimits.TOKENS));
        choices.names(LimitKeys.PHASE_USD)
                .forEach(
                        phase ->
                                choices.choice(LimitKeys.PHASE_USD, phase)
                                        .ifPresent(limit -> isMetered(limit, MeteredLimits.MONEY)));
        choices.names(LimitKeys.PHASE_TOKENS)
                .forEach(
                        phase ->
                                choices.choice(LimitKeys.PHASE_TOKENS, phase)
                                        .ifPresent(
                                                limit -> isMetered(limit, MeteredLimits.TOKENS)));
    }

    /** Rejects a limit that cannot be measured. */
    private void isMetered(Choice limit, MeteredLimits metered) {
        var agents =
                Stream.of(Role.values())
                        .flatMap(role -> choices.find(role.key()).orElse(List.of()).stream())
                        .map(link -> ChainLink.of(link).agent())
                        .filter(this::isKnown);
        var remedy =
                limit.origin() instanceof Origin.InFlag ? "leave it out" : "delete " + limit.path();
        metered.notBy(agents, this::cost)
                .ifPresent(
                        why ->
                                report(
                                        limit.origin(),
                                        why,
                                        remedy
                                                + "; budget.agent_calls and budget.wall bound the"
                                                + " run"));
    }

    private void phasesAreKnown() {
        var phases =
                BuiltinWorkflows.named(choices.get(Keys.WORKFLOW))
                        .map(
                                named ->
                                        named.under(Policy.DEFAULT)
                                                .phases()
                                                .map(Phase::id)
                                                .distinct()
                                                .asJava())
                        .getOrElse(List.of());
        if (phases.isEmpty()) return;
        for (var key :
                List.of(
                        LimitKeys.PHASE_WALL,
                        LimitKeys.PHASE_AGENT_CALLS,
                        LimitKeys.PHASE_USD,
                        LimitKeys.PHASE_TOKENS)) {
            choices.names(key).stream()
                    .filter(phase -> !phases.contains(phase))
                    .forEach(
                            phase ->
                                    choices.choice(key, phase)
                                            .ifPresent(
                                                    choice ->
                                                            report(
                                                                    choice.origin(),
                                                                    "the workflow "
                                                                            + choices.get(
                                                                                    Keys.WORKFLOW)
                                                                            + " has no phase '"
                                                                            + phase
                                                                            + "' to limit",
                                                                    oneOf(phase, phases))));
        }
    }

    private Cost cost(String agent) {
        return choices.kind(agent, catalogue.builtInAgents().keySet())
                .map(catalogue.builtInAgents()::get)
                .orElse(Cost.UNKNOWN);
    }

    /**
     * Reports the wrong value only if the user chose the smaller one: a shorter timeout must not
     * fail on a default.
     */
    private void orderHolds(Key<Duration> smaller, Key<Duration> larger) {
        if (choices.get(smaller).compareTo(choices.get(larger)) <= 0) return;
        choices.choice(smaller)
                .ifPresent(
                        choice ->
                                report(
                                        choice.written().origin(),
                                        smaller.dotted()
                                                + " is longer than "
                                                + larger.dotted()
                                                + " ("
                                                + KeyType.plain(choices.get(larger))
                                                + ")",
                                        "lower it, or raise " + larger.dotted()));
    }

    private void forEachWord(Key<List<String>> key, BiConsumer<String, Origin> visitor) {
        choices.choice(key)
                .map(Choice::written)
                .ifPresent(
                        written -> {
                            if (written instanceof Node.Items(var items, _)) {
                                for (var item : items) {
                                    if (item instanceof Node.Text(var text, _, var origin))
                                        visitor.accept(text, origin);
                                }
                            }
                        });
    }

    private static String oneOf(String written, Collection<String> known) {
        return SpellingSuggestion.to(written, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(
                        () ->
                                "choose one of: "
                                        + String.join(", ", known.stream().sorted().toList()));
    }

    private void report(Origin origin, String what, String remedy) {
        problems.add(new ConfigurationProblem(origin, what, remedy));
    }
}
