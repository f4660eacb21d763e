package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Faults of the storage, at every place a run writes to, as a user meets them: what happened, where
 * and what to do next; nothing lost; and the run goes on when the cause is gone.
 *
 * <pre>
 *              full disk  file size  read-only fs  no right  wrong kind of file  removed
 *  log         x          x          x             x         x                   x
 *  texts       x          x          x             x         x
 *  snapshot    x          x          x             x         x
 *  inbox       x                     x             x         x                   x
 *  lock        x                     x             x         x                   x
 *  output      x          x          x             x         x                   x
 *  prompts,
 *  exchange                                                  x                   x
 * </pre>
 *
 * <p>A failing force is {@code FailingDiskTest}, a file system without locks {@code RunLockTest}, a
 * clock that is set back {@code LocalEnvironmentTest}, a log of another place {@code
 * CopiedRunTest}.
 */
@EnabledOnOs(
        value = OS.LINUX,
        disabledReason = "disks, limits and rights are set up with its commands")
class StorageFaultTest {
    @TempDir Path folder;

    /**
     * Something that befalls the run once, during the call of a role: before the agent has worked,
     * or after.
     */
    private static String before(String role, String mishap) {
        return once(role, mishap) + AgentScripts.HELPFUL;
    }

    private static String after(String role, String mishap) {
        return AgentScripts.HELPFUL + once(role, mishap);
    }

    private static String once(String role, String mishap) {
        return "if [ \"$FOLDLINE_ROLE\" = "
                + role
                + " ] && [ ! -e \"$HOME/done\" ]; then touch \"$HOME/done\"; "
                + mishap
                + "; fi\n";
    }

    @Test
    void a_disk_that_fills_up_during_a_run_loses_nothing_and_the_run_continues_with_free_space()
            throws Exception {
        Shell.demandSmallDisks();
        var place =
                CliFixture.ready(folder)
                        .agent(
                                after(
                                        "developer",
                                        "cat /dev/zero > \"$HOME/disk/filler\" 2>/dev/null"));
        var reported =
                Shell.withSmallDisk(
                        place,
                        "6m",
                        """
                        cp -a . "$DISK/repo"; cd "$DISK/repo"
                        foldline run "Add work" > "$HOME/run" 2>&1; cat "$HOME/run"
                        foldline status
                        foldline doctor || :
                        echo ROOM; rm "$DISK/filler"
                        $(grep -o 'foldline re[a-z]* r[a-z2-7]*' "$HOME/run" | head -n 1)
                        foldline status --exit-code || foldline retry
                        git log --format=%s main..foldline/add-work; git show foldline/add-work:work.txt
                        """);
        var full = reported.out().substring(0, reported.out().indexOf("ROOM"));
        assertThat(full)
                .contains("exit 1")
                .containsAnyOf("the disk is full", "No space left on device")
                .doesNotContain("internal error", "\tat ", "mv '");
        assertThat(full).containsAnyOf("foldline resume", "foldline retry");
        assertThat(reported.out().substring(full.length()))
                .contains("exit 0", "Do the work", "line by");
    }

    @Test
    void a_run_on_a_full_disk_does_not_start_and_leaves_nothing() throws Exception {
        Shell.demandSmallDisks();
        var reported =
                Shell.withSmallDisk(
                        CliFixture.ready(folder),
                        "6m",
                        """
                        cp -a . "$DISK/repo"; cd "$DISK/repo"
                        cat /dev/zero > "$DISK/filler" 2>/dev/null
                        foldline run "Add work"
                        echo "runs left: $(ls .git/foldline/runs 2>/dev/null | wc -l)"
                        foldline doctor
                        rm "$DISK/filler"
                        foldline run "Add work"
                        """);
        assertThat(reported.out())
                .contains("error: the disk is full\n", "  try: free disk space", "runs left: 0\n")
                .contains("broken  storage: the disk is full")
                .doesNotContain("internal error")
                .endsWith("exit 0\n");
    }

    @Test
    void a_file_size_limit_stops_the_run_intact_and_it_continues_without_the_limit()
            throws Exception {
        var place = CliFixture.ready(folder);
        var reported =
                Shell.run(place, "(ulimit -f 16; foldline run 'Add work')\nfoldline resume\n");
        assertThat(reported.out())
                .contains("error: the file size limit of this process is reached")
                .contains("ulimit -f unlimited")
                .doesNotContain("internal error");
        if (!reported.out().endsWith("exit 0\n"))
            assertThat(place.foldline("run", "Add work").exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void a_file_system_that_becomes_read_only_is_named_and_the_run_continues_afterwards()
            throws Exception {
        Shell.demandSmallDisks();
        var reported =
                Shell.withSmallDisk(
                        CliFixture.ready(folder),
                        "20m",
                        """
                        cp -a . "$DISK/repo"; cd "$DISK/repo"
                        foldline run --until development "Add work"
                        mount -o remount,ro "$DISK"
                        foldline resume
                        foldline pause
                        foldline run More
                        foldline gates
                        foldline doctor
                        foldline status
                        foldline log --oneline
                        foldline replay @ --verify
                        echo WRITABLE; mount -o remount,rw "$DISK"
                        foldline resume
                        """);
        assertThat(reported.out()).endsWith("exit 0\n");
        var readOnly =
                reported.out()
                        .substring(
                                reported.out().indexOf("exit 0") + 7,
                                reported.out().indexOf("WRITABLE"));
        assertThat(readOnly.lines().filter(line -> line.startsWith("exit")))
                .as("all that write, none that only reads")
                .containsExactly(
                        "exit 1", "exit 1", "exit 1", "exit 0", "exit 1", "exit 0", "exit 0",
                        "exit 0");
        assertThat(readOnly)
                .contains("error: the file system is read-only\n", "mount it writable")
                .contains("No open gates.", "broken  storage: the file system is read-only")
                .doesNotContain("internal error", "chmod");
        assertThat(readOnly.lines().filter(line -> line.contains("broken  storage")))
                .as("one cause, one finding")
                .hasSize(1);
    }

    /** A file of a paused run, the rights that are left of it, and a command that then fails. */
    private static final List<List<String>> LOST_RIGHTS =
            List.of(
                    List.of(".git/foldline/runs/R/events.jsonl", "444", "resume"),
                    List.of(".git/foldline/runs/R/events.jsonl", "444", "pause"),
                    List.of(".git/foldline/runs/R/events.jsonl", "000", "resume"),
                    List.of(".git/foldline/runs/R/inbox", "000", "resume"),
                    List.of(".git/foldline/runs/R/output", "000", "resume"),
                    List.of(".git/foldline/runs/R/lock", "000", "resume"),
                    List.of(".git/foldline/runs/R/place", "000", "resume"),
                    List.of(".git/foldline/runs/R", "000", "resume"),
                    List.of(".git/foldline/runs", "555", "run --worktree More"),
                    List.of(".git/foldline/blobs", "000", "resume"),
                    List.of(".git/foldline/blobs", "555", "run --worktree More"));

    @Test
    void a_lost_permission_is_named_and_the_run_continues_when_it_is_restored() throws Exception {
        Shell.demandOrdinaryUser();
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var script = new StringBuilder();
        for (var lost : LOST_RIGHTS)
            script.append(
                            "at=$(echo %s); was=$(stat -c %%a $at); chmod %s $at\n"
                                    .formatted(lost.get(0).replace("/R", "/r*"), lost.get(1)))
                    .append("foldline " + lost.get(2) + "\nchmod $was $at; echo NEXT\n");
        var reported = Shell.asOrdinaryUser(place, script.toString());
        var answers = reported.out().split("NEXT\n");
        for (int n = 0; n < LOST_RIGHTS.size(); n++) {
            assertThat(answers[n])
                    .as("%s", LOST_RIGHTS.get(n))
                    .contains("exit 1\n")
                    .doesNotContain("internal error");
            assertThat(answers[n].toLowerCase(Locale.ROOT))
                    .as("%s", LOST_RIGHTS.get(n))
                    .contains("permission denied", ".git/foldline");
        }
        goesOn(place, reported);
    }

    @Test
    void a_foreign_entry_in_place_of_a_file_is_named_and_the_run_continues_when_it_is_removed()
            throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        for (var name : List.of("events.jsonl", "lock", "place", "configured-in", "../../driver"))
            isReplaced(place, name, true);
        for (var name : List.of("inbox", "../../blobs")) isReplaced(place, name, false);
        goesOn(place, place.foldline("status"));
    }

    private static void isReplaced(CliFixture place, String name, boolean isFolder)
            throws Exception {
        var there = run(place).resolve(name).normalize();
        var aside = there.resolveSibling("aside");
        Files.move(there, aside);
        if (isFolder) Files.createDirectories(there.resolve("in-it"));
        else Files.writeString(there, "not a folder");
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.all()).contains(there.toString()).doesNotContain("internal error");
        if (isFolder) Files.delete(there.resolve("in-it"));
        Files.delete(there);
        Files.move(aside, there);
    }

    @Test
    void a_snapshot_and_outputs_that_can_neither_be_read_nor_written_cost_nothing()
            throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var snapshot = run(place).resolve("snapshot.json");
        Files.delete(snapshot);
        Files.createDirectories(snapshot.resolve("in-it"));
        Files.move(run(place).resolve("output"), folder.resolve("output"));
        Files.writeString(run(place).resolve("output"), "not a folder");
        assertThat(place.foldline("status").exit()).isZero();
        goesOn(place, place.foldline("log"));
    }

    @Test
    void a_run_whose_folder_is_removed_under_its_driver_stops_with_the_work_saved()
            throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "developer",
                                        "echo work >> work.txt; rm -rf"
                                            + " \".git/foldline/runs/$FOLDLINE_RUN\"; echo gone;"
                                            + " sleep 60"));
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err())
                .contains(
                        "were removed while the run was driven",
                        "uncommitted work is in the worktree, and saved as refs/foldline/saved/")
                .doesNotContain("internal error");
        assertThat(place.read("work.txt")).isEqualTo("work\n");
        assertThat(place.git(Remedy.arguments(reported, "git show "))).contains("+work");
    }

    @Test
    void an_exchange_folder_that_git_clean_removes_is_made_again() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                before(
                                        "analyst",
                                        "git clean -fdxq -e foldline.yaml -e work.txt; mkdir -p"
                                                + " .foldline"));
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void an_exchange_folder_removed_after_a_submission_costs_one_more_attempt() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(after("analyst", "git clean -fdxq -e foldline.yaml -e work.txt"));
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    private static Path run(CliFixture place) throws Exception {
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            return runs.findFirst().orElseThrow();
        }
    }

    /** Resumed, or retried if it halted; either way its work is committed once. */
    private static void goesOn(CliFixture place, CliFixture.CommandResult before) throws Exception {
        var reported = place.foldline("resume");
        if (reported.exit() != 0) reported = place.foldline("retry");
        assertThat(reported.exit()).as(before.all() + reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.git("log", "--format=%s", "main..HEAD")).isEqualTo("Do the work");
    }
}
