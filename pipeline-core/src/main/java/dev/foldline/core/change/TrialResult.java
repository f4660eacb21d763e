package dev.foldline.core.change;

import io.vavr.collection.Vector;

/** What the checks said in a trial. */
public sealed interface TrialResult {

    /** All passed. */
    record Passed() implements TrialResult {}

    /**
     * Tests failed.
     *
     * @param tests their names, or what failed if they have none; at most some of them
     */
    record Failed(Vector<String> tests) implements TrialResult {}

    /** The tests could not be run on this code: they do not compile, or no report was written. */
    record Unbuilt(String reason) implements TrialResult {}

    /** The checks could not be tried: a setup failed, a program is missing, or time ran out. */
    record Impossible(String reason) implements TrialResult {}

    /** Returns the same result without tests that failed before any change. */
    default TrialResult without(Vector<String> known) {
        return switch (this) {
            case Failed(var tests) when !tests.isEmpty() && known.containsAll(tests) ->
                    new Passed();
            case Failed(var tests) -> new Failed(tests.removeAll(known));
            case Passed _, Unbuilt _, Impossible _ -> this;
        };
    }
}
