package dev.foldline.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Tries;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.StreamState;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Random;
import java.util.function.Consumer;

/** What holds for the stream of any agent, whatever has become of it. */
class StreamProperties {
    /**
     * Of a state in words: of each kind of failure and of the latest try one excerpt, and small
     * things.
     */
    private static final int KNOWN_CHARS_MAX = 20_000;

    private static final int TRIES = 4 * Tries.PER_LAW;

    private static void eachSeed(String law, Consumer<Random> trial) {
        eachSeed(law, TRIES, trial);
    }

    private static void eachSeed(String law, int tries, Consumer<Random> trial) {
        long one = Long.getLong("foldline.seed", -1);
        long first = one >= 0 ? one : Math.floorMod(law.hashCode(), 1_000) * 1_000_000L;
        for (long seed = first; seed < (one >= 0 ? one + 1 : first + tries); seed++) {
            try {
                trial.accept(new Random(seed));
            } catch (RuntimeException | AssertionError | StackOverflowError broken) {
                throw new AssertionError(
                        "LAW BROKEN  " + law + "\n  seed " + seed + "\n  " + broken, broken);
            }
        }
    }

    @Test
    void a_good_stream_is_good() {
        for (var adapter : Adapters.ALL)
            assertThat(Streams.outcome(adapter, Streams.good(adapter), 0, "noise"))
                    .as(adapter.name())
                    .isEqualTo(new CallOutcome.Done());
    }

    @Test
    void noise_never_throws_and_is_never_success() {
        eachSeed(
                "noise is never success",
                luck -> {
                    var adapter = Streams.any(luck);
                    assertThat(
                                    Streams.outcome(
                                            adapter,
                                            Streams.noise(luck),
                                            luck.nextBoolean() ? 0 : luck.nextInt(256),
                                            "x"))
                            .isInstanceOf(CallOutcome.Failed.class);
                });
    }

    @Test
    void an_exit_code_other_than_0_is_never_success() {
        eachSeed(
                "only 0 is success",
                luck -> {
                    var adapter = Streams.any(luck);
                    var lines =
                            luck.nextInt(10) == 0
                                    ? Streams.good(adapter)
                                    : Streams.mutated(Streams.good(adapter), luck);
                    assertThat(Streams.outcome(adapter, lines, 1 + luck.nextInt(255), ""))
                            .isInstanceOf(CallOutcome.Failed.class);
                    var stream = new AgentStream(adapter);
                    assertThat(stream.finish(Streams.heard(stream, lines), new Exit.Stalled(), ""))
                            .isInstanceOf(CallOutcome.Failed.class);
                });
    }

    @Test
    void an_error_frame_anywhere_is_never_success() {
        eachSeed(
                "an error is never success",
                luck -> {
                    var adapter = Streams.any(luck);
                    var errors = Streams.errors(adapter);
                    var lines =
                            new ArrayList<>(
                                    luck.nextBoolean()
                                            ? Streams.good(adapter)
                                            : Streams.mutated(Streams.good(adapter), luck));
                    lines.add(
                            luck.nextInt(lines.size() + 1),
                            errors.get(luck.nextInt(errors.size())));
                    assertThat(Streams.outcome(adapter, lines, 0, ""))
                            .isInstanceOf(CallOutcome.Failed.class);
                });
    }

    @Test
    void a_stream_that_breaks_off_before_its_end_is_never_success() {
        eachSeed(
                "cut off is never success",
                luck -> {
                    var adapter = Streams.any(luck);
                    var whole = String.join("\n", Streams.good(adapter));
                    int last = whole.lastIndexOf('\n') + 2;
                    assertThat(
                                    Streams.outcome(
                                            adapter,
                                            whole.substring(0, luck.nextInt(last)).lines().toList(),
                                            0,
                                            ""))
                            .isInstanceOf(CallOutcome.Failed.class);
                });
    }

    @Test
    void no_stream_throws_and_the_same_lines_give_the_same_state() {
        eachSeed(
                "total and the same twice",
                luck -> {
                    var adapter = Streams.any(luck);
                    var lines = Streams.mutated(Streams.good(adapter), luck);
                    lines.addAll(Streams.noise(luck));
                    var stream = new AgentStream(adapter);
                    StreamState once = Streams.heard(stream, lines);
                    assertThat(Streams.heard(stream, lines)).isEqualTo(once);
                    for (int exit : new int[] {0, 1, 41, 130, 137, 173, 255})
                        stream.finish(once, new Exit.Code(exit), String.join("\n", lines));
                });
    }

    /** However many lines, and however long what they tell. */
    @Test
    void the_state_of_a_stream_does_not_grow_with_it() {
        // A seed is forty streams, one behind the other.
        eachSeed(
                "bounded",
                TRIES / 20 + 1,
                luck -> {
                    var adapter = Streams.any(luck);
                    var stream = new AgentStream(adapter);
                    var state = StreamState.EMPTY;
                    for (int round = 0; round < 40; round++) {
                        var lines = new ArrayList<>(Streams.good(adapter));
                        lines.addAll(Streams.errors(adapter));
                        for (var line : Streams.mutated(lines, luck))
                            state =
                                    stream.step(
                                                    state,
                                                    luck.nextInt(4) == 0
                                                            ? Streams.swollen(line, luck)
                                                            : line)
                                            .state();
                    }
                    assertThat(state.toString().length()).isLessThan(KNOWN_CHARS_MAX);
                });
    }
}
