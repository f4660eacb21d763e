package dev.foldline.app.gate;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.InputEvent.ArtifactReplaced;
import dev.foldline.core.event.InputEvent.Frozen;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.state.Gate.Verdict;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Who opened the latest gate of a run, how all of its gates were answered, by whom, and which
 * artifacts users replaced at them.
 *
 * @param openedBy none if a phase opened it
 */
public record GateHistory(Optional<Author> openedBy, Vector<Answer> answers, Vector<Edit> edits) {
    private static final GateHistory NOTHING =
            new GateHistory(Optional.empty(), Vector.empty(), Vector.empty());

    /**
     * How a gate was answered.
     *
     * @param by none if the log does not tell
     */
    public record Answer(
            String gate,
            long revision,
            Verdict verdict,
            Instant at,
            String feedback,
            Optional<Author> by) {}

    /**
     * An artifact that a user replaced.
     *
     * @param revision the revision that the gate showed from then on
     * @param by none if the log does not tell
     */
    public record Edit(
            String gate, String artifact, long revision, Instant at, Optional<Author> by) {}

    public static GateHistory of(RunDirectory run) throws IOException {
        var reported = new GateHistory[] {NOTHING};
        RunHistory.open(run)
                .walk(
                        moment -> {
                            reported[0] = reported[0].after(moment);
                            return true;
                        });
        return reported[0];
    }

    private GateHistory after(ReplayStep moment) {
        if (moment.before().filter(moment.after()::equals).isPresent()) return this;
        return switch (moment.event()) {
            case GateOpened _ -> new GateHistory(Optional.empty(), answers, edits);
            case Frozen _ -> new GateHistory(moment.by(), answers, edits);
            case ArtifactReplaced e ->
                    new GateHistory(
                            openedBy,
                            answers,
                            edits.append(
                                    new Edit(
                                            e.gateId(),
                                            e.replacement().artifact(),
                                            e.revision() + 1,
                                            moment.at(),
                                            moment.by())));
            case GateApproved e ->
                    answered(
                            new Answer(
                                    e.gateId(),
                                    e.revision(),
                                    Verdict.APPROVED,
                                    moment.at(),
                                    e.feedback(),
                                    moment.by()));
            case GateRejected e ->
                    answered(
                            new Answer(
                                    e.gateId(),
                                    e.revision(),
                                    Verdict.REJECTED,
                                    moment.at(),
                                    e.feedback(),
                                    moment.by()));
            default -> this;
        };
    }

    private GateHistory answered(Answer answer) {
        return new GateHistory(openedBy, answers.append(answer), edits);
    }
}
