package dev.foldline.app.server.call;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.NotFoundException;

/** A request that is not answered as it was asked, with the status that HTTP has for it. */
public final class ApiException extends UserError {
    private static final long serialVersionUID = 1L;

    private final int status;

    public ApiException(int status, String message) {
        this(status, message, "", "");
    }

    private ApiException(int status, String message, String place, String hint) {
        super(message, place, hint, ExitCode.FAILED);
        this.status = status;
    }

    public int status() {
        return status;
    }

    /** The same error with a status of its own. */
    static ApiException of(int status, UserError error) {
        return new ApiException(status, error.message(), error.place(), error.hint());
    }

    /** What a command would have said and ended with. */
    public static ApiException of(UserError error) {
        return error instanceof ApiException refusal
                ? refusal
                : of(error instanceof NotFoundException ? 404 : status(error.exit()), error);
    }

    private static int status(ExitCode exit) {
        return switch (exit) {
            case USAGE -> 400;
            case LOCKED,
                    FAILED,
                    SUSPENDED,
                    AUTHENTICATION,
                    CONFLICT,
                    BUDGET_REACHED,
                    ESCALATED,
                    HALTED ->
                    409;
            case UNAVAILABLE, WALL_CLOCK, INTERRUPTED, TERMINATED -> 503;
            case DONE, DIVERGED, BUG -> 500;
        };
    }
}
