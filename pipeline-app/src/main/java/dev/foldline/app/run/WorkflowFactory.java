package dev.foldline.app.run;

import dev.foldline.app.config.AgentSettings;
import dev.foldline.app.config.Catalogue;
import dev.foldline.app.config.Catalogue.Cost;
import dev.foldline.app.config.Role;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Settings.BaseChecks;
import dev.foldline.app.config.Settings.Rebase;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.WorkflowProblem;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Feature.Delivery;
import dev.foldline.core.workflow.builtin.Feature.Gates;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentDefinition.HandIn;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Adapter.Metering;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.cli.CallRequest.Permission;
import dev.foldline.effects.process.OwnJvm;
import dev.foldline.testkit.agent.ScriptPlayer;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** From what the user configured to what the core runs. */
public final class WorkflowFactory {
    private WorkflowFactory() {}

    /**
     * What a turn of a stage may take at least; measured: two calls where all goes well, six where
     * the work is continued as often as it may be.
     */
    private static final int CALLS_PER_TURN = 10;

    /** The workflows there are and the phases that can be gated. */
    public static Catalogue catalogue() {
        return new Catalogue(
                Vector.of(BuiltinWorkflows.values())
                        .toJavaMap(each -> Tuple.of(each.label(), each.gateable().asJava())),
                Adapters.ALL.stream()
                        .collect(
                                Collectors.toMap(
                                        Adapter::name, adapter -> cost(adapter.metering()))));
    }

    private static Cost cost(Metering metering) {
        return switch (metering) {
            case MONEY_AND_TOKENS -> Cost.MONEY_AND_TOKENS;
            case TOKENS -> Cost.TOKENS;
            case NOTHING -> Cost.UNKNOWN;
        };
    }

    /** Returns what an agent reports about its cost. */
    public static Cost cost(Settings.Team team, String agent) {
        return switch (team.agents().get(agent)) {
            case AgentSettings.Known known -> costOfKind(known.kind());
            case AgentSettings.Chat(var endpoint) -> Cost.of(endpoint.prices());
            case AgentSettings.Command _, AgentSettings.Scripted _ -> Cost.UNKNOWN;
            case null -> costOfKind(agent);
        };
    }

    private static Cost costOfKind(String kind) {
        return catalogue().builtInAgents().getOrDefault(kind, Cost.UNKNOWN);
    }

    /** The phases of a workflow, in their order; none if there is no such workflow. */
    public static List<String> phases(String workflow) {
        return BuiltinWorkflows.named(workflow)
                .map(
                        named ->
                                named.under(Policy.DEFAULT)
                                        .phases()
                                        .map(Phase::id)
                                        .distinct()
                                        .asJava())
                .getOrElse(List.of());
    }

    /**
     * The workflow of a run.
     *
     * @param completed phases that were done before and are left out; only {@code feature} can do
     *     so
     * @throws UserError if it is not sound; every problem is named
     */
    public static Workflow workflow(
            Settings settings, Branching branching, Vector<String> completed) {
        if (chosen(settings) == BuiltinWorkflows.TASKS)
            throw new UserError(
                    "the workflow tasks needs a task file",
                    "",
                    "foldline workflow create -f FILE",
                    ExitCode.USAGE);
        if (chosen(settings) != BuiltinWorkflows.RALPH) WorkflowDelivery.refuse(settings);
        var policy = PolicyFactory.policy(settings, branching);
        if (chosen(settings) == BuiltinWorkflows.TDD)
            return drivenTdd(settings, branching.base().getOrElse("main"), LinkedHashMap.empty());
        return completed.isEmpty()
                ? workflow(chosen(settings), settings, policy)
                : checked(
                        PolicyFactory.guarded(
                                settings, bounded(settings, feature(settings, policy, completed))));
    }

    private static BuiltinWorkflows chosen(Settings settings) {
        var name = settings.course().workflow();
        return BuiltinWorkflows.named(name)
                .getOrElseThrow(
                        () -> new PipelineBug("the configuration names no workflow: " + name));
    }

    /** One of the workflows, as configured, under a policy. */
    public static Workflow workflow(BuiltinWorkflows shipped, Settings settings, Policy policy) {
        return checked(
                switch (shipped) {
                    case RALPH ->
                            PolicyFactory.guarded(
                                    settings,
                                    bounded(
                                            settings,
                                            WorkflowDelivery.of(
                                                    settings, ralph(settings, policy))));
                    case FEATURE ->
                            PolicyFactory.guarded(
                                    settings,
                                    bounded(settings, feature(settings, policy, Vector.empty())));
                    case TDD ->
                            pulled(
                                    settings,
                                    policy.branching().base().getOrElse("main"),
                                    policy.checks().mapValues(CheckCommands::plain));
                    case TASKS -> PolicyFactory.guarded(settings, Tasks.workflow(policy));
                });
    }

    /**
     * The same workflow, which checks its base if that is wanted, and each of whose phases has a
     * budget.
     */
    private static Workflow bounded(Settings settings, Workflow workflow) {
        var whole =
                settings.course().checksOnBase().equals(Optional.of(BaseChecks.IGNORE))
                        ? workflow
                        : BuiltinWorkflows.checkedOnBase(workflow);
        return budgeted(settings, whole);
    }

    /** Returns the same workflow, in which each phase with an agent has a budget. */
    static Workflow budgeted(Settings settings, Workflow whole) {
        Map<String, Budget> budgets = whole.policy().phases();
        for (var stage : whole.stages()) {
            long calls =
                    Math.max(
                            settings.budget().phaseAgentCalls(),
                            (long) CALLS_PER_TURN * stage.turns().countedMax());
            for (var phase : stage.phases().filter(each -> each.worker().isDefined())) {
                var own = budgets.get(phase.id()).getOrElse(Budget.UNLIMITED);
                budgets =
                        budgets.put(
                                phase.id(),
                                own.agentCallsMax().isDefined()
                                        ? own
                                        : own.withAgentCallsMax(Option.of(calls)));
            }
        }
        return whole.with(whole.policy().withPhases(budgets));
    }

    private static Workflow feature(Settings settings, Policy policy, Vector<String> completed) {
        var course = settings.course();
        Gates gates =
                course.feature()
                        .allow()
                        .<Gates>map(
                                allowed ->
                                        new Gates.AllBut(
                                                Vector.ofAll(allowed)
                                                        .map(
                                                                word ->
                                                                        word.equals("prd")
                                                                                ? "requirements"
                                                                                : word)))
                        .orElseGet(
                                () ->
                                        course.gates().isEmpty()
                                                ? Gates.ABSENT
                                                : new Gates.Only(Vector.ofAll(course.gates())));
        return ShippedWorkflows.feature(
                new Feature.Options(
                        gates,
                        course.mergesFeature() ? Delivery.MERGE : Delivery.BRANCH,
                        completed),
                policy);
    }

    private static Workflow ralph(Settings settings, Policy policy) {
        var course = settings.course();
        var limits = settings.limits();
        var options =
                new Ralph.Options(
                        course.iterations(),
                        course.reviews(),
                        course.ralph().stopWhenCompleted(),
                        Vector.ofAll(course.gates()),
                        rebasing(course.rebase()),
                        PhaseRetryPolicy.DEFAULT
                                .withOutputsMax(limits.outputRetries())
                                .withContinuationsMax(limits.continuations()),
                        PhaseRetryPolicy.DEFAULT
                                .withOutputsMax(limits.outputRetries())
                                .withContinuationsMax(limits.fixContinuations())
                                .thenProceed(),
                        course.ralph().squash());
        return ShippedWorkflows.ralph(options, policy);
    }

    private static Ralph.Rebasing rebasing(List<Rebase> times) {
        if (times.isEmpty()) return Ralph.Rebasing.NEVER;
        if (times.size() > 1) return Ralph.Rebasing.BEFORE_AND_AFTER;
        return times.contains(Rebase.BEFORE) ? Ralph.Rebasing.BEFORE : Ralph.Rebasing.AFTER;
    }

    /**
     * Creates the workflow {@code tdd} for an agent that pulls its work; no agent is called.
     *
     * @param checks the preflight and the review, whatever the project offers included
     */
    public static Workflow pulled(
            Settings settings, String base, Map<String, Vector<CommandLine>> checks) {
        return checked(
                Tdd.workflow(
                        tdd(settings),
                        PolicyFactory.policy(
                                        settings,
                                        new Branching.Titled(Tdd.PLAN, base),
                                        LinkedHashMap.empty())
                                .withChecks(checks)));
    }

    /**
     * The workflow {@code tdd} for the developer's agents, which the engine calls.
     *
     * @param checks the preflight and the review, whatever the project offers included
     */
    public static Workflow drivenTdd(
            Settings settings, String base, Map<String, Vector<CommandLine>> checks) {
        var developers =
                LinkedHashMap.of(
                        DrivenTdd.ROLE,
                        Vector.ofAll(settings.team().chainNeededFor(Role.DEVELOPER))
                                .map(PolicyFactory::entry));
        var roles =
                reviewsByAgent(settings)
                        ? developers.put(
                                DrivenTdd.REVIEWER,
                                Vector.ofAll(settings.team().chainOf(Role.REVIEWER))
                                        .map(PolicyFactory::entry))
                        : developers;
        return checked(
                DrivenTdd.workflow(
                        tdd(settings),
                        PolicyFactory.policy(settings, new Branching.Titled(Tdd.PLAN, base), roles)
                                .withChecks(checks)));
    }

    /** Returns whether an agent reviews the pull requests of a driven run instead of a command. */
    public static boolean reviewsByAgent(Settings settings) {
        return settings.course().tdd().review().isEmpty()
                && settings.team().chains().containsKey(Role.REVIEWER);
    }

    private static Tdd.Options tdd(Settings settings) {
        var tdd = settings.course().tdd();
        return new Tdd.Options(
                tdd.hypothesizeMax(),
                tdd.instrumentMax(),
                tdd.reduceScopeAt(),
                tdd.escalateAt(),
                tdd.review().filter(List::isEmpty).isPresent() ? 0 : tdd.reviews());
    }

    /**
     * The agents a run may call: the known command lines as they are, and what the user defined.
     */
    public static AgentRegistry agents(Settings settings) {
        var agents = new HashMap<String, AgentDefinition>();
        Adapters.ALL.forEach(
                adapter -> agents.put(adapter.name(), AgentDefinition.Known.of(adapter)));
        settings.team()
                .agents()
                .forEach(
                        (name, agent) ->
                                agents.put(
                                        name,
                                        switch (agent) {
                                            case AgentSettings.Command command ->
                                                    new AgentDefinition.Program(
                                                            PolicyFactory.line(command.run()),
                                                            command.env(),
                                                            command.model());
                                            case AgentSettings.Chat(var endpoint) ->
                                                    AgentDefinition.Chat.of(endpoint);
                                            case AgentSettings.Scripted(var script) ->
                                                    new AgentDefinition.Scripted(
                                                            script,
                                                            OwnJvm.starting(ScriptPlayer.PROGRAM));
                                            case AgentSettings.Known known -> knownAgent(known);
                                        }));
        var server = new ArrayList<>(OwnJvm.starting(ThisProgram.MAIN_CLASS));
        server.addAll(List.of("mcp", "--as", "agent"));
        return new AgentRegistry(
                agents, server, settings.sandboxes(), settings.otel().endpoint().isPresent());
    }

    /** Returns a registry without agents, for a run that calls none and runs checks. */
    public static AgentRegistry checksOnly(Settings settings) {
        return new AgentRegistry(java.util.Map.of()).with(settings.sandboxes());
    }

    private static AgentDefinition knownAgent(AgentSettings.Known known) {
        var adapter =
                Adapters.of(known.kind())
                        .orElseThrow(
                                () ->
                                        new PipelineBug(
                                                "the configuration names no kind of agent: "
                                                        + known.kind()));
        return new AgentDefinition.Known(
                adapter,
                known.program().map(WorkflowFactory::words).orElse(List.of(adapter.name())),
                known.env(),
                known.model(),
                known.permission() == AgentSettings.Permission.ALL
                        ? Permission.ALL
                        : Permission.EDIT,
                known.submission() == AgentSettings.Submission.MCP ? HandIn.MCP : HandIn.FILE);
    }

    /** Words that arguments can be written behind. */
    private static List<String> words(dev.foldline.app.config.key.ConfiguredCommand program) {
        return switch (program) {
            case dev.foldline.app.config.key.ConfiguredCommand.Shell shell ->
                    List.of("sh", "-c", shell.line() + " \"$@\"", "sh");
            case dev.foldline.app.config.key.ConfiguredCommand.Arguments arguments ->
                    arguments.words();
        };
    }

    private static Workflow checked(Workflow workflow) {
        var problems = WorkflowCheck.problems(workflow);
        if (problems.isEmpty()) return workflow;
        throw new UserError(
                "the workflow "
                        + workflow.name()
                        + " cannot run: "
                        + problems.map(WorkflowProblem::toString).mkString("; "),
                "foldline.yaml",
                "foldline workflow check " + workflow.name(),
                ExitCode.USAGE);
    }
}
