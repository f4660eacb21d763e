package dev.foldline.app.error;

import org.apiguardian.api.API;

/**
 * Something the user asked for that cannot be done as asked: what happened, where, and what to do
 * next. It ends the command with its exit code and is shown without a stack trace; a mistake of our
 * own is never one of these.
 */
@API(status = API.Status.EXPERIMENTAL)
public class UserError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String hint;
    private final ExitCode exit;

    /**
     * @param message what happened, one sentence without a full stop
     * @param place where: a path, {@code file:line:column}, a flag or a run; empty when the message
     *     already says it
     * @param hint what to do next, best a command to paste; empty when nothing can be done
     * @param exit the code the command ends with
     */
    public UserError(String message, String place, String hint, ExitCode exit) {
        super(message);
        this.place = place;
        this.hint = hint;
        this.exit = exit;
    }

    /** What happened. */
    public String message() {
        return String.valueOf(getMessage());
    }

    /** Where it happened, or empty. */
    public String place() {
        return place;
    }

    /** What to do next, or empty. */
    public String hint() {
        return hint;
    }

    public ExitCode exit() {
        return exit;
    }

    /**
     * The lines a terminal shows: the message, then place and hint indented below it, each only if
     * there is one.
     */
    public String describe() {
        return message() + line("at", place) + line("try", hint);
    }

    private static String line(String label, String text) {
        return text.isEmpty() ? "" : "\n  " + label + ": " + text;
    }
}
