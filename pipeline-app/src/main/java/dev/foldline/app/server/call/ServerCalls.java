package dev.foldline.app.server.call;

import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.server.call.ApiCall.Gives;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.BooleanSupplier;

/**
 * The calls about the server: its logins, its state, and the repositories that it serves.
 *
 * @param logins of browsers
 */
public record ServerCalls(LoginCalls logins) {
    private static final String LOGIN = "foldline.login/1";
    private static final String USER = "foldline.user/1";
    private static final String HEALTH = "foldline.health/1";
    private static final String LOGOUT = "foldline.logout/1";
    private static final String METRICS_TYPE = "text/plain;version=0.0.4;charset=utf-8";
    private static final String ALL = "all";
    private static final Field<Boolean> EVERY =
            Field.truth(ALL, "end all logins and revoke unused links");
    private static final Field<Boolean> NAMES =
            Field.truth("names", "only the names: no run is read");

    /** These calls, and the one that describes them all. */
    public static Vector<ApiCall> described(Vector<ApiCall> calls, String base) {
        return calls.append(
                ApiCall.get(
                        "/openapi.json",
                        "This document.",
                        new Gives(200, Gives.JSON, Option.none()),
                        _ -> ApiResponse.json(OpenApi.of(described(calls, base), base))));
    }

    /**
     * The calls about the user who asks.
     *
     * @param isInFleet whether the repository has an engine of a fleet
     */
    public Vector<ApiCall> ofUsers(BooleanSupplier isInFleet) {
        return Vector.of(
                ApiCall.post(
                                "/api/logins",
                                "Create a login link for a browser. It works once, for a limited"
                                        + " time. Needs a token: a login makes no links.",
                                Gives.document(LOGIN),
                                this::invited)
                        .needing(Permission.VIEW),
                ApiCall.get(
                        "/api/me",
                        "Get the name and the role of the user who asks, and whether a fleet is"
                                + " configured.",
                        Gives.document(USER),
                        asked ->
                                ApiResponse.json(
                                        JsonOutput.fields(
                                                "schema",
                                                USER,
                                                "name",
                                                asked.user().name(),
                                                "role",
                                                asked.user().role().label(),
                                                "fleet",
                                                isInFleet.getAsBoolean()))),
                ApiCall.post(
                                "/api/logout",
                                "End the login of the browser that asks, and the streams that it"
                                        + " follows.",
                                Gives.document(LOGOUT),
                                this::logout)
                        .needing(Permission.VIEW)
                        .taking(EVERY));
    }

    /** The calls of monitors. */
    public static Vector<ApiCall> ofMonitors(ServerStatus status) {
        return Vector.of(
                ApiCall.get(
                        ApiCall.HEALTH,
                        "Check that the server answers. Needs no token.",
                        Gives.document(HEALTH),
                        _ -> health("ok")),
                ApiCall.get(
                        ApiCall.READINESS,
                        "Check that the server can read what it serves. Needs no token.",
                        Gives.document(HEALTH),
                        _ -> ready(status)),
                ApiCall.get(
                        "/metrics",
                        "Get the metrics in the text format of Prometheus.",
                        new Gives(200, METRICS_TYPE, Option.none()),
                        asked -> new ApiResponse.Page(METRICS_TYPE, status.metrics(asked.user()))));
    }

    /** The call that lists several repositories. */
    public static Vector<ApiCall> ofRepositories(RepositoryList repositories) {
        return Vector.of(
                ApiCall.get(
                                "/api/repositories",
                                "List the repositories that the user may see, with the number of"
                                        + " runs in each state and today's cost.",
                                Gives.document(RepositoryList.SCHEMA),
                                asked ->
                                        ApiResponse.json(
                                                repositories.document(
                                                        asked.user(), !asked.query().get(NAMES))))
                        .asking(NAMES));
    }

    /** A stolen cookie would renew itself without end. */
    private ApiResponse invited(ValidatedRequest asked) {
        if (asked.session().isDefined())
            throw new ApiException(403, "a login creates no link: show the token");
        if (asked.user().name().isDefined() && asked.user().entry().isEmpty())
            throw new ApiException(403, "this user has no id: the owner adds the user again");
        return new ApiResponse.Unredacted(
                JsonOutput.fields("schema", LOGIN, "url", logins.invitation(asked.user())));
    }

    private static ApiResponse ready(ServerStatus status) {
        status.unready()
                .forEach(
                        why -> {
                            throw new ApiException(503, why);
                        });
        return health("ready");
    }

    private static ApiResponse health(String status) {
        return ApiResponse.json(JsonOutput.fields("schema", HEALTH, "status", status));
    }

    private ApiResponse logout(ValidatedRequest asked) {
        var everybodys = asked.fields().get(EVERY);
        if (everybodys && !asked.user().role().allows(Permission.OPERATE))
            throw new ApiException(403, asked.user().role().refusal(Permission.OPERATE));
        if (everybodys && asked.user().repositories().isDefined())
            throw new ApiException(403, "this user may not end the logins of all repositories");
        if (everybodys) logins.leaveAll();
        else
            logins.leave(
                    asked.session()
                            .getOrElseThrow(
                                    () ->
                                            new ApiException(
                                                    400,
                                                    "the token has no login to end; to end the"
                                                            + " logins of browsers, send {\"all\":"
                                                            + " true}")));
        return new ApiResponse.LoggedOut(
                JsonOutput.fields("schema", LOGOUT, "ok", true, ALL, everybodys));
    }
}
