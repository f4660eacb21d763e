package dev.foldline.app.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The options every command takes, before or behind its name.
 *
 * <p>They are declared in code: to read annotations takes a third of the time of a short command.
 */
public final class GlobalOptions {
    /** When text is coloured. */
    public enum Colour {
        auto,
        always,
        never
    }

    private static final Pattern BEFORE_A_VALUE = Pattern.compile("-[qvy]*C|--color");
    private static final Pattern OF_ITS_OWN =
            Pattern.compile(
                    "-[qvy]+|-[qvy]*C.+|--color=.*|--quiet|--verbose|--json|--no-input|--yes");
    private static final Pattern NAME = Pattern.compile("[a-z]");

    private final OptionSpec directories =
            inherited("-C")
                    .paramLabel("DIR")
                    .type(List.class)
                    .auxiliaryTypes(String.class)
                    .description("Run as if started in DIR; relative paths accumulate.")
                    .build();
    private final OptionSpec quiet = flag("Print only the requested output.", "-q", "--quiet");
    private final OptionSpec verbose = flag("Print more details.", "-v", "--verbose");
    private final OptionSpec colour =
            inherited("--color")
                    .paramLabel("WHEN")
                    .type(Colour.class)
                    .description("Use colour: auto, always or never. NO_COLOR is respected.")
                    .build();
    private final OptionSpec json =
            flag(
                    "Print JSON: one document, or one per line for streams. Diagnostics go to"
                            + " stderr.",
                    "--json");
    private final OptionSpec noInput =
            flag("Never prompt; commands that need confirmation fail without --yes.", "--no-input");
    private final OptionSpec yes = flag("Answer yes to every prompt.", "-y", "--yes");

    /** The option for help, which every command has too. */
    private final OptionSpec help =
            inherited("-h", "--help")
                    .type(boolean.class)
                    .arity("0")
                    .usageHelp(true)
                    .description("Show help for a command.")
                    .build();

    /** Adds the options to the root, which passes them on to its commands. */
    public void addTo(CommandSpec root) {
        for (var option : List.of(directories, quiet, verbose, colour, json, noInput, yes, help))
            root.addOption(option);
    }

    /**
     * Returns the first of the words that is no global option and no value of one; nothing where
     * only the complete set of commands gives the answer.
     */
    static Optional<String> commandIn(String... words) {
        for (int index = 0; index < words.length; index++) {
            var word = words[index];
            if (BEFORE_A_VALUE.matcher(word).matches()) index++;
            else if (!OF_ITS_OWN.matcher(word).matches())
                return Optional.of(word).filter(each -> NAME.matcher(each).lookingAt());
        }
        return Optional.empty();
    }

    private static OptionSpec flag(String description, String... names) {
        return inherited(names).type(boolean.class).arity("0").description(description).build();
    }

    private static OptionSpec.Builder inherited(String... names) {
        return OptionSpec.builder(names).scopeType(ScopeType.INHERIT);
    }

    private static boolean isSet(OptionSpec flag) {
        return Boolean.TRUE.equals(flag.getValue());
    }

    List<String> directories() {
        List<String> given = directories.getValue();
        return given == null ? List.of() : List.copyOf(given);
    }

    boolean quiet() {
        return isSet(quiet);
    }

    boolean verbose() {
        return isSet(verbose);
    }

    Colour colour() {
        Colour given = colour.getValue();
        return given == null ? Colour.auto : given;
    }

    boolean json() {
        return isSet(json);
    }

    boolean noInput() {
        return isSet(noInput);
    }

    boolean yes() {
        return isSet(yes);
    }
}
