package dev.foldline.app.provenance;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a repository knows about how a commit came about.
 *
 * @param record what the log of the commit's run tells; none without such a log
 * @param note the text of the commit's note, if it has one
 */
public record CommitOrigin(
        CommitInfo commit, Option<Provenance> record, Optional<String> note, Verdict verdict) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.commit_origin/1";

    /** What a comparison of the note with the log has shown. */
    public enum Verdict {
        /** The note says what the log says. */
        VERIFIED("the note agrees with the log"),
        /** The note says something else. */
        CONTRADICTED("the note says something else than the log"),
        /** There is a log, but no note. */
        LOGGED("from the log; the commit has no note"),
        /** There is a note, but no log that confirms it. */
        UNCONFIRMED("from the note; no log here confirms it"),
        /** No run of this repository made the commit. */
        UNKNOWN("no run made this commit");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }
    }

    /** Reads the log and the note of a commit. */
    public static CommitOrigin of(Workspace here, String hash) throws IOException {
        var commit = here.git().commit(hash);
        var record = record(here, commit);
        var note = here.git().note(ProvenanceNotes.REF, hash);
        return new CommitOrigin(commit, record, note, verdict(record, note));
    }

    private static Verdict verdict(Option<Provenance> record, Optional<String> note) {
        if (record.isEmpty()) return note.isPresent() ? Verdict.UNCONFIRMED : Verdict.UNKNOWN;
        if (note.isEmpty()) return Verdict.LOGGED;
        return record.get().agreesWith(note) ? Verdict.VERIFIED : Verdict.CONTRADICTED;
    }

    /** The trailer names the run. A commit that was made on a branch of an agent has none. */
    private static Option<Provenance> record(Workspace here, CommitInfo commit) throws IOException {
        var ticket = commit.ticket();
        if (ticket.isEmpty()) return Option.none();
        var id = ticket.get().replaceFirst(":.*", "");
        if (!RunId.isRunId(id)) return Option.none();
        var run = here.runs().directory(new RunId(id));
        if (!Files.exists(run.events())) return Option.none();
        try {
            return Provenance.of(RunHistory.open(run), commit.hash());
        } catch (UserError damaged) {
            return Option.none();
        }
    }

    public ExitCode exit() {
        return verdict == Verdict.CONTRADICTED ? ExitCode.FAILED : ExitCode.DONE;
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "commit",
                commit.hash(),
                "subject",
                commit.subject(),
                "verdict",
                verdict.name().toLowerCase(Locale.ROOT),
                "log",
                record.map(Provenance::document),
                "note",
                note);
    }

    /** For users. */
    public String text(TextStyle paint) {
        var text = new StringBuilder();
        text.append(paint.strong("commit " + commit.hash()))
                .append('\n')
                .append("  ")
                .append(Printable.line(commit.subject()))
                .append('\n');
        for (var each : record) rows(text, each);
        if (record.isEmpty() || verdict == Verdict.CONTRADICTED)
            note.ifPresent(
                    said -> said.lines().forEach(line -> row(text, "note", Printable.line(line))));
        row(text, "verdict", styled(paint));
        return text.toString();
    }

    private String styled(TextStyle paint) {
        return switch (verdict) {
            case VERIFIED -> paint.good(verdict.words);
            case CONTRADICTED -> paint.bad(verdict.words);
            case LOGGED, UNCONFIRMED, UNKNOWN -> paint.careful(verdict.words);
        };
    }

    private static void rows(StringBuilder text, Provenance record) {
        row(text, "run", record.run() + ", " + record.workflow());
        row(text, "place", record.place() + ", event " + record.seq());
        for (var call : record.calls())
            row(
                    text,
                    Printable.line(call.role()),
                    Printable.line(
                            call.agent()
                                    + call.model().map(model -> ", " + model).getOrElse("")
                                    + ", prompt "
                                    + ValueFormatter.hash(call.prompt())));
        for (var check : record.checks())
            row(text, "check", Printable.line(check) + " passed on this tree");
        for (var each : record.approvals())
            row(
                    text,
                    each.artifact().isEmpty() ? "approved" : "replaced",
                    Printable.line(
                            each.artifact().map(name -> name + " at ").getOrElse("")
                                    + each.gate()
                                    + ", revision "
                                    + each.revision()
                                    + ", at "
                                    + LocalTimeFormatter.second(each.at())
                                    + each.by().map(by -> " by " + by).getOrElse("")));
    }

    private static void row(StringBuilder text, String label, String value) {
        text.append("  ")
                .append(label)
                .append(" ".repeat(Math.max(1, 12 - label.length())))
                .append(value)
                .append('\n');
    }
}
