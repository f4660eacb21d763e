package dev.foldline.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.runtime.limit.Permits;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.Turnstile;
import dev.foldline.effects.context.Turnstile.Pass;
import dev.foldline.effects.store.RunId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Terminals that wait to be let work. */
class PermitsTest {
    private static final RunId SHOP = new RunId("raaaaaaaaaaaaaaaa");
    private static final RunId SITE = new RunId("rbbbbbbbbbbbbbbbb");

    private final LinkedBlockingQueue<String> let = new LinkedBlockingQueue<>();

    /** Asks on a thread of its own, and returns when it is in the queue or has passed. */
    private Asking ask(Turnstile turnstile, String run) throws InterruptedException {
        var stop = new Cancellation();
        var answer = new CompletableFuture<Optional<Pass>>();
        var thread = Thread.ofPlatform().daemon().start(() -> {
            var pass = turnstile.pass(run, stop);
            if (pass.isPresent()) let.add(run);
            answer.complete(pass);
        });
        while (thread.getState() != Thread.State.WAITING && thread.isAlive()) Thread.onSpinWait();
        return new Asking(stop, answer);
    }

    private record Asking(Cancellation stop, CompletableFuture<Optional<Pass>> answer) {
        void done() { answer.join().orElseThrow().close(); }
    }

    @Test
    void S1_22_no_more_work_at_once_than_may_and_those_who_wait_come_in_their_order() throws Exception {
        var shop = new Permits(2).of(SHOP, 2);
        var first = ask(shop, "one");
        var second = ask(shop, "two");
        var third = ask(shop, "three");
        var fourth = ask(shop, "four");
        assertThat(let.take()).isEqualTo("one");
        assertThat(let.take()).isEqualTo("two");
        assertThat(third.answer()).isNotDone();
        second.done();
        assertThat(let.take()).isEqualTo("three");
        assertThat(fourth.answer()).isNotDone();
        first.done();
        assertThat(let.take()).isEqualTo("four");
    }

    @Test
    void a_workflow_that_says_fewer_has_no_more_than_those() throws Exception {
        var permits = new Permits(5);
        var shop = permits.of(SHOP, 1);
        var one = ask(shop, "one");
        var two = ask(shop, "two");
        assertThat(let.take()).isEqualTo("one");
        ask(permits.of(SITE, 5), "home").done();
        assertThat(two.answer()).isNotDone();
        one.done();
        two.done();
    }

    @Test
    void a_workflow_with_many_tasks_does_not_keep_out_one_with_few() throws Exception {
        var permits = new Permits(2);
        var shop = permits.of(SHOP, 2);
        var one = ask(shop, "one");
        ask(shop, "two");
        ask(shop, "three");
        assertThat(let.take() + " " + let.take()).isEqualTo("one two");
        ask(permits.of(SITE, 2), "home");
        one.done();
        assertThat(let.take()).as("it came last, and nobody of its workflow works").isEqualTo("home");
    }

    @Test
    void whoever_is_cancelled_while_waiting_is_let_go_and_takes_nobody_s_turn() throws Exception {
        var shop = new Permits(1).of(SHOP, 1);
        var one = ask(shop, "one");
        var two = ask(shop, "two");
        var three = ask(shop, "three");
        two.stop().cancel();
        assertThat(two.answer().join()).isEmpty();
        one.done();
        three.done();
        assertThat(let).containsExactly("one", "three");
    }

    @Test
    void when_a_workflow_is_about_to_pause_nobody_of_it_waits_and_when_it_goes_on_they_wait_again() throws Exception {
        var permits = new Permits(1);
        var shop = permits.of(SHOP, 1);
        var site = permits.of(SITE, 1);
        var one = ask(shop, "one");
        var two = ask(shop, "two");
        var home = ask(site, "home");
        shop.close();
        assertThat(two.answer().join()).isEmpty();
        assertThat(ask(shop, "three").answer().join()).as("who comes later").isEmpty();
        one.done();
        home.done();
        shop.open();
        ask(shop, "two").done();
        assertThat(let).containsExactly("one", "home", "two");
    }

    @Test
    void a_workflow_that_was_paused_and_is_taken_up_again_is_let_work() throws Exception {
        var permits = new Permits(1);
        permits.of(SHOP, 1).close();
        ask(permits.of(SHOP, 1), "one").done();
        assertThat(let).containsExactly("one");
    }
}
