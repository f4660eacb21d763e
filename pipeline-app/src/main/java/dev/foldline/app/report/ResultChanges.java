package dev.foldline.app.report;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.effects.git.DiffStat;
import dev.foldline.effects.git.DiffStat.FileChange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run achieved between two events.
 *
 * @param results the events that report commits, checks, artifacts and answers of users
 * @param files what differs in the files; none if git no longer has one of the two trees
 */
public record ResultChanges(List<ReplayStep> results, Optional<DiffStat> files) {
    public ResultChanges {
        results = List.copyOf(results);
    }

    /** Finds the results after one event and up to another. */
    public static List<ReplayStep> results(RunHistory history, long after, long last)
            throws IOException {
        var results = new ArrayList<ReplayStep>();
        history.walkTo(
                OptionalLong.of(last),
                step -> {
                    if (step.seq() > after && isResult(step.event())) results.add(step);
                });
        return results;
    }

    private static boolean isResult(Event event) {
        return event instanceof CheckEvent
                || event instanceof ArtifactAccepted
                || event instanceof GitEvent.WorkCommitted
                || event instanceof GitEvent.MergeLanded
                || event instanceof InputEvent.GateApproved
                || event instanceof InputEvent.GateRejected
                || event instanceof InputEvent.ArtifactReplaced;
    }

    List<Map<String, Object>> resultDocuments() {
        return results.stream().map(LogLines::document).toList();
    }

    Optional<List<Map<String, Object>>> fileDocuments() {
        return files.map(
                stat ->
                        stat.files().stream()
                                .map(
                                        each ->
                                                JsonOutput.fields(
                                                        "path",
                                                        each.path(),
                                                        "added",
                                                        each.linesAdded(),
                                                        "removed",
                                                        each.linesRemoved(),
                                                        "binary",
                                                        each.binary()))
                                .toList());
    }

    String text(TextStyle paint) {
        var text = new StringBuilder();
        if (results.isEmpty()) text.append("no results\n");
        results.forEach(step -> text.append(LogLines.full(step, paint)));
        text.append('\n');
        if (files.isEmpty())
            text.append("files: unknown, git no longer has one of the two trees\n");
        else files(text, files.get(), paint);
        return text.toString();
    }

    private static void files(StringBuilder text, DiffStat stat, TextStyle paint) {
        text.append(ValueFormatter.count(stat.files().size(), "file"))
                .append(" changed, ")
                .append(stat.linesAdded())
                .append(" lines added, ")
                .append(stat.linesRemoved())
                .append(" removed\n");
        for (FileChange each : stat.files())
            text.append("  ")
                    .append(
                            each.binary()
                                    ? "binary     "
                                    : paint.good("%+5d".formatted(each.linesAdded()))
                                            + " "
                                            + paint.bad("%5s".formatted("-" + each.linesRemoved())))
                    .append("  ")
                    .append(Printable.line(each.path()))
                    .append('\n');
    }
}
