package dev.foldline.effects.context;

import dev.foldline.core.state.Fault;
import dev.foldline.effects.git.GitFault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

/** Converts exceptions to faults. */
public final class FaultMapper {
    private static final List<String> STORAGE =
            List.of("No space left on device", "quota exceeded", "Read-only file system");

    /** The message of an exception that wraps another one starts with that one's class. */
    private static final Pattern CLASS = Pattern.compile("^(?:[a-z]+\\.)+\\w+: ");

    /** Git could not run a program that its configuration names, such as a filter. */
    private static final Pattern NO_PROGRAM =
            Pattern.compile(
                    "external filter '[^\n]*' failed 12[67]\\b"
                            + "|(?m)^(?:[^\n]*: )?\\S+: (?:command )?not found$"
                            + "|cannot run [^\n]+: No such file or directory");

    private static final String NO_PROGRAM_REMEDY =
            "\nInstall the program that git's configuration names, or remove it there. Then run"
                    + " foldline retry";

    private static final Pattern DAMAGED =
            Pattern.compile(
                    "not a git repository|bad object HEAD|index file corrupt|index file smaller"
                            + " than expected|bad index file|(?:loose )?object \\S+ (?:\\(stored in"
                            + " [^)]*\\) )?is (?:corrupt|empty)|unable to read tree|insufficient"
                            + " permission for adding an object");

    private FaultMapper() {}

    /** Directory walks wrap disk errors. */
    public static Fault of(UncheckedIOException operating) {
        return operating.getCause() == null
                ? Fault.of(Fault.Kind.FILES, String.valueOf(operating.getMessage()))
                : of(operating.getCause());
    }

    public static Fault of(IOException operating) {
        var message =
                operating.getMessage() == null
                        ? operating.getClass().getSimpleName()
                        : CLASS.matcher(operating.getMessage()).replaceFirst("");
        return operating instanceof GitFault git
                ? of(
                        git.kind() == GitFault.Kind.KILLED ? Fault.Kind.GIT_KILLED : Fault.Kind.GIT,
                        "git (" + git.kind() + "): " + message)
                : of(
                        Fault.Kind.FILES,
                        isStorage(message)
                                ? message
                                : operating.getClass().getSimpleName() + ": " + message);
    }

    /**
     * No agent can fix a disk, a damaged repository or a missing program of a filter, so the run
     * halts for the user at once without a recovery.
     */
    public static Fault of(Fault.Kind kind, String message) {
        var storage = (kind == Fault.Kind.GIT || kind == Fault.Kind.FILES) && isStorage(message);
        if (storage || kind == Fault.Kind.GIT && DAMAGED.matcher(message).find())
            return Fault.of(Fault.Kind.NEEDS_PERSON, message);
        return kind == Fault.Kind.GIT && NO_PROGRAM.matcher(message).find()
                ? Fault.of(Fault.Kind.NEEDS_PERSON, message + NO_PROGRAM_REMEDY)
                : Fault.of(kind, message);
    }

    private static boolean isStorage(String message) {
        return STORAGE.stream().anyMatch(message::contains);
    }
}
