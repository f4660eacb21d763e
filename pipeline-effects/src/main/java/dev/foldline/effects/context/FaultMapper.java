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

    /** No agent can fix a disk, so the run halts for the user at once without a recovery. */
    public static Fault of(Fault.Kind kind, String message) {
        var storage = (kind == Fault.Kind.GIT || kind == Fault.Kind.FILES) && isStorage(message);
        return Fault.of(storage ? Fault.Kind.NEEDS_PERSON : kind, message);
    }

    private static boolean isStorage(String message) {
        return STORAGE.stream().anyMatch(message::contains);
    }
}
