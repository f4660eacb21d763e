package dev.foldline.app.mcp;

import dev.foldline.app.operation.Operation.Permission;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.Locale;

/**
 * Something a client can call.
 *
 * @param schema the JSON Schema of its arguments, as text; nothing is done with arguments that do
 *     not fit
 * @param permission what a user of the server must be allowed to do
 */
public record McpTool(
        String name,
        String description,
        String schema,
        Effect effect,
        Hints hints,
        Permission permission,
        Work work) {

    /** A tool that destroys nothing. */
    public McpTool(String name, String description, String schema, Effect effect, Work work) {
        this(
                name,
                description,
                schema,
                effect,
                new Hints(false, effect == Effect.READS, Option.none()),
                effect == Effect.READS ? Permission.VIEW : Permission.OPERATE,
                work);
    }

    /** The same tool with another permission. */
    McpTool needing(Permission needed) {
        return new McpTool(name, description, schema, effect, hints, needed, work);
    }

    /**
     * The same tool with structured answers.
     *
     * @param output their JSON Schema, as text
     */
    McpTool answering(String output) {
        return new McpTool(
                name,
                description,
                schema,
                effect,
                new Hints(hints.isDestructive(), hints.isIdempotent(), Option.of(output)),
                permission,
                work);
    }

    /** What a call can do to a run. */
    public enum Effect {
        READS,
        CHANGES
    }

    /**
     * What a client may tell its user before a call.
     *
     * @param isDestructive whether a call can end or remove something
     * @param isIdempotent whether the same call again changes nothing more
     * @param output the JSON Schema of the structured answer, as text
     */
    public record Hints(boolean isDestructive, boolean isIdempotent, Option<String> output) {}

    /** What a call does. The arguments fit the schema. */
    @FunctionalInterface
    public interface Work {
        ToolReply call(ToolArguments arguments) throws IOException, InterruptedException;
    }

    /** The name for users: {@code Run status} for {@code run_status}. */
    String title() {
        var words = name.replace('_', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
