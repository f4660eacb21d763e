package dev.foldline.effects.json;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.event.Event;
import dev.foldline.core.projection.runtime.Memo;
import dev.foldline.core.workflow.Workflow;

import io.vavr.control.Option;

import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * Converts core values to JSON and back. Each value is written as one line, always with the same
 * text, and is read as an equal value. Computed values are not written.
 *
 * <p>Reading is lenient in one way only: unknown properties are ignored, and missing options, lists
 * and maps are empty. Any other deviation from the written format is a {@link WireFault}.
 */
public final class Wire {
    private Wire() {}

    /** The version of names and forms that is written, and the newest that is read. */
    public static final int VERSION = 1;

    private static final JsonForm<Event> EVENT = JsonForm.of("an event", Event.class);
    private static final JsonForm<Command> COMMAND = JsonForm.of("a command", Command.class);
    private static final JsonForm<Rejection> REJECTION =
            JsonForm.of("a rejection", Rejection.class);
    private static final JsonForm<CommandReply> REPLY =
            JsonForm.of("a reply to a command", CommandReply.class);
    private static final JsonForm<Author> AUTHOR = JsonForm.of("an author", Author.class);
    private static final JsonForm<AuthoredCommand> AUTHORED =
            JsonForm.of("a command with its author", AuthoredCommand.class);
    private static final JsonForm<Effect> EFFECT = JsonForm.of("an effect", Effect.class);
    private static final JsonForm<Decision> DECISION = JsonForm.of("a decision", Decision.class);
    private static final JsonForm<PipelineState> STATE =
            JsonForm.of("a state", PipelineState.class);
    private static final JsonForm<Workflow> WORKFLOW = JsonForm.of("a workflow", Workflow.class);
    private static final JsonForm<Memo> MEMO = JsonForm.of("a memo", Memo.class);

    public static String toJson(Event event) {
        return EVENT.write(event);
    }

    public static String toJson(Command command) {
        return COMMAND.write(command);
    }

    public static String toJson(Rejection rejection) {
        return REJECTION.write(rejection);
    }

    public static String toJson(CommandReply reply) {
        return REPLY.write(reply);
    }

    public static String toJson(AuthoredCommand command) {
        return AUTHORED.write(command);
    }

    public static String toJson(Author author) {
        return AUTHOR.write(author);
    }

    public static String toJson(Effect effect) {
        return EFFECT.write(effect);
    }

    public static String toJson(Decision decision) {
        return DECISION.write(decision);
    }

    public static String toJson(PipelineState state) {
        return STATE.write(state);
    }

    public static String toJson(Workflow workflow) {
        return WORKFLOW.write(workflow);
    }

    public static String toJson(Memo memo) {
        return MEMO.write(memo);
    }

    /**
     * Returns the event with each text replaced: free text of users and programs, and names, but
     * not types, constants and times.
     */
    public static Event withTexts(Event event, UnaryOperator<String> change) {
        return EVENT.codec().withTexts(event, change);
    }

    /** Returns the command with each text replaced. */
    public static Command withTexts(Command command, UnaryOperator<String> change) {
        return COMMAND.codec().withTexts(command, change);
    }

    /** Returns JSON as the bytes that are written to disk. */
    public static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** Parses an event of the current version. */
    public static Event event(String json) {
        return EVENT.read(json);
    }

    /**
     * Parses an event within a log line.
     *
     * @param version the version the line claims; older events are converted, newer ones are
     *     rejected
     * @param json UTF-8, of which {@code length} bytes from {@code offset} are the event
     */
    public static Event event(int version, byte[] json, int offset, int length) {
        return event(Upcasters.SINCE_VERSION_1, version, json, offset, length);
    }

    static Event event(Upcasters ladder, int version, byte[] json, int offset, int length) {
        if (version > VERSION) {
            throw new WireFault(
                    "cannot read an event of version "
                            + version
                            + ": this program reads up to version "
                            + VERSION
                            + "; a newer one wrote it");
        }
        if (!ladder.reach(version, VERSION)) {
            throw new WireFault(
                    "cannot read an event of version "
                            + version
                            + ": there never was such a version");
        }
        return version == VERSION
                ? EVENT.read(json, offset, length)
                : EVENT.read(
                        ladder.climb(tree("an event", json, offset, length), version, VERSION));
    }

    private static ObjectNode tree(String what, String json) {
        var bytes = bytes(json);
        return tree(what, bytes, 0, bytes.length);
    }

    private static ObjectNode tree(String what, byte[] json, int offset, int length) {
        try {
            return JsonTrees.of(json, offset, length);
        } catch (RuntimeException malformed) {
            throw new WireFault(what, DecodeException.of(malformed));
        }
    }

    public static Command command(String json) {
        return COMMAND.read(json);
    }

    public static Rejection rejection(String json) {
        return REJECTION.read(json);
    }

    /**
     * Reads a reply to a command. Earlier versions wrote the event or the rejection itself; of
     * these, only an event has a type.
     */
    public static CommandReply commandReply(String json) {
        var type = tree("a reply to a command", json).path(WireNames.TYPE).asString("");
        if (type.isEmpty()) return new CommandReply.CommandRejected(rejection(json));
        return WireNames.cases(CommandReply.class).containsKey(type)
                ? REPLY.read(json)
                : new CommandReply.CommandAccepted(event(json));
    }

    /** Reads a command from an inbox; one that was written by hand may have no author. */
    public static AuthoredCommand authoredCommand(String json) {
        return tree("a command", json).has("command")
                ? AUTHORED.read(json)
                : new AuthoredCommand(command(json), Option.none());
    }

    /** Reads an author; empty if the text is anything else. */
    public static Option<Author> author(String json) {
        try {
            return Option.some(AUTHOR.read(json));
        } catch (WireFault another) {
            return Option.none();
        }
    }

    public static Effect effect(String json) {
        return EFFECT.read(json);
    }

    public static Decision decision(String json) {
        return DECISION.read(json);
    }

    public static PipelineState state(String json) {
        return STATE.read(json);
    }

    public static Workflow workflow(String json) {
        return WORKFLOW.read(json);
    }

    public static Memo memo(String json) {
        return MEMO.read(json);
    }
}
