package dev.foldline.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.StreamFormat.Farewell;
import dev.foldline.effects.agent.stream.StreamState;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;

/** What holds for the stream of any agent, whatever has become of it. */
class StreamProperties {
    /**
     * Of a state in words: of each kind of failure and of the latest try one excerpt, and small
     * things.
     */
    private static final int KNOWN_CHARS_MAX = 20_000;

    @Test
    void a_good_stream_is_good() {
        for (var adapter : Adapters.ALL)
            assertThat(Streams.outcome(adapter, Streams.good(adapter), 0, "noise"))
                    .as(adapter.name())
                    .isEqualTo(new CallOutcome.Done());
    }

    @Property(tries = 256)
    void noise_never_throws_and_is_never_success(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var adapter = Streams.any(luck);
        assertThat(
                        Streams.outcome(
                                adapter,
                                Streams.noise(luck),
                                luck.chance(50) ? 0 : luck.below(256),
                                "x"))
                .isInstanceOf(CallOutcome.Failed.class);
    }

    /** The last frame decides, of an agent that prints one; of the others the exit code. */
    @Property(tries = 256)
    void an_exit_code_other_than_0_is_a_success_only_if_the_last_frame_said_so(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var adapter = Streams.any(luck);
        var lines =
                luck.below(10) == 0
                        ? Streams.good(adapter)
                        : Streams.mutated(Streams.good(adapter), luck);
        var outcome = Streams.outcome(adapter, lines, 1 + luck.below(255), "");
        boolean said =
                adapter.farewell() == Farewell.SAID
                        && Streams.outcome(adapter, lines, 0, "") instanceof CallOutcome.Done;
        assertThat(outcome instanceof CallOutcome.Done).isEqualTo(said);
        var stream = new AgentStream(adapter);
        assertThat(stream.finish(Streams.parse(stream, lines), new Exit.Stalled(), ""))
                .isInstanceOf(CallOutcome.Failed.class);
    }

    @Property(tries = 256)
    void an_error_as_the_last_frame_is_never_success(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var adapter = Streams.any(luck);
        var errors = Streams.errors(adapter);
        var lines =
                new ArrayList<>(
                        luck.chance(50)
                                ? Streams.good(adapter)
                                : Streams.mutated(Streams.good(adapter), luck));
        lines.add(errors.get(luck.below(errors.size())));
        assertThat(Streams.outcome(adapter, lines, luck.below(3), ""))
                .isInstanceOf(CallOutcome.Failed.class);
    }

    @Property(tries = 256)
    void a_stream_that_breaks_off_before_its_end_is_never_success(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var adapter = Streams.any(luck);
        var whole = String.join("\n", Streams.good(adapter));
        int last = whole.lastIndexOf('\n') + 2;
        assertThat(
                        Streams.outcome(
                                adapter,
                                whole.substring(0, luck.below(last)).lines().toList(),
                                0,
                                ""))
                .isInstanceOf(CallOutcome.Failed.class);
    }

    @Property(tries = 256)
    void no_stream_throws_and_the_same_lines_give_the_same_state(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var adapter = Streams.any(luck);
        var lines = Streams.mutated(Streams.good(adapter), luck);
        lines.addAll(Streams.noise(luck));
        var stream = new AgentStream(adapter);
        StreamState once = Streams.parse(stream, lines);
        assertThat(Streams.parse(stream, lines)).isEqualTo(once);
        for (int exit : new int[] {0, 1, 41, 130, 137, 173, 255})
            stream.finish(once, new Exit.Code(exit), String.join("\n", lines));
    }

    /** However many lines, and however long what they tell. */
    @Property(tries = 13)
    void the_state_of_a_stream_does_not_grow_with_it(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var adapter = Streams.any(luck);
        var stream = new AgentStream(adapter);
        var state = StreamState.EMPTY;
        for (int round = 0; round < 40; round++) {
            var lines = new ArrayList<>(Streams.good(adapter));
            lines.addAll(Streams.errors(adapter));
            for (var line : Streams.mutated(lines, luck))
                state =
                        stream.step(state, luck.below(4) == 0 ? Streams.lengthen(line, luck) : line)
                                .state();
        }
        assertThat(state.toString().length()).isLessThan(KNOWN_CHARS_MAX);
    }
}
