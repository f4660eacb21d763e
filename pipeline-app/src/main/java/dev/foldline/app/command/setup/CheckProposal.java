package dev.foldline.app.command.setup;

import dev.foldline.effects.report.ProposedForm;
import dev.foldline.effects.report.ProposedForm.Source;

import java.nio.file.Path;
import java.util.Optional;

/** A check with the form in which its failures have names. */
record CheckProposal(String command, ProposedForm form) {
    private static final String PLAIN = "[A-Za-z.][\\w ./=-]*";

    /** Finds the form of a command by its test runner. */
    static Optional<CheckProposal> of(Path root, String command) {
        return ProposedForm.of(root, command)
                .map(form -> new CheckProposal(form.command().getOrElse(command), form))
                .toJavaOptional();
    }

    /** The entry of {@code checks}. */
    String entry() {
        return "{ run: " + scalar(command) + ", " + source() + " }";
    }

    private String source() {
        return switch (form.source()) {
            case Source.Report(var glob) -> "report: " + quoted(glob);
            case Source.Lines(var pattern) -> "failures: " + quoted(pattern);
        };
    }

    private static String scalar(String text) {
        return text.matches(PLAIN) ? text : quoted(text);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
