package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

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

    @Thorough
    @Test
    void a_disk_that_fills_up_during_a_run_loses_nothing_and_the_run_continues_with_free_space()
            throws Exception {
        fillsUpDuring("developer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"planner", "committer"})
    @Thorough
    void a_disk_that_fills_up_during_another_call_loses_nothing_either(String role)
            throws Exception {
        fillsUpDuring(role);
    }

    private void fillsUpDuring(String role) throws Exception {
        Shell.demandSmallDisks();
        var place =
                CliFixture.ready(folder)
                        .agent(after(role, "cat /dev/zero > \"$HOME/disk/filler\" 2>/dev/null"));
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
                        """);
        assertThat(reported.out())
                .contains("error: the disk is full\n", "  try: free disk space", "runs left: 0\n")
                .doesNotContain("internal error");
    }

    @Test
    @Thorough
    void doctor_names_a_full_disk_and_a_run_starts_when_there_is_space() throws Exception {
        Shell.demandSmallDisks();
        var reported =
                Shell.withSmallDisk(
                        CliFixture.ready(folder),
                        "6m",
                        """
                        cp -a . "$DISK/repo"; cd "$DISK/repo"
                        cat /dev/zero > "$DISK/filler" 2>/dev/null
                        foldline doctor
                        rm "$DISK/filler"
                        foldline run "Add work"
                        """);
        assertThat(reported.out())
                .contains("broken  storage: the disk is full")
                .doesNotContain("internal error")
                .endsWith("exit 0\n");
    }

    @Test
    @Thorough
    void a_file_size_limit_stops_the_run_intact_and_it_continues_without_the_limit()
            throws Exception {
        isLimitedTo(16);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 24})
    @Thorough
    void another_file_size_limit_stops_the_run_intact_too(int blocks) throws Exception {
        isLimitedTo(blocks);
    }

    private void isLimitedTo(int blocks) throws Exception {
        var place = CliFixture.ready(folder);
        var reported =
                Shell.run(
                        place,
                        "(ulimit -f " + blocks + "; foldline run 'Add work')\nfoldline resume\n");
        assertThat(reported.out())
                .as("%d blocks", blocks)
                .contains(
                        "error: the file size limit of this process is reached",
                        "ulimit -f unlimited")
                .doesNotContain("internal error");
        if (!reported.out().endsWith("exit 0\n"))
            assertThat(place.foldline("run", "Add work").exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void a_file_system_that_becomes_read_only_is_named_and_the_run_continues_afterwards()
            throws Exception {
        var reported = onReadOnlyDisk("resume", "gates");
        assertThat(exits(reported)).containsExactly("exit 1", "exit 0");
        assertThat(reported)
                .contains(
                        "error: the file system is read-only\n",
                        "mount it writable",
                        "No open gates.");
    }

    @Test
    @Thorough
    void doctor_names_a_read_only_file_system_once() throws Exception {
        var reported = onReadOnlyDisk("resume", "doctor", "status");
        assertThat(exits(reported)).containsExactly("exit 1", "exit 1", "exit 0");
        assertThat(reported).contains("broken  storage: the file system is read-only");
        assertThat(reported.lines().filter(line -> line.contains("broken  storage")))
                .as("one cause, one finding")
                .hasSize(1);
    }

    @Test
    @Thorough
    void a_read_only_file_system_stops_every_command_that_writes_and_none_that_only_reads()
            throws Exception {
        assertThat(exits(onReadOnlyDisk("pause", "run More", "log --oneline", "replay @ --verify")))
                .containsExactly("exit 1", "exit 1", "exit 0", "exit 0");
    }

    /**
     * What is said by these commands, one after the other, of a run that goes on when it may write
     * again.
     */
    private String onReadOnlyDisk(String... commands) throws Exception {
        Shell.demandSmallDisks();
        var reported =
                Shell.withSmallDisk(
                        CliFixture.ready(folder),
                        "20m",
                        """
                        cp -a . "$DISK/repo"; cd "$DISK/repo"
                        foldline run --until development "Add work"
                        mount -o remount,ro "$DISK"
                        foldline %s
                        echo WRITABLE; mount -o remount,rw "$DISK"
                        foldline resume
                        """
                                .formatted(String.join("\nfoldline ", commands)));
        assertThat(reported.out()).endsWith("exit 0\n");
        var readOnly =
                reported.out()
                        .substring(
                                reported.out().indexOf("exit 0") + 7,
                                reported.out().indexOf("WRITABLE"));
        assertThat(readOnly)
                .contains("error: the file system is read-only\n")
                .doesNotContain("internal error", "chmod");
        return readOnly;
    }

    private static Stream<String> exits(String reported) {
        return reported.lines().filter(line -> line.startsWith("exit"));
    }

    @ParameterizedTest
    @CsvSource({".git/foldline/runs/R/events.jsonl, 444, resume"})
    @Thorough
    void a_lost_permission_is_named_and_the_run_continues_when_it_is_restored(
            String where, String mode, String command) throws Exception {
        isLost(where, mode, command);
    }

    @ParameterizedTest
    @CsvSource({
        ".git/foldline/blobs, 555, run More",
        ".git/foldline/runs/R/lock, 000, resume",
        ".git/foldline/runs, 555, run More",
        ".git/foldline/runs/R, 000, resume",
        ".git/foldline/runs/R/events.jsonl, 000, resume",
        ".git/foldline/runs/R/inbox, 000, resume",
        ".git/foldline/runs/R/events.jsonl, 444, pause",
        ".git/foldline/blobs, 000, resume",
        ".git/foldline/runs/R/output, 000, resume",
        ".git/foldline/runs/R/place, 000, resume",
    })
    @Thorough
    void any_other_lost_permission_is_named_too(String where, String mode, String command)
            throws Exception {
        isLost(where, mode, command);
    }

    private void isLost(String where, String mode, String command) throws Exception {
        Shell.demandOrdinaryUser();
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var reported =
                Shell.asOrdinaryUser(
                        place,
                        "at=$(echo "
                                + where.replace("/R", "/r*")
                                + "); was=$(stat -c %a $at); chmod "
                                + mode
                                + " $at; foldline "
                                + command
                                + "; foldline doctor; chmod $was $at\n");
        assertThat(reported.out()).contains("exit 1\n").doesNotContain("internal error");
        assertThat(reported.out().toLowerCase(java.util.Locale.ROOT))
                .contains("permission denied", ".git/foldline");
        goesOn(place, reported);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"events.jsonl, folder", "../../blobs, file"})
    void a_foreign_entry_in_place_of_a_file_is_named_and_the_run_continues_when_it_is_removed(
            String name, String kind) throws Exception {
        isReplaced(name, kind);
    }

    @ParameterizedTest
    @CsvSource({
        "lock, folder",
        "inbox, file",
        "place, folder",
        "configured-in, folder",
        "../../driver, folder",
    })
    @Thorough
    void a_foreign_entry_in_another_place_is_named_too(String name, String kind) throws Exception {
        isReplaced(name, kind);
    }

    private void isReplaced(String name, String kind) throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var there = run(place).resolve(name).normalize();
        var aside = there.resolveSibling("aside");
        Files.move(there, aside);
        if (kind.equals("folder")) Files.createDirectories(there.resolve("in-it"));
        else Files.writeString(there, "not a folder");
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.all()).contains(there.toString()).doesNotContain("internal error");
        if (kind.equals("folder")) Files.delete(there.resolve("in-it"));
        Files.delete(there);
        Files.move(aside, there);
        goesOn(place, reported);
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
        isCleanedDuring("analyst");
    }

    @ParameterizedTest
    @ValueSource(strings = {"planner", "developer", "committer"})
    @Thorough
    void an_exchange_folder_removed_during_another_call_is_made_again_too(String role)
            throws Exception {
        isCleanedDuring(role);
    }

    private void isCleanedDuring(String role) throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                before(
                                        role,
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
