package dev.foldline.app.server.call;

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
 */
public record Call(Method method, String template, String about, Vector<Field> query, Body body, Gives gives, Work work) {

    /** How it is asked for. */
    public enum Method { GET, POST }

    /**
     * What an answer is.
     *
     * @param schema the name and version of the document, if it is one
     */
    public record Gives(int status, String type, Option<String> schema) {
        /** The usual type. */
        public static final String JSON = "application/json";

        static Gives document(String schema) { return new Gives(200, JSON, Option.of(schema)); }
    }

    /** What a call does. */
    @FunctionalInterface
    interface Work {
        Answer on(Asked asked) throws IOException, InterruptedException;
    }

    static Call get(String template, String about, Gives gives, Work work) { return new Call(Method.GET, template, about, Vector.empty(), new Body.Nothing(), gives, work); }

    static Call post(String template, String about, Gives gives, Work work) { return new Call(Method.POST, template, about, Vector.empty(), new Body.Nothing(), gives, work); }

    Call asking(Field... fields) { return new Call(method, template, about, query.appendAll(Vector.of(fields)), body, gives, work); }

    Call taking(Body taken) { return new Call(method, template, about, query, taken, gives, work); }

    Call taking(Field... fields) { return taking(new Body.Json(Vector.of(fields))); }

    /**
     * Does it.
     *
     * @throws Refusal if what is given does not fit
     */
    public Answer answer(Request request) throws IOException, InterruptedException {
        var fields = switch (body) {
            case Body.Json(var known) -> Values.ofBody(request.body(), known);
            case Body.Nothing _       -> Values.ofBody(method == Method.POST ? request.body() : "", Vector.empty());
            case Body.Yaml _          -> new Values(io.vavr.collection.HashMap.empty());
        };
        return work.on(new Asked(request.names(), Values.ofQuery(request.query(), query), fields, request.body(), request.lastEventId(), request.session()));
    }

    /**
     * What came in.
     *
     * @param names what stands in the path where the template has a name
     * @param session the secret of the login that the client came by, if it did
     */
    public record Request(Map<String, String> names, Map<String, String> query, String body, Option<String> lastEventId, Option<String> session) {}
}
