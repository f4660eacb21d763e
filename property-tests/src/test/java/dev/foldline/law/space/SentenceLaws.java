package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.app.history.RunSummary;
import dev.foldline.core.PipelineState;
import dev.foldline.core.summary.RunSentence;

import io.vavr.collection.Vector;

import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Each state has one sentence for its user: short, in a user's words, and never that of a status
 * that needs another act.
 */
public final class SentenceLaws {
    private static final int LENGTH_MAX = 160;

    /** Words of the engine that no user needs. */
    private static final Pattern ENGINE =
            Pattern.compile(
                    "(?i)\\b(slots?|cursors?|tickets?|effects?|events?|epochs?|reducers?|ledgers?"
                            + "|rewinds?|lifecycles?|faults?|setbacks?|interventions?|drivers?"
                            + "|handlers?|snapshots?|baselines?|fingerprints?|payloads?|null)\\b");

    private final Map<String, String> acts = new HashMap<>();

    /** Checks a state, and its sentence beside those of all states before. */
    public void checkActs(PipelineState state) {
        for (boolean isDriven : Vector.of(true, false)) {
            var summary = RunSummary.of(state, "run", isDriven);
            var act = act(summary);
            var other = acts.putIfAbsent(summary.sentence(), act);
            require(
                    other == null || other.equals(act),
                    "one sentence for two acts, "
                            + act
                            + " and "
                            + other
                            + ": "
                            + summary.sentence());
        }
    }

    /** Checks the sentence of a state by itself. */
    public static void check(PipelineState state) {
        for (boolean isDriven : Vector.of(true, false)) {
            var sentence = RunSentence.of(state, isDriven, ZoneOffset.UTC);
            require(sentence.length() <= LENGTH_MAX, "too long: " + sentence);
            require(
                    Character.isUpperCase(sentence.charAt(0)) && sentence.matches(".*[.?!]"),
                    "no sentence: " + sentence);
            require(
                    sentence.codePoints().noneMatch(Character::isISOControl),
                    "more than a line: " + sentence);
            require(!ENGINE.matcher(sentence).find(), "a word of the engine: " + sentence);
        }
    }

    /** The status and the commands that follow, without what they are about. */
    private static String act(RunSummary summary) {
        return summary.reason()
                + Vector.ofAll(summary.next())
                        .map(command -> " " + Vector.of(command.split(" ")).take(2).mkString(" "))
                        .mkString(",");
    }
}
