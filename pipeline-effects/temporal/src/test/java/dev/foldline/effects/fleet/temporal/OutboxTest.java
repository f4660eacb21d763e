package dev.foldline.effects.fleet.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.fleet.engine.Message;
import dev.foldline.effects.fleet.engine.PlacementStep.Send;
import dev.foldline.effects.fleet.engine.PlacementStep.ToHosts;
import dev.foldline.effects.fleet.engine.PlacementStep.ToRun;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** Messages wait for their time; those of one time are sent in order. */
class OutboxTest {
    private static Send expiry(String host, long beat) {
        return new ToHosts(new Message.Expire(host, "s", beat), 50);
    }

    private static Send lost(String run) {
        return new ToRun(run, new Message.Lose(1), 0);
    }

    private static Vector<Send> sent(Outbox outbox) {
        return outbox.pending().map(Outbox.Pending::send);
    }

    @Test
    void messages_are_ordered_by_time() {
        var outbox =
                Outbox.EMPTY
                        .with(Vector.of(expiry("a", 1), lost("r1")), 100)
                        .with(Vector.of(lost("r2")), 100);
        assertThat(sent(outbox)).containsExactly(lost("r1"), lost("r2"), expiry("a", 1));
        assertThat(outbox.next()).isEqualTo(100);
        assertThat(outbox.withoutNext().withoutNext().next()).isEqualTo(150);
        assertThat(Outbox.EMPTY.next()).isEqualTo(Outbox.NEVER);
    }

    @Test
    void a_host_has_one_time_at_which_it_is_lost() {
        var outbox =
                Outbox.EMPTY
                        .with(Vector.of(expiry("a", 1)), 100)
                        .with(Vector.of(expiry("b", 1)), 110)
                        .with(Vector.of(expiry("a", 2)), 120);
        assertThat(sent(outbox)).containsExactly(expiry("b", 1), expiry("a", 2));
    }

    @Test
    void it_is_the_same_after_it_was_written() {
        var kept =
                new WorkflowState(
                        "{}", Outbox.EMPTY.with(Vector.of(expiry("a", 1), lost("r1")), 100));
        assertThat(WorkflowState.FORM.read(WorkflowState.FORM.write(kept))).isEqualTo(kept);
    }
}
