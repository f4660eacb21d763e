package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;

/**
 * One step of a run: the decision, the event, and the states around it.
 *
 * @param number number of the event; the start of the run is 0
 */
public record SimulationStep(
        int number, PipelineState before, Decision decision, Event event, PipelineState after) {

    /**
     * Returns one line: number, letter of the priority (V recovery, I in flight), position and
     * attempt, rule, effect, event.
     */
    public String line() {
        var place = before.effectKey();
        return String.format(
                "%4d %s %-32s try %-2d %-44s %s  <- %s",
                number,
                letter(),
                place.spot(),
                place.attempt(),
                decision.rule(),
                decision.effect().getClass().getSimpleName(),
                describe());
    }

    private String letter() {
        return switch (decision.priority()) {
            case ENDED -> "E";
            case IN_FLIGHT -> "I";
            case HELD -> "H";
            case RECOVERY -> "V";
            case RETRY -> "R";
            case CONTINUATION -> "C";
            case NORMAL -> "N";
            case TRANSITION -> "T";
        };
    }

    private String describe() {
        var text = event.toString();
        return text.length() <= 160 ? text : text.substring(0, 157) + "...";
    }
}
