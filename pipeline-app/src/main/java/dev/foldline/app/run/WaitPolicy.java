package dev.foldline.app.run;

import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.effects.driver.DriverInput;

import io.vavr.control.Option;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Decides whether a driver stays when its run waits. */
final class WaitPolicy implements AutoCloseable {
    private static final Duration SHORT_WAIT = Duration.ofMinutes(5);

    private final boolean waits;
    private final BooleanSupplier childrenWork;
    private final RequestPoller requests;

    private WaitPolicy(boolean waits, BooleanSupplier childrenWork, RequestPoller requests) {
        this.waits = waits;
        this.childrenWork = childrenWork;
        this.requests = requests;
    }

    /**
     * @param childrenWork whether child runs are active
     * @param run the run that is driven
     * @param driver receives news of the pull request
     */
    static WaitPolicy of(
            DriverOptions options,
            BooleanSupplier childrenWork,
            Started run,
            Consumer<DriverInput> driver,
            Consumer<String> notices) {
        var forge = options.forge();
        return new WaitPolicy(
                options.waits(),
                childrenWork,
                new RequestPoller(
                        forge.observer(run.workspace()),
                        new AnswerSender(run.workspace(), run.log()::announce),
                        Option.when(options.waits(), forge::poll),
                        new WebhookSignal(run.log().directory()),
                        driver,
                        notices));
    }

    /** Returns whether the driver stays for all that the run waits for. */
    boolean stays(Wait wait, PipelineState state) {
        return RequestWait.isOf(wait, state) && requests.isNotified(state)
                || wait.awaited().forAll(awaited -> stays(awaited, state));
    }

    /** While child runs are active, they receive each command. */
    private boolean stays(WaitCondition awaited, PipelineState state) {
        return switch (awaited) {
            case WaitCondition.Resumption _,
                    WaitCondition.Intervention _,
                    WaitCondition.BudgetRaise _,
                    WaitCondition.ChildrenEnds _ ->
                    childrenWork.getAsBoolean();
            // The latest time in the log keeps a short wait short if the clock was set back.
            case WaitCondition.Timer(var notBefore, _) ->
                    waits
                            || isShort(Instant.now(), notBefore)
                            || isShort(state.header().now(), notBefore);
            case WaitCondition.Resolution _, WaitCondition.Call _ ->
                    waits || childrenWork.getAsBoolean();
            case WaitCondition.PullRequestNews _ -> waits;
        };
    }

    private static boolean isShort(Instant from, Instant to) {
        return Duration.between(from, to).compareTo(SHORT_WAIT) < 0;
    }

    @Override
    public void close() {
        requests.close();
    }
}
