package dev.foldline.law.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.app.AgentTrial.Turn;
import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.io.IOException;
import java.util.Map;

/**
 * What the two files of a pulled run say after every call, whatever is submitted and whatever was
 * written into them by hand meanwhile.
 */
class FilesProperties {
    private static final int WORDS = 25;

    /** What should be: the steps that are done, and how often the next one has failed. */
    private record Expected(Vector<String> types, int done, int failures, boolean analysed) {
        String type() {
            return types.get(done);
        }

        boolean isRed() {
            return type().equals("RED");
        }

        Expected succeeded() {
            return new Expected(types, done + 1, 0, false);
        }

        Expected failed() {
            return new Expected(types, done, failures + 1, false);
        }

        Expected tested(boolean passed) {
            if (!isRed()) return passed ? succeeded() : failed();
            return passed ? failed() : new Expected(types, done, failures, true);
        }

        /**
         * Only behind a test, or, for the first step of all, behind one that may have been run
         * before.
         */
        boolean isDecided() {
            return isRed() && (analysed || done == 0 && failures == 0);
        }
    }

    @Property(tries = 2)
    void S0_30_S0_37_both_files_contain_the_shown_values_and_no_edits(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) throws IOException {
        try (var folder = new TrialFolder()) {

            var luck = choices.source();
            var types =
                    Vector.range(0, luck.between(2, 5))
                            .flatMap(
                                    _ ->
                                            luck.chance(50)
                                                    ? Vector.of("GREEN")
                                                    : Vector.of("RED", "GREEN"));
            var trial =
                    AgentTrial.in(folder.path())
                            .program("npm", "case \"$*\" in *preflight*) . ./preflight ;; esac")
                            .file("preflight", "exit 0");
            trial.state("EXECUTING_TDD").plan(plan(types, false)).turn("get_task");
            var expected = new Expected(types, 0, 0, false);
            for (int word = 0; word < WORDS && expected.done() < types.size(); word++) {
                editFiles(trial, luck, types);
                var before = expected;
                expected = expectAfterCall(trial, luck, before, "word " + word);
                if (expected.done() > before.done() && !before.isRed()) pastCheckpoint(trial);
            }
        }
    }

    /** It is shown; outside a repository there is nothing to commit. */
    private static void pastCheckpoint(AgentTrial trial) throws IOException {
        assertThat(trial.turn("get_task").out()).contains("create a safety checkpoint commit");
        trial.turn("get_task");
    }

    private static void editFiles(AgentTrial trial, SeededRandom luck, Vector<String> types)
            throws IOException {
        if (luck.chance(30))
            trial.plan(luck.pick(plan(types, true), "not json", "{\"tasks\": []}"));
        if (luck.chance(30))
            trial.state(
                    luck.pick("MERGING_BRANCH", "CODE_REVIEW", "EXECUTING_TDD", "nonsense"),
                    "\"debug_attempt_counter\": 99");
    }

    private static Expected expectAfterCall(
            AgentTrial trial, SeededRandom luck, Expected before, String where) throws IOException {
        var passes = luck.chance(50);
        var checks = luck.chance(80);
        trial.file("test.sh", "exit " + (passes ? 0 : 1))
                .file("preflight", "exit " + (checks ? 0 : 1));
        var word = luck.pick("get", "test", "test", "test", "SUCCESS", "FAILURE", "escalate");
        return switch (word) {
            case "get" -> expectAfterTurn(trial.turn("get_task"), before, 0, where);
            case "escalate" ->
                    before.failures() < 10
                            ? expectAfterTurn(
                                    trial.turn(
                                            "escalate_for_external_help",
                                            Map.of("markdown_report", "help")),
                                    before,
                                    8,
                                    where)
                            : before;
            case "test" -> tested(trial, before, before.isRed() ? passes : passes && checks, where);
            default -> decided(trial, before, word, where);
        };
    }

    private static Expected tested(AgentTrial trial, Expected before, boolean passes, String where)
            throws IOException {
        var turn =
                trial.turn(
                        "submit_work",
                        Map.of(
                                "test_command",
                                "sh test.sh",
                                "expectation",
                                before.isRed() ? "FAIL" : "PASS"));
        var after = before.analysed() ? before : before.tested(passes);
        return expectAfterTurn(
                turn,
                after,
                before.analysed() || after.failures() > before.failures() ? 1 : 0,
                where);
    }

    private static Expected decided(AgentTrial trial, Expected before, String word, String where)
            throws IOException {
        var turn = trial.turn("submit_work", Map.of("analysis_decision", word));
        if (!before.isDecided()) return expectAfterTurn(turn, before, 1, where);
        return expectAfterTurn(
                turn, word.equals("SUCCESS") ? before.succeeded() : before.failed(), 0, where);
    }

    private static Expected expectAfterTurn(Turn turn, Expected expected, int exit, String where) {
        assertThat(turn.exit()).as("%s: %s%s", where, turn.out(), turn.err()).isEqualTo(exit);
        var statuses =
                turn.plan()
                        .get()
                        .list("tasks")
                        .flatMap(task -> ((JsonValue.Obj) task).list("tdd_steps"))
                        .map(step -> ((JsonValue.Obj) step).text("status").get());
        assertThat(statuses)
                .as(where)
                .containsExactlyElementsOf(
                        Vector.fill(expected.done(), () -> "DONE")
                                .appendAll(
                                        Vector.fill(
                                                expected.types().size() - expected.done(),
                                                () -> "TODO")));
        var state = turn.state().get();
        assertThat(state.fields().get("debug_attempt_counter").map(JsonValue::line).getOrElse("0"))
                .as(where)
                .isEqualTo(Integer.toString(expected.failures()));
        assertThat(turn.status())
                .as(where)
                .isEqualTo(expected.failures() > 0 ? "DEBUGGING" : "EXECUTING_TDD");
        assertThat(state.fields().containsKey("last_error"))
                .as(where)
                .isEqualTo(expected.failures() > 0);
        return expected;
    }

    private static String plan(Vector<String> types, boolean claimed) {
        var status = claimed ? "DONE" : "TODO";
        return types.zipWithIndex()
                .map(
                        each ->
                                "{\"type\": \"%s\", \"description\": \"step %d\", \"status\": \"%s\"}"
                                        .formatted(each._1(), each._2(), status))
                .zipWithIndex()
                .map(
                        each ->
                                "{\"taskName\": \"Task %d\", \"status\": \"%s\", \"tdd_steps\": [%s]}"
                                        .formatted(each._2(), status, each._1()))
                .mkString("{\"prTitle\": \"t\", \"tasks\": [", ", ", "]}");
    }
}
