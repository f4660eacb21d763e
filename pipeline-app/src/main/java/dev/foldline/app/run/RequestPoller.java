package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.forge.AuthoredAnswer;
import dev.foldline.effects.forge.RequestNews;
import dev.foldline.effects.forge.RequestObserver;

import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Notifies a driver of what is new about the pull request that its run waits for, and of answers to
 * its open gate. A driver that does not wait asks once; one that waits is notified until it leaves.
 */
final class RequestPoller implements AutoCloseable {
    private final RequestObserver observer;
    private final AnswerSender answers;
    private final Option<Duration> pause;
    private final WebhookSignal deliveries;
    private final Consumer<DriverInput> driver;
    private final Consumer<String> notices;
    private volatile @Nullable PipelineState known;
    private @Nullable Thread thread;
    private String lastFault = "";

    /**
     * @param pause between two questions, of a driver that waits
     * @param deliveries each of which ends a pause
     */
    RequestPoller(
            RequestObserver observer,
            AnswerSender answers,
            Option<Duration> pause,
            WebhookSignal deliveries,
            Consumer<DriverInput> driver,
            Consumer<String> notices) {
        this.observer = observer;
        this.answers = answers;
        this.pause = pause;
        this.deliveries = deliveries;
        this.driver = driver;
        this.notices = notices;
    }

    /** Returns whether a driver that would leave now was notified of something. */
    boolean isNotified(PipelineState state) {
        if (pause.isEmpty()) return asks(state);
        var before = known;
        known = state;
        if (before == null || isNewWait(before, state)) {
            close();
            thread = Thread.ofVirtual().name("pull-request").start(() -> repeat(pause.get()));
        }
        return false;
    }

    /** What happened on the forge while the run worked is not waited for. */
    private static boolean isNewWait(PipelineState before, PipelineState now) {
        return !before.ledger()
                        .repository()
                        .request()
                        .heads()
                        .equals(now.ledger().repository().request().heads())
                || !before.slots().gate().equals(now.slots().gate());
    }

    /** A delivery that arrives while the forge is asked leads to one more question. */
    private void repeat(Duration between) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                var delivery = deliveries.latest();
                var state = known;
                if (state == null) return;
                asks(state);
                deliveries.await(
                        delivery, observer.pause(state.ledger().repository().request(), between));
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    /** A forge that is not reached is reported once, and asked again. */
    private boolean asks(PipelineState state) {
        var gate =
                state.slots().gate() instanceof GateSlot.Open(var open)
                        ? Option.of(open)
                        : Option.<Gate>none();
        try {
            var news =
                    observer.news(
                            state.ledger().repository().request(),
                            gate.map(open -> answers.opening(state, open)));
            news.forEach(each -> offer(state, gate, each));
            lastFault = "";
            return news.isDefined();
        } catch (IOException unreachable) {
            if (Thread.currentThread().isInterrupted()) return false;
            var text = "the pull request cannot be read: " + unreachable.getMessage();
            if (!text.equals(lastFault)) notices.accept(text);
            lastFault = text;
            return false;
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * An answer is given after it is recorded as seen, so it is given once at most: a crash between
     * the two loses it, and another comment gives it again.
     */
    private void offer(PipelineState state, Option<Gate> gate, RequestNews news) {
        driver.accept(
                new DriverInput.CommandReceived(
                        news.seen(),
                        recorded -> {
                            if (recorded.isRight())
                                for (var open : gate)
                                    for (var answer : news.answer()) answer(state, open, answer);
                        }));
    }

    private void answer(PipelineState state, Gate gate, AuthoredAnswer given) {
        answers.command(state, gate, given.answer())
                .peek(command -> give(command, given))
                .peekLeft(why -> notices.accept("the answer does not count: " + why));
    }

    private void give(Command command, AuthoredAnswer given) {
        driver.accept(
                answers.input(
                        command,
                        given,
                        result ->
                                result.peekLeft(
                                        no ->
                                                notices.accept(
                                                        "the answer does not count: "
                                                                + no.message()))));
    }

    @Override
    public void close() {
        var polling = thread;
        if (polling != null) polling.interrupt();
    }
}
