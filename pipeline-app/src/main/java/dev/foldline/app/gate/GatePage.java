package dev.foldline.app.gate;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.QuestionFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.FindingsText;
import dev.foldline.core.command.Author;
import dev.foldline.core.state.Findings;
import dev.foldline.core.verdict.VerdictText;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.effects.artifact.ArtifactOutline;
import dev.foldline.effects.git.DiffStat.FileChange;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.Locale;

/**
 * What a gate asks a person to approve, as a page of text: the artifacts, the changes, the checks,
 * and how to answer.
 */
public final class GatePage {
    private static final int FILES_SHOWN_MAX = 30;
    private static final int LINES_SHOWN_MAX = 400;

    private final OpenGate open;
    private final TextStyle paint;
    private final StringBuilder text = new StringBuilder();

    private GatePage(OpenGate open, TextStyle paint) {
        this.open = open;
        this.paint = paint;
    }

    public static String of(OpenGate open, ApprovalTarget ground, Blobs blobs, TextStyle paint)
            throws IOException {
        var page = new GatePage(open, paint);
        page.head(GateHistory.of(open.run()));
        for (var name : page.made()) page.artifact(name, blobs);
        page.remarks();
        page.changes(ground);
        page.guarded(blobs);
        page.checks(ground);
        page.answers(ground);
        return page.text.toString();
    }

    private void head(GateHistory history) {
        var gate = open.gate();
        title("gate " + gate.id());
        if (gate.question().isEmpty()) row("asks", Printable.line(gate.reason()));
        gate.question()
                .toVector()
                .flatMap(QuestionFormatter::rows)
                .forEach(each -> row(each._1(), each._2()));
        history.openedBy().ifPresent(by -> row("opened by", origin(by)));
        row(
                "run",
                open.run().id()
                        + ", "
                        + open.point().state().workflow().name()
                        + ", "
                        + ValueFormatter.place(open.point().state()));
        row(
                "shows",
                "revision "
                        + gate.revision()
                        + gate.tree()
                                .map(tree -> ", tree " + ValueFormatter.hash(tree))
                                .getOrElse(""));
        for (var answer : history.answers())
            row(
                    "before",
                    answer.gate()
                            + ", revision "
                            + answer.revision()
                            + ": "
                            + answer.verdict().name().toLowerCase(Locale.ROOT)
                            + " at "
                            + LocalTimeFormatter.second(answer.at())
                            + answer.by().map(by -> " by " + origin(by)).orElse(""));
        for (var edit : history.edits())
            row(
                    "replaced",
                    edit.artifact()
                            + ", since then revision "
                            + edit.revision()
                            + ", at "
                            + LocalTimeFormatter.second(edit.at())
                            + edit.by().map(by -> " by " + origin(by)).orElse(""));
    }

    private static String origin(Author author) {
        return EventFormatter.of(author)
                + (author.processes().isEmpty()
                        ? ""
                        : ", process "
                                + ValueFormatter.oneLine(author.processes().mkString(" < ")));
    }

    /** The artifacts that the phase behind the gate has made. */
    private Vector<String> made() {
        return open.point()
                .state()
                .phase()
                .map(Phase::steps)
                .getOrElse(Vector.empty())
                .flatMap(
                        step ->
                                step instanceof Step.Collect(var name, _, _)
                                        ? Vector.of(name)
                                        : Vector.<String>empty())
                .distinct();
    }

    private void artifact(String name, Blobs blobs) throws IOException {
        var id = open.point().state().ledger().artifacts().get(name);
        if (id.isEmpty()) return;
        title(name);
        var lines = ArtifactOutline.of(blobs.text(id.get()));
        lines.stream()
                .limit(LINES_SHOWN_MAX)
                .forEach(
                        line ->
                                text.append("  ")
                                        .append(indent(line))
                                        .append(Printable.line(line))
                                        .append('\n'));
        if (lines.size() > LINES_SHOWN_MAX)
            row(
                    "",
                    paint.careful(
                            "and "
                                    + (lines.size() - LINES_SHOWN_MAX)
                                    + " lines more, which are approved as well: "
                                    + blobs.file(id.get())));
    }

    /** What stands below what is seen by it. */
    private static String indent(String line) {
        return " ".repeat(line.length() - line.stripLeading().length());
    }

    private void remarks() {
        var feedback = open.point().state().ledger().feedback(open.point().state().phaseKey());
        if (feedback.isEmpty()) return;
        title("said before");
        feedback.forEach(
                remark ->
                        row(
                                "revision " + remark.execution(),
                                ValueFormatter.oneLine(remark.message())));
    }

    private void changes(ApprovalTarget ground) {
        ground.changes()
                .ifPresent(
                        changes -> {
                            var stat = changes.stat();
                            title("changes " + changes.since());
                            stat.files().stream()
                                    .limit(FILES_SHOWN_MAX)
                                    .forEach(
                                            file -> row(counts(file), Printable.line(file.path())));
                            if (stat.files().size() > FILES_SHOWN_MAX)
                                row(
                                        "",
                                        "and "
                                                + (stat.files().size() - FILES_SHOWN_MAX)
                                                + " files more");
                            row(
                                    "",
                                    ValueFormatter.count(stat.files().size(), "file")
                                            + ", +"
                                            + stat.linesAdded()
                                            + " -"
                                            + stat.linesRemoved());
                        });
    }

    /** What judges the change and was changed itself, and what trials of the tests have shown. */
    private void guarded(Blobs blobs) throws IOException {
        var change = open.point().state().ledger().findings().change();
        for (var file : change.report().toVector().flatMap(ChangeReport::guarded)) {
            title(Printable.line(file.path()) + ": " + Printable.line(file.why()));
            if (file.patch().isDefined()) patch(blobs.text(file.patch().get()));
        }
        var shown = FindingsText.witness(change);
        if (shown.isEmpty()) return;
        title("witness");
        shown.forEach(sentence -> row("", Printable.line(sentence)));
    }

    private void patch(String patch) {
        var lines = patch.lines().toList();
        lines.stream()
                .limit(LINES_SHOWN_MAX)
                .forEach(line -> text.append("  ").append(Printable.line(line)).append('\n'));
        if (lines.size() > LINES_SHOWN_MAX)
            row("", "and " + (lines.size() - LINES_SHOWN_MAX) + " lines more");
    }

    private static String counts(FileChange file) {
        return file.binary() ? "binary" : "+" + file.linesAdded() + " -" + file.linesRemoved();
    }

    private void checks(ApprovalTarget ground) {
        var evidence = open.point().state().ledger().findings().checks();
        if (evidence.isEmpty()) return;
        title("checks");
        evidence.forEach((name, found) -> row(name, checked(found, ground)));
    }

    private String checked(Findings.Evidence found, ApprovalTarget ground) {
        return switch (found) {
            case Findings.Evidence.Passed(var tree) when tree.equals(ground.tree()) ->
                    paint.good("passed on tree " + ValueFormatter.hash(tree) + ", as it is now");
            case Findings.Evidence.Passed(var tree) ->
                    paint.careful(
                            "passed on tree " + ValueFormatter.hash(tree) + ", another than now");
            case Findings.Evidence.Tolerated(_, var verdict) ->
                    paint.careful(VerdictText.of(verdict));
            case Findings.Evidence.Failed _ -> paint.careful("failed");
        };
    }

    private void answers(ApprovalTarget ground) {
        var which =
                open.gate().id() + " " + open.run().id() + " --revision " + open.gate().revision();
        title("answer");
        if (open.gate().question().isDefined()) {
            answersToQuestion(which);
            return;
        }
        if (ground.hasMoved(open.gate()))
            row(
                    "",
                    paint.bad(
                            "files have changed since the gate opened; to approve them too:"
                                    + " foldline approve "
                                    + which
                                    + " --as-it-is"));
        else row("", "foldline approve " + which);
        row(
                "",
                "foldline reject "
                        + which
                        + " -m \""
                        + ValueFormatter.whyRejected(open.gate().onReject())
                        + "\"");
        for (var artifact : EditableArtifact.of(open))
            row(
                    "",
                    "foldline edit "
                            + artifact.name()
                            + " "
                            + open.gate().id()
                            + " "
                            + open.run().id());
    }

    private void answersToQuestion(String which) {
        row("", QuestionFormatter.answering(open.gate(), open.run().id().text()));
        if (open.gate().question().exists(asked -> asked.recommendation().isDefined()))
            row("recommended", "foldline approve " + which);
    }

    private void title(String title) {
        text.append(text.isEmpty() ? "" : "\n").append(paint.strong(title)).append('\n');
    }

    private void row(String label, String value) {
        var gap = label.isEmpty() ? "" : " ".repeat(Math.max(1, 14 - label.length()));
        text.append("  ").append(Printable.line(label)).append(gap).append(value).append('\n');
    }
}
