package dev.foldline.app.command;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.app.config.InvalidConfiguration;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.output.Version;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.driver.JournalFault;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a command that failed says so: what happened, where, and what to do next; on stdout as JSON
 * if that was asked for.
 */
public final class FailureReport {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.error/1";

    private final Console console;
    private final String command;
    private final boolean json;

    /**
     * @param command as it was typed, for the report on a bug
     */
    public FailureReport(Console console, String command, boolean json) {
        this.console = console;
        this.command = command;
        this.json = json;
    }

    /** Says what happened, and gives the exit code. */
    public int failed(Throwable failure) {
        return switch (failure) {
            case UserError error -> reportRefusal(error);
            case UncheckedIOException operating ->
                    reportRefusal(operating(new IOException(operating.getMessage(), operating)));
            case IOException operating -> reportRefusal(operating(operating));
            case JournalFault unwritten ->
                    reportRefusal(
                            operating(
                                    new IOException(unwritten.getMessage(), unwritten.getCause())));
            case InterruptedException _ ->
                    reportRefusal(new UserError("interrupted", "", "", ExitCode.INTERRUPTED));
            default -> broken(failure);
        };
    }

    /**
     * Reports that stdout could not be written. The report always goes to stderr.
     *
     * @param exit exit code of the command, which is kept if the command failed
     */
    public int untold(IOException fault, int exit) {
        var reason = fault.getMessage();
        console.err()
                .println(
                        paint().bad("error:")
                                + " cannot write the output"
                                + (reason == null || reason.isBlank() ? "" : ": " + reason));
        return exit == ExitCode.DONE.value() ? ExitCode.FAILED.value() : exit;
    }

    /** The world's doing: nothing of ours to report. */
    private UserError operating(IOException fault) {
        return StorageFailure.of(fault, console.runFolder().map(Path::toString).orElse(""), "");
    }

    private int reportRefusal(UserError error) {
        if (json) console.print(document(error));
        else console.err().println(paint().bad("error:") + " " + error.describe());
        return error.exit().value();
    }

    private static Map<String, Object> document(UserError error) {
        var next = error.hint().isEmpty() ? List.of() : List.of(error.hint());
        var fields =
                JsonOutput.fields(
                        "message",
                        error.message(),
                        "place",
                        text(error.place()),
                        "meaning",
                        error.exit().meaning());
        if (error instanceof InvalidConfiguration invalid) {
            fields.put(
                    "problems",
                    invalid.problems().stream()
                            .map(
                                    each ->
                                            JsonOutput.fields(
                                                    "place",
                                                    each.origin().describe(),
                                                    "message",
                                                    each.what(),
                                                    "remedy",
                                                    each.remedy()))
                            .toList());
        }
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "ok",
                false,
                "exit",
                error.exit().value(),
                "error",
                fields,
                "next",
                next);
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(each -> !each.isEmpty());
    }

    private int broken(Throwable bug) {
        var place = report(bug).map(Path::toString).orElse("");
        var what = bug instanceof PipelineBug ? String.valueOf(bug.getMessage()) : bug.toString();
        return reportRefusal(
                new UserError(
                        "internal error: " + what,
                        place,
                        place.isEmpty()
                                ? ""
                                : "report this bug with that file; the run can be resumed",
                        ExitCode.BUG));
    }

    /**
     * Written where the run is, else where temporary files go; absent if neither can be written.
     */
    private Optional<Path> report(Throwable bug) {
        var text = console.redaction().text(text(bug));
        for (var folder : console.runFolder().stream().toList()) {
            try {
                return Optional.of(
                        Files.writeString(Files.createTempFile(folder, "bug-", ".txt"), text));
            } catch (IOException unwritable) {
                // the run may be what is broken
            }
        }
        try {
            return Optional.of(
                    Files.writeString(Files.createTempFile("foldline-bug-", ".txt"), text));
        } catch (IOException unwritable) {
            console.err().println(text);
            return Optional.empty();
        }
    }

    private String text(Throwable bug) {
        var trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace, true));
        return "foldline "
                + Version.text()
                + ", "
                + Instant.now()
                + "\n"
                + "command: foldline "
                + command
                + "\n"
                + "java: "
                + Runtime.version()
                + " on "
                + System.getProperty("os.name", "")
                + " "
                + System.getProperty("os.arch", "")
                + "\n\n"
                + trace;
    }

    private TextStyle paint() {
        return console.paint();
    }
}
