package dev.foldline.app.gate;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Gate.Verdict;
import dev.foldline.core.state.GateSlot;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.util.Optional;

/**
 * An approval of an inactive run. Hours may pass before it is resumed, so the content is checked
 * again then.
 */
public final class OfflineApproval {
    private OfflineApproval() {}

    /**
     * @throws UserError if files have changed since the gate that the run is to go on behind was
     *     shown
     */
    public static void refuseOther(Started started) throws IOException {
        var state = started.log().state();
        var mayBe =
                state.cursor() instanceof Cursor.Arrived
                        && state.ledger()
                                .resolutions()
                                .lastOption()
                                .exists(last -> last.verdict() == Verdict.APPROVED);
        var gate = mayBe ? nothingSince(started.log().directory()) : Optional.<Gate>empty();
        if (gate.isEmpty() || gate.get().tree().isEmpty()) return;
        var shown = gate.get().tree().get();
        var found = started.workspace().git().workTree(Exclusions.of(state));
        if (!found.equals(shown))
            throw new UserError(
                    "files have changed since the gate "
                            + gate.get().id()
                            + " was approved: it showed tree "
                            + shown
                            + ", and now it is "
                            + found,
                    started.workspace().root().toString(),
                    "see the changes: git diff "
                            + shown
                            + " "
                            + found
                            + "; undo them, or accept them: foldline resume "
                            + started.log().directory().id()
                            + " --as-it-is",
                    ExitCode.FAILED);
    }

    /** The gate of a phase that was approved, if nothing has been done since. */
    private static Optional<Gate> nothingSince(RunDirectory run) throws IOException {
        var gate = new ApprovedLast();
        RunHistory.open(run).walk(gate::accept);
        return gate.approved;
    }

    /** Goes along the log. */
    private static final class ApprovedLast {
        private Optional<Gate> approved = Optional.empty();

        boolean accept(ReplayStep moment) {
            approved =
                    switch (moment.event()) {
                        // A merge lands as it was approved, whatever lies in the working tree.
                        case GateApproved _ ->
                                moment.before()
                                        .flatMap(
                                                state ->
                                                        state.slots().gate()
                                                                                instanceof
                                                                                GateSlot.Open(
                                                                                        var gate)
                                                                        && gate.origin()
                                                                                == Gate.Origin.PHASE
                                                                ? Optional.of(gate)
                                                                        .filter(
                                                                                _ ->
                                                                                        state.preparedMerge()
                                                                                                .isEmpty())
                                                                : approved);
                        case InputEvent _, DriverStarted _ -> approved;
                        case AgentEvent _,
                                ChangeEvent _,
                                CheckEvent _,
                                ChildEvent _,
                                FileEvent _,
                                ForgeEvent _,
                                GitEvent _,
                                RunEvent _ ->
                                Optional.empty();
                    };
            return true;
        }
    }
}
