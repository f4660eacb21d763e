package dev.foldline.app.mcp;

import dev.foldline.app.run.RunObserver;

import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The client that waits for the answer to a request.
 *
 * @param progress makes what tells it how the call goes on
 * @param isGone whether it has cancelled the request
 * @param confirmation asks its user a question, if it can; true also if it cannot
 */
record Caller(
        Function<BooleanSupplier, RunObserver> progress,
        BooleanSupplier isGone,
        Predicate<String> confirmation) {

    /**
     * Tells the client how its call goes on until it is closed, and tells the call whether the
     * client has gone.
     */
    RunObserver watching() {
        return progress.apply(isGone);
    }
}
