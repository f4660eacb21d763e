package dev.foldline.app.command;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.config.key.SpellingSuggestion;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.util.List;
import java.util.Optional;

/** Words the command line does not understand, with what was probably meant. */
public final class UsageError {
    /** A dash and a letter, of which each other one is one edit away. */
    private static final int SHORT = 2;

    private UsageError() {}

    public static UserError of(ParameterException mistake) {
        var line = mistake.getCommandLine();
        return mistake instanceof UnmatchedArgumentException unmatched
                ? unknown(line, unmatched.getUnmatched().getFirst())
                : error(
                        String.valueOf(mistake.getMessage()).replaceFirst("^Error: ", ""),
                        line,
                        Optional.empty());
    }

    private static UserError unknown(CommandLine line, String word) {
        if (word.startsWith("-")) return option(line, word);
        if (!line.getSubcommands().isEmpty()) {
            return error(
                    "unknown command " + word,
                    line,
                    SpellingSuggestion.to(word, line.getSubcommands().keySet()));
        }
        return error("unexpected argument " + word, line, Optional.empty());
    }

    /** It may also be a task that begins with a dash. */
    private static UserError option(CommandLine line, String word) {
        var spec = line.getCommandSpec();
        var near =
                name(word).length() <= SHORT
                        ? Optional.<String>empty()
                        : SpellingSuggestion.to(name(word), options(spec));
        var apart = spec.qualifiedName() + " -- '" + word.replace("'", "'\\''") + "'";
        if (spec.positionalParameters().stream()
                .noneMatch(each -> each.paramLabel().equals("TASK")))
            return error("unknown option " + word, line, near);
        return new UserError(
                "unknown option " + word,
                "",
                near.map(
                                option ->
                                        spec.qualifiedName()
                                                + " "
                                                + option
                                                + ", or, if it is not an option: "
                                                + apart)
                        .orElse(
                                word.indexOf(' ') < 0
                                        ? spec.qualifiedName()
                                                + " --help, or, if it is not an option: "
                                                + apart
                                        : apart),
                ExitCode.USAGE);
    }

    private static UserError error(String message, CommandLine line, Optional<String> meant) {
        var name = line.getCommandSpec().qualifiedName();
        return new UserError(
                message,
                "",
                meant.map(word -> name + " " + word).orElse(name + " --help"),
                ExitCode.USAGE);
    }

    private static List<String> options(CommandSpec spec) {
        return spec.options().stream().flatMap(option -> List.of(option.names()).stream()).toList();
    }

    private static String name(String word) {
        int value = word.indexOf('=');
        return value < 0 ? word : word.substring(0, value);
    }
}
