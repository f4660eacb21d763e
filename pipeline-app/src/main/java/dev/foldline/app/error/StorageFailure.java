package dev.foldline.app.error;

import dev.foldline.effects.store.LocksUnavailable;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;

/** What a disk refused, in words: what happened, where, and what helps. */
public final class StorageFailure {
    private StorageFailure() {}

    /** What the system says, what that means, and what helps. */
    private record Known(String said, String what, String remedy) {}

    private static final List<Known> KNOWN =
            List.of(
                    new Known(
                            "No space left on device",
                            "the disk is full",
                            "free disk space (df -h shows the usage)"),
                    new Known(
                            "quota exceeded",
                            "your disk quota is used up",
                            "remove unneeded files, or request more space"),
                    new Known(
                            "File too large",
                            "the file size limit of this process is reached",
                            "raise it: ulimit -f unlimited"),
                    new Known(
                            "Read-only file system",
                            "the file system is read-only",
                            "mount it writable; dmesg may tell why it is not"),
                    new Known(
                            "Permission denied",
                            "permission denied",
                            "grant yourself read and write access (ls -ld shows the owner)"),
                    new Known(
                            "Operation not permitted",
                            "permission denied",
                            "grant yourself read and write access (ls -ld shows the owner)"),
                    new Known(
                            "Input/output error",
                            "the disk reports an error",
                            "copy the repository to another disk"),
                    new Known(
                            "Too many open files",
                            "too many files are open",
                            "raise the limit: ulimit -n"),
                    new Known(
                            "Is a directory",
                            "a directory is where a file should be",
                            "move it away"),
                    new Known(
                            "Not a directory",
                            "a file is where a directory should be",
                            "move it away"));

    /**
     * The fault as an error of the user's surroundings; it ends a command with {@link
     * ExitCode#FAILED}.
     *
     * @param where what was read or written, if the fault does not tell
     * @param then what to do when the cause is gone, best a command; empty if that is clear
     */
    public static UserError of(IOException fault, String where, String then) {
        var said = describe(fault);
        var place = place(fault, where);
        if (fault instanceof LocksUnavailable)
            return error(
                    said,
                    place,
                    "keep the repository on a local disk, or let its file system lock files",
                    then);
        if (fault instanceof NoSuchFileException)
            return error("no such file or directory", place, "restore it from a backup", then);
        if (fault instanceof FileAlreadyExistsException) said = "Not a directory";
        if (fault instanceof AccessDeniedException) said = "Permission denied";
        for (var known : KNOWN) {
            if (said.contains(known.said()))
                return error(known.what(), place, known.remedy(), then);
        }
        return error(
                kind(fault) + (said.isEmpty() || said.equals(place) ? "" : ": " + said),
                place,
                "check the file system, and your access to it",
                then);
    }

    private static UserError error(String what, String place, String remedy, String then) {
        return new UserError(
                what, place, remedy + (then.isEmpty() ? "" : "; then: " + then), ExitCode.FAILED);
    }

    /** The system's own words are often those of the cause. */
    private static String describe(IOException fault) {
        var said = new StringBuilder(reason(fault));
        for (Throwable cause = fault.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException each && !said.toString().contains(reason(each)))
                said.append(": ").append(reason(each));
        }
        return said.toString();
    }

    private static String reason(IOException fault) {
        return text(
                fault instanceof FileSystemException named
                        ? named.getReason()
                        : fault.getMessage());
    }

    private static String place(IOException fault, String where) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileSystemException named && named.getFile() != null)
                return text(named.getFile());
        }
        return where;
    }

    private static String kind(IOException fault) {
        var kind =
                fault.getClass()
                        .getSimpleName()
                        .replaceAll("Exception$", "")
                        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                        .toLowerCase(Locale.ROOT);
        return kind.isEmpty() || kind.equals("io") || kind.equals("file system")
                ? "cannot read or write"
                : kind;
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
