package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Instruction;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Advice;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/** An advisor chooses between what is legal; nothing waits for it, and nothing fails with it. */
public final class AdviceLaws {
    private AdviceLaws() {}

    /** Returns the rules' own choice, if an advisor is asked here. */
    static Option<String> standard(PipelineState state) {
        return state.phase()
                .flatMap(phase -> phase.retryPolicy().advice())
                .flatMap(
                        part ->
                                part instanceof Advice.Given(var label)
                                        ? Option.of(label)
                                        : Option.none());
    }

    public static void check(PipelineState state) {
        if (standard(state).isEmpty()) return;
        require(!(state.slots().retry() instanceof Retry.Waiting), "the run waits for an advisor");
        require(
                !(state.slots().recovery() instanceof Recovery.FixDue
                        || state.slots().recovery() instanceof Recovery.CleanDue),
                "the run recovers from an advisor");
    }

    public static void check(Transition t) {
        isRecorded(t);
        if (standard(t.before()).isEmpty() || t.isInput()) return;
        require(
                t.after().slots().gate() instanceof GateSlot.Idle
                        || t.before().slots().gate() instanceof GateSlot.Open,
                "an advisor opens a gate");
        if (!t.isOrdinary() || !(t.before().cursor() instanceof Cursor.Working)) return;
        boolean leaves =
                t.after().at().stage() != t.before().at().stage()
                        || t.after().at().phase() != t.before().at().phase();
        require(
                !leaves || last(t.after()).isDefined() && !last(t.after()).equals(last(t.before())),
                "the run goes on without an instruction");
    }

    /** Returns whether an advisor is asked about the failure that has just happened. */
    static boolean isAsked(Transition t) {
        return standard(t.after()).isDefined()
                && t.after()
                        .ledger()
                        .askedAbout()
                        .map(Fault::message)
                        .equals(t.after().ledger().lastFault().map(Fault::message));
    }

    private static Option<Instruction> last(PipelineState state) {
        return state.ledger().instruction();
    }

    /** Each instruction is one of the labels that are legal, and is the next in number. */
    private static void isRecorded(Transition t) {
        var told = last(t.after());
        if (told.equals(last(t.before()))) return;
        var instruction = told.get();
        require(
                instruction.number() == 1 + last(t.before()).map(Instruction::number).getOrElse(0),
                "an instruction is skipped");
        require(
                t.before()
                        .phase()
                        .exists(
                                phase ->
                                        phase.steps()
                                                .flatMap(Step::declared)
                                                .contains(instruction.label())),
                "an illegal instruction is followed: " + instruction.label());
        require(
                !instruction.isOfRules() || standard(t.before()).contains(instruction.label()),
                "the rules choose " + instruction.label());
    }
}
