package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.AnySlots;
import dev.foldline.arbitrary.ConstructedStates;
import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.Usage.Repeats;
import dev.foldline.core.workflow.Step;
import dev.foldline.law.FailureModel.Failed;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 20: a failure of ordinary work has exactly the consequence that the policy names. */
class FailureProperties {

    private record Outcome(Failed failed, Kind kind, Event event) {}

    @Property(tries = 6000)
    void a_failure_has_the_consequence_that_the_policy_names(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var state = ConstructedStates.ordinary(luck);
        var effect = Pipeline.determineNextEffect(state);
        var started = started(state, effect);
        for (var outcome : outcome(luck.fork("outcome"), state, effect)) {
            var after = Pipeline.reduce(started, outcome.event());
            var expected = new FailureModel(state).expected(outcome.failed(), outcome.kind());
            assertThat(consequence(after, state))
                    .as("%s at %s of %s", outcome, state.at(), state.slots())
                    .isEqualTo(expected);
            if (recovers(expected))
                assertThat(after.items().lists().values().flatMap(list -> list))
                        .as("items after a recovery")
                        .noneMatch(item -> item.status() instanceof Item.Failed);
        }
    }

    @Property(tries = 500)
    void a_failed_clean_is_one_more_attempt_of_its_recovery(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var ordinary = ConstructedStates.ordinary(luck);
        var own = luck.fork("failure");
        var at = ordinary.at();
        var failure =
                new Recovery.Failure(
                        own.pick(at, Position.START, at.at(at.step() + 1)),
                        Fault.of(Kind.GIT, "git"),
                        own.between(1, 7));
        var state = ordinary.withRecovery(new Recovery.CleanDue(failure));
        var kind = own.pick(Kind.FILES, Kind.LOST, Kind.GIT_KILLED, Kind.UNEXPECTED);
        var after = Pipeline.reduce(state, failed(Failed.WORLD, kind, ticket(state)).event());
        assertThat(consequence(after, state))
                .as("%s at %s of %s", kind, at, failure)
                .isEqualTo(new FailureModel(state).recovery(kind));
    }

    @Property(tries = 500)
    void an_effect_repeats_as_often_as_the_policy_allows(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var ordinary = ConstructedStates.at(luck, "loop", "work", luck.pick(2, 6));
        var started = AnySlots.started(ordinary);
        var effect = started.slots().inFlight().running().get();
        int max = ordinary.policy().limits().identicalMax();
        int times = luck.fork("times").between(0, max);
        boolean same = luck.fork("same").chance(80);
        var before = same ? effect.fingerprint() : "another effect";
        var state =
                started.withUsage(
                        started.usage().withRepeats(new Repeats(Option.of(before), times)));
        var finished =
                new AgentEvent.AgentFinished(
                        ticket(state),
                        Option.none(),
                        Spend.NOTHING,
                        Option.none(),
                        ConstructedStates.NOW);
        var after = Pipeline.reduce(state, finished);
        int count = same ? times + 1 : 1;
        boolean isStuck = count >= max;
        assertThat(after.ledger().lastFault().isDefined())
                .as("the effect has ended %s times in a row, %s are allowed", count, max)
                .isEqualTo(isStuck);
        assertThat(after.usage().repeats())
                .isEqualTo(
                        isStuck
                                ? Repeats.NONE
                                : new Repeats(Option.of(effect.fingerprint()), count));
    }

    @Property(tries = 500)
    void children_end_as_their_step_says(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var state = ConstructedStates.at(luck, "spawn", "spawn", 0);
        var items = state.items().list(ConstructedStates.LIST);
        var running =
                items.find(item -> item.status() instanceof Item.Running)
                        .getOrElse(items.head().with(new Item.Running(7)));
        boolean completes = luck.fork("end").chance(50);
        var settled = items.map(item -> item.id().equals(running.id()) ? running : item);
        var before =
                state.withItems(
                        new Items(
                                LinkedHashMap.of(ConstructedStates.LIST, settled),
                                Vector.empty(),
                                Option.none()));
        var after =
                Pipeline.reduce(
                        before,
                        new InputEvent.ChildEnded(
                                before.header().lastInput() + 1,
                                ConstructedStates.LIST,
                                running.id(),
                                ((Item.Running) running.status()).spawnTicket(),
                                completes
                                        ? ChildReport.completed()
                                        : ChildReport.failed("it failed")));
        var others = settled.reject(running::equals).map(Item::status);
        boolean isDone =
                !others.exists(each -> each instanceof Item.Todo || each instanceof Item.Running);
        boolean anyFailed = !completes || others.exists(Item.Failed.class::isInstance);
        boolean anyDone = completes || others.exists(Item.Done.class::isInstance);
        boolean any = ((Step.Children) before.currentStep().get()).until() == Step.Until.ANY;
        if (!isDone) assertThat(after.cursor()).isEqualTo(before.cursor());
        else if (!anyFailed || any && anyDone)
            assertThat(after.at().step()).as("the step after %s", settled).isEqualTo(1);
        else
            assertThat(after.ledger().lastFault().map(Fault::kind))
                    .as("after %s", settled)
                    .isIn(Option.of(Kind.CHILD_FAILED), Option.of(Kind.SPENT));
    }

    private static long ticket(PipelineState state) {
        return state.header().ticket();
    }

    private static boolean recovers(FailureModel.Expected expected) {
        return expected.recovery().startsWith("FixDue")
                || expected.recovery().startsWith("CleanDue");
    }

    private static PipelineState started(PipelineState state, Effect effect) {
        return effect instanceof ExternalEffect external
                ? Pipeline.reduce(
                        state, new RunEvent.EffectStarted(state.header().ticket(), external))
                : state;
    }

    private static Option<Outcome> outcome(SeededRandom luck, PipelineState state, Effect effect) {
        long ticket = state.header().ticket();
        return switch (effect) {
            case FileEffect.CollectArtifact collect -> collected(luck, ticket, collect);
            case FileEffect _ -> Option.of(failed(Failed.WORLD, Kind.FILES, ticket));
            case InvokeAgent _ -> Option.of(called(luck, ticket));
            case RunCheck check -> Option.of(checked(luck, state, check));
            case GitEffect.CommitWork _ -> Option.of(committed(luck, ticket));
            case GitEffect _ -> Option.of(failed(Failed.WORLD, Kind.GIT, ticket));
            case ExternalEffect _ -> Option.of(failed(Failed.WORLD, Kind.FILES, ticket));
            case Effect _ -> Option.none();
        };
    }

    private static Outcome failed(Failed failed, Kind kind, long ticket) {
        return new Outcome(
                failed, kind, new RunEvent.EffectFailed(ticket, Fault.of(kind, "it failed")));
    }

    private static Option<Outcome> collected(
            SeededRandom luck, long ticket, FileEffect.CollectArtifact collect) {
        var refused =
                new Outcome(
                        Failed.OUTPUT,
                        Kind.OUTPUT_INVALID,
                        new FileEvent.ArtifactRefused(
                                ticket, collect.artifact(), "invalid", Option.none()));
        var stated =
                Vector.of(
                                stated(Failed.UNFINISHED, ticket, collect, "more"),
                                stated(Failed.SENT_BACK, ticket, collect, "back"),
                                stated(Failed.WORLD, ticket, collect, "bad"))
                        .filter(_ -> collect.labels().contains("more"));
        return Option.of(luck.pick(stated.append(refused).asJava()));
    }

    private static Outcome stated(
            Failed failed, long ticket, FileEffect.CollectArtifact collect, String label) {
        return new Outcome(
                failed,
                Kind.LABELLED,
                new FileEvent.ArtifactAccepted(
                        ticket, collect.artifact(), "content", label, Vector.empty()));
    }

    private static Outcome called(SeededRandom luck, long ticket) {
        if (luck.chance(25)) return failed(Failed.LOST, Kind.LOST, ticket);
        var kind = luck.pick(Kind.AGENT_FAILED, Kind.TIMEOUT, Kind.MODEL_UNAVAILABLE);
        return new Outcome(
                kind == Kind.MODEL_UNAVAILABLE ? Failed.AGENT_FOR_GOOD : Failed.AGENT,
                kind,
                new AgentEvent.AgentFailed(
                        ticket,
                        Fault.of(kind, "it failed"),
                        Option.none(),
                        Spend.NOTHING,
                        ConstructedStates.NOW));
    }

    private static Outcome checked(SeededRandom luck, PipelineState state, RunCheck check) {
        long ticket = state.header().ticket();
        boolean own = state.currentStep().exists(Step.Check.class::isInstance);
        if (!own && luck.chance(50))
            return new Outcome(
                    Failed.EVIDENCE,
                    Kind.EVIDENCE_STALE,
                    new CheckEvent.CheckPassed(
                            ticket, check.check(), "tree", "other", Option.none(), Spend.NOTHING));
        return new Outcome(
                own ? Failed.CHECK : Failed.WORLD,
                own ? Kind.CHECK_FAILED : Kind.CHECK_BROKEN,
                new CheckEvent.CheckFailed(
                        ticket, check.check(), "tree", "failed", Option.none(), Spend.NOTHING));
    }

    private static Outcome committed(SeededRandom luck, long ticket) {
        return switch (luck.below(3)) {
            case 0 ->
                    new Outcome(
                            Failed.EVIDENCE,
                            Kind.EVIDENCE_STALE,
                            new GitEvent.TreeMoved(ticket, "other"));
            case 1 -> failed(Failed.KILLED, Kind.GIT_KILLED, ticket);
            default -> failed(Failed.WORLD, Kind.COMMIT_REJECTED, ticket);
        };
    }

    private static FailureModel.Expected consequence(PipelineState after, PipelineState before) {
        int cost = after.usage().rewinds() - before.usage().rewinds();
        return new FailureModel.Expected(
                after.cursor(),
                FailureModel.text(after.slots().recovery()),
                FailureModel.text(after.slots().retry()),
                after.slots().continuation(),
                after.usage().tally(),
                cost == 1);
    }
}
