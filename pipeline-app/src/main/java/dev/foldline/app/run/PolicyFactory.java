package dev.foldline.app.run;

import dev.foldline.app.config.GuardKeys;
import dev.foldline.app.config.PriceTable;
import dev.foldline.app.config.Role;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.PolicyBuilder;
import dev.foldline.core.workflow.QuestionPolicy;
import dev.foldline.core.workflow.QuestionPolicy.OnQuestion;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.change.TestPatterns;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Creates the policy of a run from the settings. */
public final class PolicyFactory {
    private PolicyFactory() {}

    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    /** Returns the policy with the configured roles. */
    public static Policy policy(Settings settings, Branching branching) {
        return policy(settings, branching, roles(settings));
    }

    /** Returns the policy with other roles than the configured ones. */
    public static Policy policy(
            Settings settings, Branching branching, Map<String, Vector<String>> roles) {
        var limits = settings.limits();
        var timeouts = settings.timeouts();
        return new PolicyBuilder()
                .roles(roles)
                .checks(checks(settings, branching))
                .branching(branching)
                .limits(
                        Limits.DEFAULT
                                .withSameAgentMax(limits.sameAgent())
                                .withCyclesMax(limits.cycles())
                                .withBackoffFirstMillis(limits.backoffFirst().toMillis())
                                .withBackoffMaxMillis(limits.backoffMax().toMillis())
                                .withRewindsMax(limits.rewinds())
                                .withIdenticalMax(limits.loop()))
                .recovery(
                        RecoveryPolicy.DEFAULT
                                .withFixer(Option.of("recoverer"))
                                .withAttemptsMax(limits.recoveries())
                                .withRewindStage(Option.of("iterate")))
                .deadlines(
                        new Deadlines(
                                timeouts.agent().toMillis(),
                                timeouts.start().toMillis(),
                                timeouts.idle().toMillis(),
                                timeouts.check().toMillis(),
                                Option.of(timeouts.exit().toMillis())))
                .budget(budget(settings))
                .phases(shares(settings))
                .prices(
                        new PriceTable(settings.team())
                                .list(roles.values().toVector().flatMap(chain -> chain).distinct()))
                .checksWrite(Vector.ofAll(settings.workplace().checksWrite()))
                .checksOnCommit(
                        Option.when(
                                settings.workplace().checksOnCommit(),
                                () -> checkout(settings.worktree())))
                .guard(guard(settings))
                .questions(Option.of(questions(settings)))
                .build();
    }

    /** Returns the configured checks. */
    public static Map<String, Vector<CommandLine>> checks(Settings settings) {
        return settings.checks().isEmpty()
                ? LinkedHashMap.empty()
                : LinkedHashMap.of(BuiltinWorkflows.CHECKS, CheckCommands.of(settings));
    }

    private static Map<String, Vector<CommandLine>> checks(Settings settings, Branching branching) {
        var setup =
                branching instanceof Branching.OwnTree
                        ? settings.worktree().setup()
                        : List.<dev.foldline.app.config.key.ConfiguredCommand>of();
        var lines = Vector.ofAll(setup).map(PolicyFactory::line);
        return lines.isEmpty()
                ? checks(settings)
                : checks(settings).put(BuiltinWorkflows.SETUP, lines);
    }

    /** Returns the workflow, guarded as configured. People who merge a request are asked there. */
    static Workflow guarded(Settings settings, Workflow workflow) {
        return GuardedWorkflow.of(
                settings.workplace().guard().onChange().isPresent()
                        ? workflow
                        : GuardedWorkflow.reportedToReviewers(workflow));
    }

    private static Option<Guard> guard(Settings settings) {
        var keys = settings.workplace().guard();
        return guarding(settings)
                .map(
                        onChange ->
                                new Guard(
                                        Vector.ofAll(keys.paths()),
                                        keys.tests()
                                                .map(Vector::ofAll)
                                                .orElse(TestPatterns.DEFAULT),
                                        onChange,
                                        keys.filesMax(),
                                        keys.linesMax(),
                                        switch (keys.witness()) {
                                            case AUTO -> Guard.Witness.AUTO;
                                            case ALWAYS -> Guard.Witness.ALWAYS;
                                            case OFF -> Guard.Witness.OFF;
                                        },
                                        checkout(settings.worktree())));
    }

    private static QuestionPolicy questions(Settings settings) {
        var roles =
                Vector.ofAll(settings.workplace().questionsOfRoles())
                        .map(each -> each.split(":"))
                        .toLinkedMap(
                                each -> each[0],
                                each -> OnQuestion.valueOf(each[1].toUpperCase(Locale.ROOT)));
        return new QuestionPolicy(
                switch (settings.workplace().questions()) {
                    case PARK -> OnQuestion.PARK;
                    case ASSUME -> OnQuestion.ASSUME;
                    case FORBID -> OnQuestion.FORBID;
                },
                roles);
    }

    private static Option<Guard.OnChange> guarding(Settings settings) {
        return switch (settings.workplace().guard().onChange().orElse(GuardKeys.OnChange.GATE)) {
            case GATE -> Option.of(Guard.OnChange.GATE);
            case REFUSE -> Option.of(Guard.OnChange.REFUSE);
            case REPORT -> Option.of(Guard.OnChange.REPORT);
            case OFF -> Option.none();
        };
    }

    /** Returns a checkout with what the run's own worktree would have. */
    private static CleanCheckout checkout(Settings.Worktree worktree) {
        return new CleanCheckout(
                Vector.ofAll(worktree.copy()),
                Vector.ofAll(worktree.setup()).map(PolicyFactory::line));
    }

    /** Returns a separate worktree for a new branch, with the configured setup. */
    public static Branching.OwnTree ownTree(
            Settings settings, String branch, String start, Option<String> base) {
        return new Branching.OwnTree(
                branch,
                start,
                base,
                Vector.ofAll(settings.worktree().copy()),
                Option.ofOptional(settings.worktree().portsFrom()).map(Integer::longValue));
    }

    private static Budget budget(Settings settings) {
        var budget = settings.budget();
        return limits(
                Optional.of(budget.agentCalls()),
                Optional.of(budget.wall()),
                budget.usd(),
                budget.tokens());
    }

    private static Budget limits(
            Optional<Integer> agentCalls,
            Optional<Duration> wall,
            Optional<BigDecimal> usd,
            Optional<Integer> tokens) {
        return new Budget(
                Option.ofOptional(agentCalls.map(Integer::longValue)),
                Option.ofOptional(wall.map(Duration::toMillis)),
                Option.ofOptional(usd.map(dollars -> dollars.multiply(MILLION).longValue())),
                Option.ofOptional(tokens.map(Integer::longValue)));
    }

    private static Map<String, Budget> shares(Settings settings) {
        Map<String, Budget> shares = LinkedHashMap.empty();
        for (var phase : new TreeMap<>(settings.budget().phases()).entrySet()) {
            var share = phase.getValue();
            shares =
                    shares.put(
                            phase.getKey(),
                            limits(share.agentCalls(), share.wall(), share.usd(), share.tokens()));
        }
        return shares;
    }

    private static Map<String, Vector<String>> roles(Settings settings) {
        settings.team().checkRoles(Role.labels());
        Map<String, Vector<String>> roles = LinkedHashMap.empty();
        for (var role : Role.values()) {
            roles =
                    roles.put(
                            role.label(),
                            Vector.ofAll(settings.team().chainNeededFor(role))
                                    .map(PolicyFactory::entry));
        }
        return roles;
    }

    /** Returns the text of an agent in a role. */
    public static String entry(ChainLink link) {
        return link.agent() + suffix(link.model());
    }

    private static String suffix(Optional<String> model) {
        return model.map(name -> ":" + name).orElse("");
    }

    public static CommandLine line(dev.foldline.app.config.key.ConfiguredCommand line) {
        return switch (line) {
            case dev.foldline.app.config.key.ConfiguredCommand.Shell shell ->
                    new CommandLine.Shell(shell.line());
            case dev.foldline.app.config.key.ConfiguredCommand.Arguments arguments ->
                    new CommandLine.Arguments(Vector.ofAll(arguments.words()));
        };
    }
}
