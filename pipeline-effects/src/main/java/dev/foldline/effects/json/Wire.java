package dev.foldline.effects.json;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.event.Event;
import dev.foldline.core.projection.runtime.Memo;
import dev.foldline.core.workflow.Workflow;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * Core values as JSON and back. What is written is one line, the same text for the same value, and reads as an equal
 * value; nothing a value merely computes is written.
 *
 * <p>What reads is lenient in one direction only: properties it does not know are passed over, and options, lists and maps
 * that are missing are empty. Everything else that is not as it would have been written is a {@link WireFault}.
 */
public final class Wire {
    private Wire() {}

    /** The version of the names and shapes that are written, and the newest that is read. */
    public static final int VERSION = 1;

    private static final Form<Event> EVENT = Form.of("an event", Event.class);
    private static final Form<Command> COMMAND = Form.of("a command", Command.class);
    private static final Form<Rejection> REJECTION = Form.of("a rejection", Rejection.class);
    private static final Form<Effect> EFFECT = Form.of("an effect", Effect.class);
    private static final Form<Decision> DECISION = Form.of("a decision", Decision.class);
    private static final Form<PipelineState> STATE = Form.of("a state", PipelineState.class);
    private static final Form<Workflow> WORKFLOW = Form.of("a workflow", Workflow.class);
    private static final Form<Memo> MEMO = Form.of("a memo", Memo.class);

    public static String toJson(Event event) {
        return EVENT.write(event);
    }

    public static String toJson(Command command) {
        return COMMAND.write(command);
    }

    public static String toJson(Rejection rejection) {
        return REJECTION.write(rejection);
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

    /** The same event, each text in it replaced: what people and programs say, and names; not types, constants and times. */
    public static Event withTexts(Event event, UnaryOperator<String> change) {
        return EVENT.codec().withTexts(event, change);
    }

    /** The same for a command. */
    public static Command withTexts(Command command, UnaryOperator<String> change) {
        return COMMAND.codec().withTexts(command, change);
    }

    /** JSON as the bytes that go to disk. */
    public static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** An event of today's version. */
    public static Event event(String json) {
        return EVENT.read(json);
    }

    /**
     * An event within a line of a log.
     *
     * @param version the version the line claims; what is older is brought up to date, what is newer is refused
     * @param json UTF-8, of which {@code length} bytes from {@code offset} are the event
     */
    public static Event event(int version, byte[] json, int offset, int length) {
        return event(Upcasters.SINCE_VERSION_1, version, json, offset, length);
    }

    static Event event(Upcasters ladder, int version, byte[] json, int offset, int length) {
        if (version > VERSION) {
            throw new WireFault("cannot read an event of version " + version + ": this program reads up to version "
                    + VERSION + "; a newer one wrote it");
        }
        if (!ladder.reach(version, VERSION)) {
            throw new WireFault("cannot read an event of version " + version + ": there never was such a version");
        }
        return version == VERSION ? EVENT.read(json, offset, length)
                : EVENT.read(ladder.climb(tree(json, offset, length), version, VERSION));
    }

    private static ObjectNode tree(byte[] json, int offset, int length) {
        try {
            return Trees.of(json, offset, length);
        } catch (RuntimeException malformed) {
            throw new WireFault("an event", Malformed.of(malformed));
        }
    }

    public static Command command(String json) {
        return COMMAND.read(json);
    }

    public static Rejection rejection(String json) {
        return REJECTION.read(json);
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
