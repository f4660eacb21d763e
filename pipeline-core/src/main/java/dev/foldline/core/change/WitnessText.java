package dev.foldline.core.change;

import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.verdict.VerdictText;

import io.vavr.collection.Vector;

/** The results of trials in words, one sentence each. */
public final class WitnessText {
    private WitnessText() {}

    public static String of(Trial trial, TrialResult result) {
        return switch (result) {
            case Passed _ ->
                    switch (trial) {
                        case CONTROL -> "The checks pass in a clean checkout.";
                        case OLD_TESTS -> "The tests before the change pass on the new code.";
                        case NEW_TESTS ->
                                "The new tests also pass on the code before the change: they prove"
                                        + " nothing about it.";
                    };
            case Failed(var failures) ->
                    switch (trial) {
                        case CONTROL ->
                                impossible(
                                        "the checks fail in a clean checkout: "
                                                + VerdictText.few(texts(failures)));
                        case OLD_TESTS ->
                                "The tests before the change fail on the new code: "
                                        + VerdictText.few(texts(failures))
                                        + ". They were weakened, or the behavior that they held"
                                        + " has changed.";
                        case NEW_TESTS ->
                                "The new tests fail on the code before the change, as they should.";
                    };
            case Unbuilt(var reason, _) ->
                    switch (trial) {
                        case CONTROL ->
                                impossible("the checks do not run in a clean checkout: " + reason);
                        case OLD_TESTS ->
                                ended(
                                        "The tests before the change do not build with the new"
                                                + " code: "
                                                + reason);
                        case NEW_TESTS ->
                                ended(
                                        "The new tests do not build with the code before the"
                                                + " change: "
                                                + reason);
                    };
            case Impossible(var reason) -> impossible(reason);
        };
    }

    private static Vector<String> texts(Vector<TrialFailure> failures) {
        return failures.map(TrialFailure::text).distinct();
    }

    private static String impossible(String reason) {
        return ended("No witness possible: " + reason);
    }

    private static String ended(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
