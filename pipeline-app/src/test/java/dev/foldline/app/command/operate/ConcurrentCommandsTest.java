package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two terminals at one repository. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ConcurrentCommandsTest {
    @TempDir Path folder;

    /** The developer says that it has begun, and works on when it may. */
    private CliFixture withAPatientDeveloper() throws Exception {
        return CliFixture.ready(folder)
                .agent(
                        AgentScripts.except(
                                "developer",
                                "touch \"$HOME/begun\"; while [ ! -e \"$HOME/go\" ]; do sleep 0.02;"
                                        + " done; echo work >> work.txt; echo worked"));
    }

    private static void awaitDeveloper(CliFixture place) throws InterruptedException {
        while (!Files.exists(home(place).resolve("begun"))) Thread.sleep(5);
    }

    private static void letGo(CliFixture place) throws Exception {
        Files.writeString(home(place).resolve("go"), "");
    }

    private static Path home(CliFixture place) {
        return Path.of(place.environment.get("HOME"));
    }

    @Test
    void two_processes_that_resume_at_the_same_time_never_both_drive() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var reported =
                Shell.run(
                        place,
                        "foldline resume > \"$HOME/one\" 2>&1 & foldline resume > \"$HOME/two\""
                                + " 2>&1; wait");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var ends =
                lastLine(home(place).resolve("one")) + ", " + lastLine(home(place).resolve("two"));
        assertThat(ends)
                .as("one drives, and the other is too early or too late")
                .isIn("exit 0, exit 8", "exit 8, exit 0", "exit 0, exit 2", "exit 2, exit 0");
        assertThat(place.git("log", "--format=%s", "foldline/add-work", "^main"))
                .isEqualTo("Do the work");
    }

    private static String lastLine(Path file) throws Exception {
        return Files.readAllLines(file).getLast();
    }

    @Test
    void a_stop_during_a_resume_of_another_process_reaches_that_process() throws Exception {
        var place = withAPatientDeveloper();
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        isRefusedInATreeInUse(place, "resume", "--budget", "agent_calls=+10");
        var resumed = place.inAnotherTerminal("resume", "--budget", "agent_calls=+10");
        var stopped = awaitDriven(place, "stop", "--now");
        assertThat(stopped.exit()).as(stopped.all()).isZero();
        var reported = resumed.get();
        if (reported.exit() == 0) throw new AssertionError("the stop was lost: " + reported.all());
        letGo(place);
        for (int tries = 0; reported.exit() != 0 && tries < 2; tries++)
            reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.read("work.txt")).isEqualTo("work\n");
        assertThat(Files.readString(log(place))).containsOnlyOnce("\"budget_raised\"");
    }

    private static void isRefusedInATreeInUse(CliFixture place, String... words) throws Exception {
        var before = Files.readString(log(place));
        try (var other =
                ((RunLock.LockAttempt.Held)
                                RunLock.take(place.root.resolve(".git/foldline/driver")))
                        .lock()) {
            var refused = place.foldline(words);
            assertThat(refused.exit()).as(refused.all()).isEqualTo(8);
            assertThat(refused.err()).contains("another run uses this worktree");
        }
        assertThat(log(place)).as("nothing was told").hasContent(before);
    }

    private static Path log(CliFixture place) throws IOException {
        var run = place.root.resolve(".git/foldline/runs").resolve(runs(place).getFirst());
        return run.resolve("events.jsonl");
    }

    /** As soon as the other one has the run, whatever it is doing with it by then. */
    private static CliFixture.CommandResult awaitDriven(CliFixture place, String... words)
            throws Exception {
        Path lock;
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            lock = runs.findFirst().orElseThrow().resolve("lock");
        }
        while (Files.size(lock) == 0) Thread.sleep(1);
        return place.foldline(words);
    }

    @Test
    void a_second_run_in_the_same_tree_is_refused_and_one_in_a_tree_of_its_own_ends_beside_it()
            throws Exception {
        var place = withAPatientDeveloper();
        var first = place.inAnotherTerminal("run", "Add work");
        awaitDeveloper(place);
        for (String[] words :
                new String[][] {
                    {"run", "More"}, {"run", "--in-place", "More"}, {"run", "--allow-dirty", "More"}
                }) {
            var refused = place.foldline(words);
            assertThat(refused.exit()).as(refused.all()).isEqualTo(8);
            assertThat(refused.err())
                    .contains("another run uses this worktree", "add --worktree")
                    .containsPattern(
                            "worktree: process "
                                    + ProcessHandle.current().pid()
                                    + " \\(since [-0-9]+T[0-9:]+Z\\)\n");
        }
        var beside =
                place.inAnotherTerminal(
                        "run",
                        Remedy.flag(place.foldline("run", "More"), "--worktree").getFirst(),
                        "More");
        letGo(place);
        assertThat(beside.get().exit()).as(beside.get().all()).isZero();
        assertThat(first.get().exit()).as(first.get().all()).isZero();
        assertThat(place.git("show", "foldline/add-work:work.txt")).isEqualTo("work");
        assertThat(place.git("show", "foldline/more:work.txt")).isEqualTo("work");
        assertThat(place.git("log", "--format=%s", "main..foldline/more").lines()).hasSize(1);
    }

    private static List<String> runs(CliFixture place) throws IOException {
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            return runs.map(run -> run.getFileName().toString()).toList();
        }
    }
}
