package dev.foldline.app.server.call;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.NotFoundException;

/** A request that is not answered as it was asked, with the status that HTTP has for it. */
public final class ApiException extends UserError {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    public ApiException(int status, String message) {
        this(status, code(status), message, "", "");
    }

    private ApiException(int status, String code, String message, String place, String hint) {
        super(message, place, hint, ExitCode.FAILED);
        this.status = status;
        this.code = code;
    }

    public int status() {
        return status;
    }

    /** One word for programs, which stays the same when the message changes. */
    public String code() {
        return code;
    }

    /** The same error with a status of its own. */
    static ApiException of(int status, UserError error) {
        return new ApiException(
                status, code(status, error.exit()), error.message(), error.place(), error.hint());
    }

    private static String code(int status, ExitCode exit) {
        return switch (exit) {
            case LOCKED -> "locked";
            case CONFLICT -> "merge_conflict";
            case AUTHENTICATION -> "agent_not_signed_in";
            case BUDGET_REACHED -> "budget_reached";
            case DIVERGED -> "damaged_log";
            case UNAVAILABLE -> "unavailable";
            case DONE,
                    FAILED,
                    USAGE,
                    SUSPENDED,
                    BUG,
                    ESCALATED,
                    UNWANTED,
                    HALTED,
                    WALL_CLOCK,
                    INTERRUPTED,
                    TERMINATED ->
                    code(status);
        };
    }

    private static String code(int status) {
        return switch (status) {
            case 400 -> "invalid_request";
            case 401 -> "not_signed_in";
            case 403 -> "forbidden";
            case 404 -> "not_found";
            case 405 -> "method_not_allowed";
            case 408 -> "request_timeout";
            case 409 -> "conflict";
            case 413 -> "body_too_large";
            case 422 -> "idempotency_key_reused";
            case 426 -> "websocket_required";
            case 503 -> "unavailable";
            default -> status < 500 ? "invalid_request" : "internal_error";
        };
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
            case DONE, DIVERGED, BUG, UNWANTED -> 500;
        };
    }
}
