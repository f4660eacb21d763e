package dev.foldline.effects.environment;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.INSPECT;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.GitOperation.RELEASE_WORKTREE;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorktreeReleased;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.driver.DriverExit;
import dev.foldline.effects.machine.Thorough;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Drivers that die: before an event is kept, when what it tells has been done already, and after
 * it, when nothing that follows from it has. Another driver, with a world of its own, takes the run
 * up from the journal.
 */
class EffectCrashTest {
    /**
     * Each instant is a repository: the default build tries every fourth of them, {@code
     * -Dfoldline.faults=all} all.
     */
    private static final int STRIDE = Thorough.ALL ? 1 : 4;

    private static final Pattern TRAILER = Pattern.compile("Foldline-Ticket: \\S+");

    @TempDir Path folder;

    /** Thrown where a driver dies. */
    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * One agent, one check, one commit: few events, and every kind of deed a crash can leave in
     * doubt.
     */
    private static Workflow brief() {
        return new Workflow(
                "brief",
                1,
                Vector.of(
                        once("prepare", phases(phase("start", git(OPEN_BRANCH)))),
                        once(
                                "work",
                                phases(
                                        phase(
                                                "development",
                                                call("developer", "development"),
                                                check(BuiltinWorkflows.CHECKS)),
                                        phase(
                                                        "commit",
                                                        git(INSPECT, "changed", "clean"),
                                                        gitRelyingOn(
                                                                Option.of(BuiltinWorkflows.CHECKS),
                                                                COMMIT))
                                                .route("changed", PROCEED)
                                                .route("clean", NEXT_PHASE)))),
                ScriptedRepositoryRun.policy("test -s work.txt"));
    }

    /** The same in a working tree of its own, which it makes and leaves. */
    private static Workflow inItsOwnTree(String start) {
        var brief = brief();
        var leaving = once("parting", phases(phase("leave", git(RELEASE_WORKTREE))));
        return new Workflow(
                "own",
                1,
                brief.stages().append(leaving),
                brief.policy()
                        .withBranching(
                                new Branching.OwnTree("foldline/run", start, Option.none())));
    }

    private static Event die(Event event, int left) {
        if (left == 0) throw new Crash();
        return event;
    }

    /**
     * Drives until the n-th event of this driver, and dies before or after it is kept; whether
     * there was such an event.
     */
    private static boolean dies(ScriptedRepositoryRun run, int n, boolean before)
            throws IOException, InterruptedException {
        int[] left = {n};
        try {
            run.drive(
                    event -> before ? die(event, left[0]--) : event,
                    event -> {
                        if (!before) die(event, left[0]--);
                    });
            return false;
        } catch (Crash crash) {
            return true;
        }
    }

    private static void ends(ScriptedRepositoryRun run) throws IOException, InterruptedException {
        var departure = run.drive(event -> event, event -> {});
        assertThat(departure).as(departure.toString()).isInstanceOf(DriverExit.Ended.class);
        assertThat(((DriverExit.Ended) departure).outcome()).isEqualTo(Outcome.COMPLETED);
    }

    private static void committedOnce(ScriptedRepositoryRun run, String... subjects)
            throws IOException {
        assertThat(run.subjects()).containsExactly(subjects);
        var trailers =
                TRAILER.matcher(run.at.git("log", "--format=%B", "foldline/run"))
                        .results()
                        .map(found -> found.group())
                        .toList();
        assertThat(trailers).doesNotHaveDuplicates().hasSize(subjects.length - 1);
        assertThat(run.events(WorkCommitted.class).map(WorkCommitted::commit))
                .hasSize(subjects.length - 1)
                .doesNotHaveDuplicates();
        assertThat(run.at.git("rev-list", "foldline/run").lines())
                .containsAll(run.events(WorkCommitted.class).map(WorkCommitted::commit));
        assertThat(run.at.status()).isEqualTo("?? PROMPT.md");
    }

    @Test
    void the_work_of_a_driver_that_dies_at_any_point_is_committed_once() throws Exception {
        for (boolean before : new boolean[] {true, false}) {
            boolean died = true;
            for (int n = before ? 1 : 2; died; n += STRIDE) {
                try (var run =
                        new ScriptedRepositoryRun(
                                Files.createDirectory(folder.resolve(before + "-" + n)))) {
                    run.begin(brief());
                    died = dies(run, n, before);
                    if (died) ends(run);
                    committedOnce(run, "Work of run " + run.at.directory.id(), "first");
                    assertThat(run.at.read("work.txt").lines().count())
                            .as("calls of the agent")
                            .isBetween(1L, 2L);
                }
            }
        }
    }

    @Test
    @Thorough
    void the_worktree_of_a_driver_that_dies_at_any_point_is_made_and_left_once() throws Exception {
        for (boolean before : new boolean[] {true, false}) {
            boolean died = true;
            for (int n = before ? 1 : 2; died; n += STRIDE) {
                var tree = folder.resolve("tree-" + before + "-" + n);
                try (var run =
                        new ScriptedRepositoryRun(
                                        Files.createDirectory(folder.resolve(before + "-" + n)))
                                .in(tree)) {
                    run.begin(inItsOwnTree(run.at.head()));
                    died = dies(run, n, before);
                    if (died) ends(run);
                    committedOnce(run, "Work of run " + run.at.directory.id(), "first");
                    assertThat(tree).doesNotExist();
                    assertThat(run.at.git("worktree", "list").lines()).hasSize(1);
                    assertThat(run.at.git("rev-parse", "--abbrev-ref", "HEAD"))
                            .as("the tree it was begun from")
                            .isEqualTo("main");
                    assertThat(run.events(WorktreeReleased.class)).hasSize(1);
                    assertThat(run.events(BranchOpened.class)).hasSize(1);
                }
            }
        }
    }

    /**
     * A whole run in which a driver dies at every kind of event in every place, before and after,
     * once each.
     */
    @Test
    void a_run_survives_a_crash_at_every_step_of_it() throws Exception {
        try (var run = new ScriptedRepositoryRun(folder)) {
            run.begin(
                    ScriptedRepositoryRun.ralph(
                            1,
                            1,
                            ScriptedRepositoryRun.policy("test -s work.txt")
                                    .withLimits(
                                            ScriptedRepositoryRun.policy()
                                                    .limits()
                                                    .withSameAgentMax(50))));
            var survived = new HashSet<String>();
            boolean died = true;
            while (died) {
                try {
                    run.drive(
                            event -> dieOnce(run, event, "before", survived),
                            event -> dieOnce(run, event, "after", survived));
                    died = false;
                } catch (Crash crash) {
                    died = true;
                }
            }
            assertThat(run.state().lifecycle().toString()).contains("Completed");
            assertThat(survived).hasSizeGreaterThan(80);
            committedOnce(run, "Add work", "first");
        }
    }

    private static Event dieOnce(
            ScriptedRepositoryRun run, Event event, String when, Set<String> survived) {
        var what =
                event instanceof EffectStarted started
                        ? started.effect().getClass().getSimpleName()
                        : "";
        var key = when + event.getClass().getSimpleName() + what + run.state().cursor();
        if (!(event instanceof DriverStarted) && survived.add(key)) throw new Crash();
        return event;
    }
}
