package dev.foldline.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.AnyValue;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.json.Wire;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Law 13, Wire: every state, event, effect and workflow round-trips through JSON. */
class WireProperties {

    @Property(tries = 500)
    void every_event_comes_back_from_the_wire(@ForAll("events") Event event) {
        comesBack(event, Wire::toJson, Wire::event);
    }

    @Property(tries = 500)
    void every_effect_comes_back_from_the_wire(@ForAll("effects") Effect effect) {
        comesBack(effect, Wire::toJson, Wire::effect);
    }

    @Property(tries = 250)
    void every_command_comes_back_from_the_wire(@ForAll("commands") Command command) {
        comesBack(command, Wire::toJson, Wire::command);
    }

    @Property(tries = 200)
    void every_rejection_comes_back_from_the_wire(@ForAll("rejections") Rejection rejection) {
        comesBack(rejection, Wire::toJson, Wire::rejection);
    }

    @Property(tries = 500)
    void every_decision_comes_back_from_the_wire(@ForAll("decisions") Decision decision) {
        comesBack(decision, Wire::toJson, Wire::decision);
    }

    @Property(tries = 250)
    void every_state_comes_back_from_the_wire(@ForAll("states") PipelineState state) {
        comesBack(state, Wire::toJson, Wire::state);
    }

    @Property(tries = 250)
    void every_workflow_comes_back_from_the_wire(@ForAll("workflows") Workflow workflow) {
        comesBack(workflow, Wire::toJson, Wire::workflow);
    }

    @Property(tries = 250)
    void an_event_comes_back_from_the_bytes_on_disk(@ForAll("events") Event event) {
        byte[] bytes = Wire.bytes(Wire.toJson(event));
        assertThat(Wire.event(Wire.VERSION, bytes, 0, bytes.length)).isEqualTo(event);
        assertThat(Wire.event(new String(bytes, StandardCharsets.UTF_8))).isEqualTo(event);
    }

    /** An equal value, the same text again, on one line. */
    private static <T> void comesBack(
            T value, Function<T, String> write, Function<String, T> read) {
        String json = write.apply(value);
        T back = read.apply(json);
        assertThat(back).isEqualTo(value);
        assertThat(write.apply(back)).isEqualTo(json);
        assertThat(json).doesNotContain("\n").startsWith("{").endsWith("}");
    }

    @Provide
    Arbitrary<Event> events() {
        return AnyValue.of(Event.class);
    }

    @Provide
    Arbitrary<Effect> effects() {
        return AnyValue.of(Effect.class);
    }

    @Provide
    Arbitrary<Command> commands() {
        return AnyValue.of(Command.class);
    }

    @Provide
    Arbitrary<Rejection> rejections() {
        return AnyValue.of(Rejection.class);
    }

    @Provide
    Arbitrary<Decision> decisions() {
        return AnyValue.of(Decision.class);
    }

    @Provide
    Arbitrary<PipelineState> states() {
        return AnyValue.of(PipelineState.class);
    }

    @Provide
    Arbitrary<Workflow> workflows() {
        return AnyValue.of(Workflow.class);
    }
}
