package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.core.PipelineBug;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;

/**
 * One thing a user can do or ask. The command line, HTTP and MCP derive their form from it.
 *
 * @param name as on the command line, for example {@code pause}; unique
 * @param fields its input, in the order of the command line's arguments
 * @param schema name and version of the document it returns, for example {@code foldline.cost/1}
 * @param failures the exit codes of its errors, in addition to those of every operation
 * @param endpoints how each front end offers it, if not as derived
 */
public record Operation(
        String name,
        Contract contract,
        Documentation documentation,
        Vector<Field<?>> fields,
        String schema,
        Vector<ExitCode> failures,
        Map<FrontEnd, Endpoint> endpoints,
        Action action) {

    /**
     * What callers can rely on.
     *
     * @param repetition what happens if the same request arrives twice
     */
    public record Contract(Kind kind, Permission permission, Repetition repetition) {}

    /**
     * What help and reference pages print.
     *
     * @param summary what it does, one or two sentences
     * @param examples lines of help: a command line and what it does
     */
    public record Documentation(String summary, Vector<String> examples) {}

    /** What an operation does to runs, and how it answers. */
    public enum Kind {
        /** Reads, changes nothing, and answers with one document. */
        QUERY,
        /** Changes something, and answers with one document. */
        COMMAND,
        /** Answers with a document for each event until the caller ends it. */
        STREAM,
        /** Concerns the caller's machine or terminal; only the command line offers it. */
        LOCAL
    }

    /** What a caller must be allowed to do. An agent that Foldline has started may only view. */
    public enum Permission {
        VIEW,
        /** Pull work and submit it, as an agent that Foldline has not started. */
        WORK,
        APPROVE,
        OPERATE
    }

    /** What happens if the same request arrives twice. */
    public enum Repetition {
        /** The second request changes nothing more. */
        IDEMPOTENT,
        /** The second request is refused, because the state has changed. */
        REFUSED,
        /** The second request acts again. */
        REPEATED
    }

    /** Carries out the operation. */
    @FunctionalInterface
    public interface Action {
        /**
         * @throws dev.foldline.app.error.UserError if the request is refused; then nothing has
         *     changed, unless the message says so
         */
        OperationResult perform(OperationContext context, Input input)
                throws IOException, InterruptedException;
    }

    /** Returns a query: it needs the permission to view and may be repeated. */
    public static Operation query(String name, String summary, String schema, Action action) {
        return of(
                name,
                new Contract(Kind.QUERY, Permission.VIEW, Repetition.IDEMPOTENT),
                summary,
                schema,
                action);
    }

    /** Returns a command that needs the permission to operate runs. */
    public static Operation command(
            String name, String summary, String schema, Repetition repetition, Action action) {
        return of(
                name,
                new Contract(Kind.COMMAND, Permission.OPERATE, repetition),
                summary,
                schema,
                action);
    }

    /** Returns a stream: a front end of its own form follows the events. */
    public static Operation stream(String name, String summary, String schema) {
        return of(
                name,
                new Contract(Kind.STREAM, Permission.VIEW, Repetition.IDEMPOTENT),
                summary,
                schema,
                Operation::unavailable);
    }

    /** Returns an operation of the caller's machine, which the command line carries out. */
    public static Operation local(String name, String summary) {
        return of(
                name,
                new Contract(Kind.LOCAL, Permission.OPERATE, Repetition.REPEATED),
                summary,
                "",
                Operation::unavailable);
    }

    private static OperationResult unavailable(OperationContext context, Input input) {
        throw new PipelineBug("the front end carries out this operation itself");
    }

    private static Operation of(
            String name, Contract contract, String summary, String schema, Action action) {
        return new Operation(
                name,
                contract,
                new Documentation(summary, Vector.empty()),
                Vector.empty(),
                schema,
                Vector.empty(),
                LinkedHashMap.empty(),
                action);
    }

    public Kind kind() {
        return contract.kind();
    }

    public String summary() {
        return documentation.summary();
    }

    public Operation withFields(Field<?>... fields) {
        return new Operation(
                name,
                contract,
                documentation,
                this.fields.appendAll(Vector.of(fields)),
                schema,
                failures,
                endpoints,
                action);
    }

    public Operation withExamples(String... examples) {
        return new Operation(
                name,
                contract,
                new Documentation(summary(), Vector.of(examples)),
                fields,
                schema,
                failures,
                endpoints,
                action);
    }

    public Operation withPermission(Permission permission) {
        return new Operation(
                name,
                new Contract(kind(), permission, contract.repetition()),
                documentation,
                fields,
                schema,
                failures,
                endpoints,
                action);
    }

    public Operation withFailures(ExitCode... failures) {
        return new Operation(
                name,
                contract,
                documentation,
                fields,
                schema,
                Vector.of(failures),
                endpoints,
                action);
    }

    public Operation withEndpoint(FrontEnd frontEnd, Endpoint endpoint) {
        return new Operation(
                name,
                contract,
                documentation,
                fields,
                schema,
                failures,
                endpoints.put(frontEnd, endpoint),
                action);
    }

    /** The fields that a front end takes. */
    public Vector<Field<?>> fields(FrontEnd frontEnd) {
        return fields.filter(each -> each.isOffered(frontEnd));
    }

    /** How a front end offers this operation. */
    public Endpoint endpoint(FrontEnd frontEnd) {
        return endpoints.get(frontEnd).getOrElse(() -> derived(frontEnd));
    }

    private Endpoint derived(FrontEnd frontEnd) {
        return switch (frontEnd) {
            case CLI -> new Endpoint.Derived(name);
            case HTTP ->
                    new Endpoint.Derived(
                            (kind() == Kind.QUERY ? "GET" : "POST")
                                    + " /api/operations/"
                                    + name.replace(' ', '-'));
            case MCP -> new Endpoint.Derived(name.replace(' ', '_').replace('-', '_'));
        };
    }

    /** Returns whether a front end derives its form from this declaration. */
    public boolean isDerived(FrontEnd frontEnd) {
        return endpoint(frontEnd) instanceof Endpoint.Derived;
    }

    /**
     * Checks the caller and the input, then carries out the operation.
     *
     * @throws dev.foldline.app.error.UserError if the request is refused
     */
    public OperationResult perform(OperationContext context, Input input)
            throws IOException, InterruptedException {
        switch (contract.permission()) {
            case VIEW, WORK -> {}
            case APPROVE, OPERATE -> CallerCheck.refuseAgents();
        }
        return action.perform(context, input.complete(fields, context.frontEnd()));
    }
}
