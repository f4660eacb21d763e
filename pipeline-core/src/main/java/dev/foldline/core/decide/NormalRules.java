package dev.foldline.core.decide;

import dev.foldline.core.AskedQuestions;
import dev.foldline.core.BudgetLimits;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeDecision;
import dev.foldline.core.change.ReasonText;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.CheckEffect.Comparison;
import dev.foldline.core.effect.CheckEffect.OnFailure;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Agents.Session;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Limit;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Rules of ordinary work: each step of the phase becomes an effect. */
final class NormalRules {
    private NormalRules() {}

    static boolean stepRemains(PipelineState state) {
        return state.currentStep().isDefined() && !evidenceIsStale(state);
    }

    /** Returns whether the step relies on a check that has not passed on the current tree. */
    static boolean evidenceIsStale(PipelineState state) {
        return state.currentStep()
                .exists(
                        step ->
                                step instanceof Step.Git git
                                        && git.check()
                                                .exists(name -> !state.ledger().isProven(name)));
    }

    static boolean gateDue(PipelineState state) {
        return state.cursor() instanceof Cursor.Working && state.currentStep().isEmpty();
    }

    static Effect nextStep(PipelineState state) {
        return switch (state.currentStep()
                .getOrElseThrow(() -> new PipelineBug("no step at " + state.cursor()))) {
            case Step.Clean(var artifacts) -> new CleanArtifacts(state.effectKey(), artifacts);
            case Step.Prompt(var role, var template) -> prompt(state, role, template);
            case Step.Agent(var role) -> invoke(state, role, state.ledger().prompt().getOrElse(""));
            case Step.Collect step ->
                    new CollectArtifact(
                            state.effectKey(),
                            step.artifact(),
                            step.labels(),
                            step.list().toVector().flatMap(state.items()::done),
                            state.choices(step));
            case Step.Check(var name, var expectation) -> check(state, name, expectation);
            case Step.Git git -> GitEffectFactory.git(state, git);
            case Step.Forge forge -> ForgeEffectFactory.forge(state, forge);
            case Step.Change(var operation, _) -> ChangeEffectFactory.change(state, operation);
            case Step.WorkerRequest external ->
                    external.artifact()
                            .<Effect>map(
                                    name ->
                                            new CollectArtifact(
                                                    state.effectKey(), name, external.answers()))
                            .getOrElse(
                                    () ->
                                            new Wait(
                                                    Vector.of(
                                                            new WaitCondition.Call(
                                                                    external.instruction(),
                                                                    external.accepts())),
                                                    Option.none()));
            case Step.Children children -> children(state, children);
            case Step.Switch _ ->
                    new SwitchModel(
                            state.effectKey(),
                            state.item().map(Item::id).getOrElse(""),
                            state.item().map(Item::tags).getOrElse(Vector.empty()));
        };
    }

    static Effect checkAgain(PipelineState state) {
        var name =
                state.currentStep()
                        .flatMap(
                                step ->
                                        step instanceof Step.Git(_, _, var check)
                                                ? check
                                                : Option.<String>none());
        return check(state, name.getOrElse(""), Step.Expectation.PASS);
    }

    static Effect openGate(PipelineState state) {
        var phase = state.phase().map(Phase::id).getOrElse("");
        var onReject =
                state.phase()
                        .flatMap(Phase::gate)
                        .map(spec -> spec.onReject())
                        .getOrElse(OnReject.REDO);
        var repository = state.ledger().repository();
        var merge = state.preparedMerge();
        return new OpenGate(
                state.effectKey(),
                new Gate(
                        phase,
                        state.phaseKey() + ":" + state.at().turn() + ":" + state.revision(),
                        state.revision(),
                        merge.map(Candidate::tree).orElse(repository.tree()),
                        reason(state, phase),
                        onReject,
                        Gate.Origin.PHASE,
                        Option.none()),
                repository.excludedPaths(),
                merge);
    }

    /** A gate after a comparison says why the user is asked about the change. */
    private static String reason(PipelineState state, String phase) {
        var reasons =
                state.phase().exists(Phase::comparesChange)
                        ? state.ledger()
                                .findings()
                                .changeDecision(state.policy())
                                .toVector()
                                .flatMap(ChangeDecision::reasons)
                                .map(ReasonText::of)
                        : Vector.<String>empty();
        var made =
                state.phase().exists(GuardedWorkflow::isGuard) ? "Approve the change" : made(phase);
        return reasons.isEmpty() ? made : made + ": " + reasons.mkString("; ");
    }

    private static String made(String phase) {
        return "Approve what " + phase + " made";
    }

    /** Calls the agent that is next. A conversation is resumed only to continue its own work. */
    static Effect invoke(PipelineState state, String role, String prompt) {
        var agent =
                state.agents()
                        .current(role, state.policy().chain(role), state.header().now())
                        .getOrElse("");
        var goesOn =
                state.slots().retry() instanceof Retry.Running
                        || state.slots().continuation() instanceof Continuation.Running;
        var session =
                state.agents()
                        .chain(role)
                        .session()
                        .filter(each -> goesOn && each.agent().equals(agent))
                        .map(Session::id);
        return new InvokeAgent(
                state.effectKey(),
                role,
                agent,
                prompt,
                session,
                InvokeAgent.protectedPaths(
                        state.ledger().repository().protectedPaths(),
                        state.ledger().repository().local().excludedPaths()),
                deadlines(state),
                state.usage().allowance(state.effectKey().phase()),
                state.worker().filter(each -> each.terminal().equals(role)),
                state.policy().price(agent));
    }

    private static Deadlines deadlines(PipelineState state) {
        var whole = state.policy().deadlines();
        return state.usage()
                .left(Limit.WALL, state.effectKey().phase())
                .map(
                        millis ->
                                new Deadlines(
                                        Math.min(millis, whole.agentMillis()),
                                        whole.agentStartMillis(),
                                        whole.agentIdleMillis(),
                                        whole.checkMillis(),
                                        whole.agentExitMillis()))
                .getOrElse(whole);
    }

    private static Effect prompt(PipelineState state, String role, String template) {
        int from = state.at().step();
        var expected =
                state.phase()
                        .map(phase -> phase.artifacts(from, phase.segmentEnd(from)))
                        .getOrElse(Vector.empty());
        return new RenderPrompt(
                state.effectKey(),
                role,
                template,
                new PromptContext(
                        state.header().task(),
                        mode(state),
                        state.ledger().artifacts(),
                        AskedQuestions.remarks(state),
                        expected,
                        state.worker(),
                        state.ledger()
                                .commits()
                                .takeRight(PromptContext.COMMITS_MAX)
                                .map(Commit::subject),
                        state.item().map(Item::title),
                        state.ledger().findings().outputs(),
                        state.ledger().findings().known().take(PromptContext.KNOWN_MAX)));
    }

    /** Returns the most urgent reason for the call. */
    private static PromptContext.Mode mode(PipelineState state) {
        if (state.slots().retry() instanceof Retry.Running(var setback))
            return new PromptContext.Mode.Again(setback);
        if (state.slots().continuation() instanceof Continuation.Running(var kind, var n))
            return new PromptContext.Mode.Continued(kind, n);
        return state.slots().recovery() instanceof Recovery.Watching(var failure)
                ? new PromptContext.Mode.Repair(
                        failure.fault(), failure.attempts(), failure.earlier())
                : PromptContext.FRESH;
    }

    private static Effect check(PipelineState state, String name, Step.Expectation expectation) {
        var commands =
                state.policy()
                        .checks()
                        .get(name)
                        .getOrElse(() -> handedIn(state, name, expectation));
        return new RunCheck(
                state.effectKey(),
                name,
                commands,
                expectation,
                state.ledger().repository().excludedPaths(),
                state.policy().deadlines().checkMillis(),
                setsUp(state, name)
                        ? Option.of(state.ledger().repository().local().known())
                        : Option.none(),
                isReliedOn(name, expectation) ? state.policy().checksOnCommit() : Option.none(),
                comparison(state, name, commands));
    }

    private static Option<Comparison> comparison(
            PipelineState state, String name, Vector<CommandLine> commands) {
        if (CommandLine.checks(commands).isEmpty()) return Option.none();
        var base = state.ledger().findings().judgement(name).base();
        return Option.of(
                new Comparison(
                        base.map(NormalRules::afterFailures)
                                .getOrElse(() -> beforeChanges(commands)),
                        base.map(NormalRules::tests).getOrElse(LinkedHashMap.empty())));
    }

    /** Where a command may fail, what the next ones say counts as well. */
    private static OnFailure afterFailures(CheckRun base) {
        return base.results().forAll(CheckResult.Succeeded.class::isInstance)
                ? OnFailure.STOP
                : OnFailure.GO_ON;
    }

    private static OnFailure beforeChanges(Vector<CommandLine> commands) {
        return CommandLine.checks(commands)
                        .exists(each -> each.form().onKnown() == CheckForm.OnKnown.ALLOW)
                ? OnFailure.GO_ON
                : OnFailure.STOP;
    }

    private static Map<String, String> tests(CheckRun base) {
        return base.results()
                .flatMap(each -> each.listed().map(id -> Tuple.of(each.command(), id)))
                .foldLeft(LinkedHashMap.<String, String>empty(), (all, each) -> all.put(each));
    }

    /** Commits rely on the user's checks. */
    private static boolean isReliedOn(String check, Step.Expectation expectation) {
        return check.equals(BuiltinWorkflows.CHECKS) && expectation == Step.Expectation.PASS;
    }

    /** After the first call, what is in the tree may be an agent's. */
    private static boolean setsUp(PipelineState state, String check) {
        return check.equals(BuiltinWorkflows.SETUP)
                && state.policy().branching() instanceof Branching.OwnTree
                && state.usage().meter().agentCalls() == 0;
    }

    /**
     * Commands that failed earlier must pass as well. Of commands that are expected to fail, only
     * the latest is run.
     */
    private static Vector<CommandLine> handedIn(
            PipelineState state, String name, Step.Expectation expectation) {
        var lines =
                expectation == Step.Expectation.FAIL
                        ? state.ledger().broughtLast(name).toVector()
                        : state.ledger().submitted(name);
        return lines.map(CommandLine.Submitted::new);
    }

    private static Effect children(PipelineState state, Step.Children step) {
        var list = state.items().list(step.list());
        int index = list.indexWhere(item -> item.status() instanceof Item.Todo);
        return index < 0
                ? new Wait(Vector.of(new WaitCondition.ChildrenEnds(step.list())), Option.none())
                : new SpawnChild(
                        state.effectKey(),
                        step.list(),
                        index,
                        list.get(index),
                        step.workflow(),
                        state.ledger().artifacts().filterKeys(step.artifacts()::contains),
                        BudgetLimits.ofNextChild(state, step));
    }
}
