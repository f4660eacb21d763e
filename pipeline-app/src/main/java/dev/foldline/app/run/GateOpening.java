package dev.foldline.app.run;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.effects.forge.AnswerRules.OpenGate;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * When an open gate began to show its revision, by the run's log: the state of a run has no times
 * that decide anything.
 */
record GateOpening(RunDirectory run, Gate gate) implements OpenGate {

    @Override
    public Instant at() throws IOException {
        var found = new AtomicReference<Optional<Instant>>(Optional.empty());
        try {
            RunHistory.open(run)
                    .walk(
                            moment -> {
                                if (isOpen(moment.after())) found.set(Optional.of(moment.at()));
                                return found.get().isEmpty();
                            });
        } catch (UserError unreadable) {
            throw new IOException(unreadable.getMessage(), unreadable);
        }
        return found.get()
                .orElseThrow(
                        () ->
                                new IOException(
                                        "the log does not tell when " + gate.id() + " opened"));
    }

    private boolean isOpen(PipelineState state) {
        return state.slots().gate() instanceof GateSlot.Open(var open)
                && open.instance().equals(gate.instance())
                && open.revision() == gate.revision();
    }
}
