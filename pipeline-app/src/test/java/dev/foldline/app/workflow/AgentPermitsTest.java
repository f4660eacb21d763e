package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.context.AgentCallLimiter;
import dev.foldline.effects.context.AgentCallLimiter.Turn;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Queue;

/** Terminals that wait to be let work. */
class AgentPermitsTest {
    private static final RunId SHOP = new RunId("raaaaaaaaaaaaaaaa");
    private static final RunId SITE = new RunId("rbbbbbbbbbbbbbbbb");

    private final Queue<String> let = new ArrayDeque<>();

    private Turn ask(AgentCallLimiter turnstile, String run) {
        return turnstile.queue(run, () -> let.add(run));
    }

    @Test
    void S1_22_the_limit_of_agents_applies_and_waiting_ones_are_admitted_in_order() {
        var shop = new AgentPermits(2).of(SHOP, 2);
        var first = ask(shop, "one");
        var second = ask(shop, "two");
        var third = ask(shop, "three");
        var fourth = ask(shop, "four");
        assertThat(let.remove()).isEqualTo("one");
        assertThat(let.remove()).isEqualTo("two");
        assertThat(third.hasCome()).isFalse();
        second.close();
        assertThat(let.remove()).isEqualTo("three");
        assertThat(fourth.hasCome()).isFalse();
        first.close();
        assertThat(let.remove()).isEqualTo("four");
    }

    @Test
    void a_workflow_with_a_lower_limit_gets_no_more_permits() {
        var permits = new AgentPermits(5);
        var shop = permits.of(SHOP, 1);
        var one = ask(shop, "one");
        var two = ask(shop, "two");
        assertThat(let.remove()).isEqualTo("one");
        ask(permits.of(SITE, 5), "home").close();
        assertThat(two.hasCome()).isFalse();
        one.close();
        two.close();
    }

    @Test
    void a_workflow_with_many_tasks_does_not_block_one_with_few() {
        var permits = new AgentPermits(2);
        var shop = permits.of(SHOP, 2);
        var one = ask(shop, "one");
        ask(shop, "two");
        ask(shop, "three");
        assertThat(let.remove() + " " + let.remove()).isEqualTo("one two");
        ask(permits.of(SITE, 2), "home");
        one.close();
        assertThat(let.remove())
                .as("it came last, and nobody of its workflow works")
                .isEqualTo("home");
    }

    @Test
    void an_agent_cancelled_while_waiting_is_released_and_takes_no_turn() {
        var shop = new AgentPermits(1).of(SHOP, 1);
        var one = ask(shop, "one");
        var two = ask(shop, "two");
        var three = ask(shop, "three");
        two.close();
        assertThat(two.hasCome()).isFalse();
        one.close();
        three.close();
        assertThat(let).containsExactly("one", "three");
    }

    @Test
    void a_pausing_workflow_cancels_its_waiting_requests_and_a_resumed_one_waits_again() {
        var permits = new AgentPermits(1);
        var shop = permits.of(SHOP, 1);
        var site = permits.of(SITE, 1);
        var one = ask(shop, "one");
        var two = ask(shop, "two");
        var home = ask(site, "home");
        shop.close();
        assertThat(two.isCalledOff()).isTrue();
        assertThat(ask(shop, "three").isCalledOff()).as("who comes later").isTrue();
        one.close();
        home.close();
        shop.open();
        ask(shop, "two").close();
        assertThat(let).containsExactly("one", "home", "two");
    }

    @Test
    void a_permit_is_returned_once() {
        var shop = new AgentPermits(1).of(SHOP, 1);
        var one = ask(shop, "one");
        one.close();
        ask(shop, "two");
        one.close();
        assertThat(ask(shop, "three").hasCome()).isFalse();
        assertThat(let).containsExactly("one", "two");
    }

    @Test
    void a_workflow_that_is_resumed_after_a_pause_gets_permits_again() {
        var permits = new AgentPermits(1);
        permits.of(SHOP, 1).close();
        ask(permits.of(SHOP, 1), "one").close();
        assertThat(let).containsExactly("one");
    }
}
