package dev.foldline.app.server.call;

import dev.foldline.app.operation.DocumentSchemas;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.user.ServerUser;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * One thing that a client may ask for.
 *
 * @param template the path, with names in braces
 * @param about what it does, one sentence
 * @param query what may stand behind the question mark
 * @param gives what it answers with if all is well
 * @param permission what the user must be allowed to do
 */
public record ApiCall(
        Method method,
        String template,
        String about,
        Vector<Field<?>> query,
        RequestBody body,
        Gives gives,
        Permission permission,
        Work work) {

    /** Where deliveries of the forge arrive, before any other call is looked for. */
    public static final String WEBHOOK = "/webhooks/forge";

    static final String HEALTH = "/healthz";
    static final String READINESS = "/readyz";

    /** Returns whether a path needs no token: monitors and forges have none. */
    public static boolean isPublic(String path) {
        return isMonitor(path) || path.equals(WEBHOOK);
    }

    /** Returns whether monitors ask for a path, which is the server's and of no repository. */
    public static boolean isMonitor(String path) {
        return path.equals(HEALTH) || path.equals(READINESS);
    }

    /** How it is asked for. */
    public enum Method {
        GET,
        POST
    }

    /**
     * What an answer is.
     *
     * @param schema the name of the schema of the document, if it is one
     */
    public record Gives(int status, String type, Option<String> schema) {
        /** The usual type. */
        public static final String JSON = "application/json";

        /**
         * @param document its name and version
         */
        static Gives document(String document) {
            return document(200, document);
        }

        static Gives document(int status, String document) {
            return of(status, DocumentSchemas.definition(document));
        }

        /**
         * A form of a document that other front ends print in other forms too.
         *
         * @param schema the name of its schema
         */
        static Gives form(String schema) {
            return of(200, schema);
        }

        private static Gives of(int status, String schema) {
            return new Gives(status, JSON, Option.of(schema));
        }
    }

    /** What a call does. */
    @FunctionalInterface
    interface Work {
        ApiResponse on(ValidatedRequest asked) throws IOException, InterruptedException;
    }

    static ApiCall get(String template, String about, Gives gives, Work work) {
        return new ApiCall(
                Method.GET,
                template,
                about,
                Vector.empty(),
                new RequestBody.Nothing(),
                gives,
                Permission.VIEW,
                work);
    }

    /** A call that needs the permission to operate, if nothing else is said. */
    static ApiCall post(String template, String about, Gives gives, Work work) {
        return new ApiCall(
                Method.POST,
                template,
                about,
                Vector.empty(),
                new RequestBody.Nothing(),
                gives,
                Permission.OPERATE,
                work);
    }

    /** The same call, refused while this throws an error. */
    public ApiCall requiring(Runnable condition) {
        return new ApiCall(
                method,
                template,
                about,
                query,
                body,
                gives,
                permission,
                asked -> {
                    condition.run();
                    return work.on(asked);
                });
    }

    ApiCall asking(Field<?>... fields) {
        return new ApiCall(
                method,
                template,
                about,
                query.appendAll(Vector.of(fields)),
                body,
                gives,
                permission,
                work);
    }

    ApiCall taking(RequestBody taken) {
        return new ApiCall(method, template, about, query, taken, gives, permission, work);
    }

    ApiCall needing(Permission needed) {
        return new ApiCall(method, template, about, query, body, gives, needed, work);
    }

    ApiCall taking(Field<?>... fields) {
        return fields.length == 0 ? this : taking(new RequestBody.Json(Vector.of(fields)));
    }

    /**
     * Does it.
     *
     * @throws ApiException if what is given does not fit
     */
    public ApiResponse answer(Request request) throws IOException, InterruptedException {
        var fields =
                switch (body) {
                    case RequestBody.Json(var known) ->
                            Input.ofJson(request.body(), known).complete(known, FrontEnd.HTTP);
                    case RequestBody.Nothing _ ->
                            Input.ofJson(
                                    method == Method.POST ? request.body() : "", Vector.empty());
                    case RequestBody.Yaml _, RequestBody.Delivery _ ->
                            Input.of(io.vavr.collection.HashMap.empty());
                };
        return work.on(
                new ValidatedRequest(
                        request.names(),
                        Input.ofTexts(request.query(), query).complete(query, FrontEnd.HTTP),
                        fields,
                        request.body(),
                        request.lastEventId(),
                        request.session(),
                        request.user()));
    }

    /**
     * What came in.
     *
     * @param names what stands in the path where the template has a name
     * @param session the secret of the login that the client came by, if it did
     */
    public record Request(
            Map<String, String> names,
            Map<String, String> query,
            String body,
            Option<String> lastEventId,
            Option<String> session,
            ServerUser user) {}
}
