package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.config.Starter;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Locale;

/** The text of a task: from the command line, from a file, or from {@code PROMPT.md}. */
public final class TaskText {
    private TaskText() {}

    public static final String FILE = "PROMPT.md";

    private static final int SLUG_CHARS_MAX = 48;

    /**
     * @throws UserError if it is empty
     */
    public static String ofText(String text) {
        if (text.isBlank())
            throw new UserError(
                    "the task is empty", "", "foldline run \"what to do\"", ExitCode.USAGE);
        return text.strip();
    }

    /**
     * What {@link #FILE} says.
     *
     * @param command which a task can be given to instead
     * @throws UserError if there is no such file, it is empty, or still the starter
     */
    public static String from(Path root, String command) {
        var file = root.resolve(FILE);
        if (!Files.exists(file))
            throw new UserError(
                    "there is no task",
                    file.toString(),
                    command + " \"what to do\", or write it into " + FILE + " (foldline init)",
                    ExitCode.USAGE);
        return from(file);
    }

    /**
     * @throws UserError if there is no such file, it is empty, or still the starter
     */
    public static String from(Path file) {
        try {
            return read(Files.readString(file), file.toString());
        } catch (NoSuchFileException absent) {
            throw new UserError(
                    "no such file", file.toString(), "write what to do into it", ExitCode.USAGE);
        } catch (CharacterCodingException notText) {
            throw new UserError(
                    "the task is not UTF-8 text",
                    file.toString(),
                    "save it as UTF-8",
                    ExitCode.USAGE);
        } catch (IOException unreadable) {
            throw new UserError(
                    "the task cannot be read: " + unreadable.getMessage(),
                    file.toString(),
                    "",
                    ExitCode.USAGE);
        }
    }

    /**
     * Reads a task from a file.
     *
     * @param place the file, for the error
     * @throws UserError if it is empty, or still the starter
     */
    public static String read(String text, String place) {
        if (Starter.hasSentinel(text))
            throw new UserError(
                    "the task is still the starter text",
                    place,
                    "write the task into it and delete the line '" + Starter.SENTINEL + "'",
                    ExitCode.USAGE);
        if (text.isBlank())
            throw new UserError(
                    "the task is empty", place, "write what to do into it", ExitCode.USAGE);
        return text.strip();
    }

    /** A branch-name part made of the first line's words; {@code task} if there are none. */
    public static String slug(String task) {
        var line =
                task.lines()
                        .map(each -> each.replaceFirst("^#+\\s*", ""))
                        .filter(each -> !each.isBlank())
                        .findFirst()
                        .orElse("");
        var ascii =
                Normalizer.normalize(line, Normalizer.Form.NFKD)
                        .replaceAll("\\p{M}", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-+|-+$", "");
        if (ascii.length() <= SLUG_CHARS_MAX) return ascii.isEmpty() ? "task" : ascii;
        var cut = ascii.substring(0, SLUG_CHARS_MAX + 1);
        int dash = cut.lastIndexOf('-');
        return dash > 0 ? cut.substring(0, dash) : cut.substring(0, SLUG_CHARS_MAX);
    }
}
