package dev.foldline.app.command.inspect;

import dev.foldline.app.report.LogLines;
import dev.foldline.app.command.Console;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.InputEvent;

import java.util.Optional;

/** Prints events grouped by execution of a phase; a rewind is an arrow with its cost. */
final class LogGraph implements LogLines {
    private final Console console;
    private Optional<String> heading = Optional.empty();

    LogGraph(Console console) {
        this.console = console;
    }

    @Override
    public void print(ReplayStep moment) {
        var state = moment.before().orElse(moment.after());
        var next = heading(state);
        if (!heading.equals(Optional.of(next)))
            console.print(
                    (heading.isEmpty() ? "" : "|\n") + "o " + console.paint().strong(next) + "\n");
        heading = Optional.of(next);
        console.print(
                "| %s %d %s\n"
                        .formatted(
                                mark(moment),
                                moment.seq(),
                                LogLines.event(moment, console.paint())));
        int ways = moment.after().usage().rewinds() - state.usage().rewinds();
        if (ways > 0)
            console.print(
                    "|  <- back to "
                            + where(moment.after().effectKey())
                            + " (rewind "
                            + moment.after().usage().rewinds()
                            + ")\n");
    }

    private static String mark(ReplayStep moment) {
        return LogLines.isFailure(moment.event())
                ? "x"
                : moment.event() instanceof InputEvent ? ">" : "*";
    }

    private static String heading(PipelineState state) {
        var place = state.effectKey();
        return place.stage().equals("end")
                ? "end"
                : place.stage() + " " + (place.turn() + 1) + "  " + place.phase();
    }

    private static String where(EffectKey place) {
        return place.phase() + ", step " + (place.step() + 1) + ", attempt " + place.attempt();
    }
}
