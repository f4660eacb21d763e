package dev.foldline.law.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.projection.BranchName;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.Json;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.sim.Luck;
import io.vavr.collection.Vector;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Test;

/** What holds of every run of {@code tdd}, whatever its worker submits, tests say, reviews find and git refuses, crashes included. */
class TddProperties {
    private static final int SEEDS = 4 * Integer.getInteger("foldline.tries", 150);
    private static final int WORDS = 80;

    @Test
    void S0_30_steps_only_move_forward_and_one_at_a_time() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var run = begun(seed);
            for (int word = 0; word < WORDS; word++) {
                var before = run.state().items().done(Tdd.STEPS);
                run.says();
                run.settle();
                var after = run.state().items().done(Tdd.STEPS);
                assertThat(after).as("seed %s, word %s", seed, word).containsAll(before);
                assertThat(after.size() - before.size()).as("seed %s, word %s", seed, word).isBetween(0, 1);
            }
        }
    }

    /** Of a step's failures: what git or the squash check refuses besides counts for the recovery, not for the tools. */
    @Test
    void S0_37_the_count_is_that_of_failures_since_the_last_success() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var run = begun(seed);
            for (int word = 0; word < WORDS; word++) {
                int before = debugged(run);
                var place = run.state().at();
                run.says();
                run.settle();
                int after = debugged(run);
                assertThat(after == before || after == before + 1 || after == 0).as("seed %s, word %s: %s after %s", seed, word, after, before).isTrue();
                if (after == 0 && before > 0) assertThat(run.state().at().equals(place) && run.state().slots().recovery() instanceof Recovery.Idle)
                        .as("seed %s, word %s: forgotten without a success", seed, word).isFalse();
            }
        }
    }

    @Test
    void S0_40_S0_41_a_tool_is_locked_exactly_below_its_count() {
        var seen = new java.util.TreeSet<Integer>();
        for (long seed = 0; seed < SEEDS; seed++) {
            var run = begun(seed);
            for (int word = 0; word < WORDS; word++) {
                int failures = run.state().failures();
                var status = run.account().status();
                var heard = run.says();
                var last = run.account().last().map(request -> request.call()).filter(_ -> heard);
                if (last.exists(call -> call.tool().equals(Tdd.REDUCE_SCOPE) && call.kind().name().equals("TOOL"))) {
                    assertThat(failures).as("seed %s, word %s", seed, word).isGreaterThanOrEqualTo(6);
                    assertThat(status).isEqualTo(TddStatus.DEBUGGING);
                    seen.add(failures);
                }
                run.settle();
            }
        }
        assertThat(seen).as("it is used as soon as it is unlocked").isNotEmpty();
    }

    @Test
    void every_word_ends_in_a_status_and_every_status_is_met() {
        var met = EnumSet.noneOf(TddStatus.class);
        for (long seed = 0; seed < SEEDS; seed++) {
            var run = begun(seed);
            for (int word = 0; word < WORDS; word++) {
                run.says();
                run.settle();
                met.add(run.account().status());
                assertThat(run.account().lastError().isDefined()).as("seed %s, word %s: %s", seed, word, run.account().status())
                        .isEqualTo(run.state().isInstructedAgain() || !(run.state().slots().recovery() instanceof Recovery.Idle) || run.account().status() == TddStatus.REPLANNING);
            }
        }
        assertThat(met).containsExactlyInAnyOrder(TddStatus.values());
    }

    @Test
    void S0_13_every_title_gives_a_branch_that_git_accepts() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var title = text(Luck.of(seed));
            var branch = BranchName.of(title);
            assertThat(Repository.isValidRefName("refs/heads/" + branch)).as("%s of '%s'", branch, title).isTrue();
            assertThat(BranchName.of(branch)).as("a name is its own name").isEqualTo(branch);
        }
        assertThat(Vector.of("feat: Implement New Feature", "fix(core)!: \u00c4pfel & Birnen", "Add it", "???").map(BranchName::of).take(3))
                .containsExactly("feat/implement-new-feature", "fix/apfel-birnen", "feature/add-it");
        assertThat(BranchName.of("???")).matches("feature/pr-[0-9a-f]{8}");
        assertThat(BranchName.of("feat: " + "word ".repeat(40)).length()).isLessThanOrEqualTo("feat/".length() + 60);
    }

    @Test
    void S0_03_any_text_survives_in_any_field() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var luck = Luck.of(seed);
            var plan = Json.Obj.EMPTY.with("prTitle", text(luck.fork(1))).with("x" + text(luck.fork(2)).replace("\ud800", ""), text(luck.fork(3)))
                    .with("tasks", new Json.Arr(Vector.of(ActivePr.finding(text(luck.fork(4))))));
            assertThat(TddFiles.read(plan.document().getBytes(StandardCharsets.UTF_8)).swap().toJavaOptional()).as("seed %s: %s", seed, plan.line()).isEmpty();
            assertThat(TddFiles.read(plan.document().getBytes(StandardCharsets.UTF_8)).get()).as("seed %s", seed).isEqualTo(plan);
            assertThat(TddFiles.read(plan.line().getBytes(StandardCharsets.UTF_8)).get()).as("seed %s", seed).isEqualTo(plan);
        }
    }

    /** A run that has had its chance to begin. */
    private static int debugged(Pulled run) { return run.account().status() == TddStatus.DEBUGGING ? run.state().failures() : 0; }

    private static Pulled begun(long seed) {
        var run = new Pulled(seed);
        run.settle();
        return run;
    }

    private static String text(Luck luck) {
        var strange = Vector.of("feat", ": ", "fix(", ")", "!:", "\"", "'", "\\", "\n", "$HOME", "42", "\u0000", "\u2028", "\ud83d\ude00", "\ud800", "..", "/", "~^:", ".lock", "@{", " ", "A b", "\u00e9");
        return Vector.range(0, luck.fork("length").below(8)).map(i -> strange.get(luck.fork("part", i).below(strange.size()))).mkString();
    }
}
