package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.HeadsFixture;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A log that has lost lines, or holds one that cannot be believed, as a user meets it: told by all,
 * driven by nobody, and repaired when a person says so.
 */
class LogRepairTest {
    @TempDir static Path folder;

    private static CliFixture place;
    private static RunDirectory run;
    private static List<String> lines = List.of();

    @BeforeAll
    static void a_finished_run() throws Exception {
        place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "Add work").exit()).isZero();
        run = place.runs().newestFirst().getFirst();
        lines = Files.readAllLines(run.events());
        copy(place.root, folder.resolve("finished"));
    }

    /** The same for each test, in the same place. */
    @AfterEach
    void the_place_is_restored() throws Exception {
        try (var all = Files.walk(place.root)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
        copy(folder.resolve("finished"), place.root);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var all = Files.walk(from)) {
            for (var path : all.toList())
                Files.copy(
                        path,
                        to.resolve(from.relativize(path)),
                        StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private byte[] cut(int kept) throws IOException {
        Files.writeString(run.events(), String.join("\n", lines.subList(0, kept)) + "\n");
        return Files.readAllBytes(run.events());
    }

    @Test
    void a_log_that_lost_its_last_lines_is_shown_and_not_driven_by_any_command() throws Exception {
        int kept = lines.size() - 3;
        var cut = cut(kept);
        var reported =
                "the log ends at event " + kept + ", but it had come to event " + lines.size();
        for (var driving :
                List.of(
                        "resume",
                        "retry",
                        "cancel --yes",
                        "pause",
                        "approve plan",
                        "resume --detach")) {
            var refused = place.foldline(driving.split(" "));
            assertThat(refused.exit())
                    .as("%s: %s", driving, refused.all())
                    .isEqualTo(driving.startsWith("approve") ? 1 : 7);
            if (!driving.startsWith("approve"))
                assertThat(refused.err())
                        .contains(reported, "try: foldline log repair " + run.id());
        }
        for (var reading :
                List.of("log", "show", "explain", "replay", "cost", "diff @:1 @", "gates")) {
            var shown = place.foldline(reading.split(" "));
            assertThat(shown.exit()).as("%s: %s", reading, shown.all()).isZero();
            assertThat(shown.out()).isNotEmpty();
        }
        assertThat(place.foldline("log").err()).contains(reported);
        assertThat(place.foldline("status").out())
                .contains(
                        "Cannot continue: " + reported, "next      foldline log repair " + run.id())
                .doesNotContain("no work is lost");
        assertThat(place.foldline("status").exit()).isEqualTo(7);
        assertThat(place.foldline("status", "--json").out())
                .contains("\"reason\": \"log_cut\"", "\"exit\": 7", "\"ok\": false");
        assertThat(place.foldline("status", "--all").out()).contains(reported);
        assertThat(place.foldline("replay", "@", "--verify").exit()).isEqualTo(7);
        assertThat(place.foldline("replay", "@", "--verify").err()).containsOnlyOnce(reported);
        assertThat(place.foldline("replay", "@", "--verify", "--json").out())
                .contains("\"verdict\": \"cut\"");
        assertThat(place.foldline("replay", "@", "--verify", "--to", "" + kept).exit()).isZero();
        assertThat(place.foldline("doctor").out())
                .contains(
                        "broken  run " + run.id() + ": " + reported,
                        "try: foldline log repair " + run.id());
        assertThat(place.foldline("doctor").exit()).isEqualTo(1);
        assertThat(place.foldline("doctor", "--fix").out()).contains("broken  run " + run.id());
        assertThat(Files.readAllBytes(run.events())).as("nothing is written to it").isEqualTo(cut);
    }

    /** Whatever the remedies say, word by word, until there is none any more. */
    private void isMendedBy(CliFixture.CommandResult refused) throws Exception {
        var committed = place.git("show", "foldline/add-work:work.txt");
        var first = hint(refused);
        assertThat(first).isEqualTo("foldline log repair " + run.id());
        var asks = follow(first);
        assertThat(asks.exit()).isEqualTo(2);
        assertThat(asks.err()).contains("lost      ", "continues after event ", "may be repeated");
        var repaired = follow(hint(asks));
        assertThat(repaired.exit()).as(repaired.all()).isZero();
        goOn(next(repaired));
        var status = place.foldline("status", "--exit-code");
        assertThat(status.exit()).as(status.all()).isZero();
        assertThat(place.foldline("replay", "@", "--verify").exit()).isZero();
        assertThat(place.git("show", "foldline/add-work:work.txt"))
                .as("nothing that was committed is gone")
                .startsWith(committed);
    }

    private void goOn(String commands) throws Exception {
        for (var command : commands.split(" && ")) {
            if (command.startsWith("git ")) place.git(command.substring(4).split(" "));
            else
                assertThat(follow(command))
                        .satisfies(gone -> assertThat(gone.exit()).as(gone.all()).isZero());
        }
    }

    private static String next(CliFixture.CommandResult repaired) {
        return repaired.out()
                .lines()
                .filter(line -> line.startsWith("Continue with: "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(repaired.all()))
                .substring("Continue with: ".length());
    }

    private static String hint(CliFixture.CommandResult reported) {
        return reported.err()
                .lines()
                .filter(line -> line.startsWith("  try: "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(reported.all()))
                .substring("  try: ".length());
    }

    private CliFixture.CommandResult follow(String command) {
        return place.foldline(command.substring("foldline ".length()).split(" "));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30, 1000})
    void the_printed_remedies_complete_the_run(int lost) throws Exception {
        cut(Math.max(1, lines.size() - lost));
        isMendedBy(place.foldline("resume"));
    }

    @Test
    void a_log_with_a_changed_inner_line_is_repaired_by_the_printed_commands() throws Exception {
        int changed = lines.size() / 2;
        var spoiled = new ArrayList<>(lines);
        spoiled.set(changed, spoiled.get(changed).replaceFirst("ticket", "tickeT"));
        Files.writeString(run.events(), String.join("\n", spoiled) + "\n");
        isMendedBy(place.foldline("resume"));
        assertThat(run.path().resolve("repair-1/events.jsonl.rest"))
                .content()
                .isEqualTo(String.join("\n", spoiled.subList(changed, spoiled.size())) + "\n");
    }

    @Test
    void a_log_restored_from_a_diverged_copy_is_repaired_by_the_printed_commands()
            throws Exception {
        cut(lines.size() - 20);
        goOn(next(follow("foldline log repair --yes")));
        Files.writeString(run.events(), String.join("\n", lines) + "\n");
        var refused = place.foldline("resume");
        assertThat(refused.err())
                .contains("(events.head ")
                .containsAnyOf(
                        "is not the line that was written there", "but it had come to event");
        assertThat(follow(hint(refused) + " --yes").exit()).isZero();
        assertThat(place.foldline("status", "--exit-code").exit()).isZero();
    }

    @Test
    void a_folder_of_a_run_that_was_put_back_from_an_older_copy_is_known_by_the_tables()
            throws Exception {
        HeadsFixture.removeFiles(run);
        cut(lines.size() - 3);
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line) continue;
            HeadFile.reset(run.events(), reader.position());
        }
        var refused = place.foldline("resume");
        assertThat(refused.err()).contains("(state.sqlite says so)", "event " + lines.size());
        assertThat(place.foldline("doctor").out())
                .contains(
                        "broken  run "
                                + run.id()
                                + ": the log ends at event "
                                + (lines.size() - 3));
        isMendedBy(refused);
        assertThat(place.foldline("doctor").exit()).isZero();
    }

    @Test
    void a_damaged_workflow_is_shown_not_driven_by_any_command_and_repaired() throws Exception {
        place.write("tasks.yaml", CliFixture.TWO_TASKS);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        var workflow = place.runs().newestFirst().getFirst();
        var all = Files.readAllLines(workflow.events());
        Files.writeString(
                workflow.events(), String.join("\n", all.subList(0, all.size() - 1)) + "\n");
        var reported =
                "the log ends at event "
                        + (all.size() - 1)
                        + ", but it had come to event "
                        + all.size();
        var status = place.foldline("workflow", "status");
        assertThat(status.exit()).isEqualTo(7);
        assertThat(status.err()).contains(reported);
        var refused = place.foldline("workflow", "ready");
        assertThat(refused.exit()).isEqualTo(7);
        assertThat(refused.err()).contains(reported);
        assertThat(follow(hint(refused) + " --yes").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        assertThat(place.foldline("workflow", "status").exit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_new_run_beside_it_names_the_damage_and_its_remedy(boolean isCut) throws Exception {
        int line = lines.size() / 2;
        var spoiled = new ArrayList<>(lines);
        if (isCut) cut(line);
        else {
            spoiled.set(line, spoiled.get(line).replaceFirst("ticket", "tickeT"));
            Files.writeString(run.events(), String.join("\n", spoiled) + "\n");
            Files.delete(run.snapshot());
        }
        var refused = place.foldline("run", "Other work");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(7);
        assertThat(refused.err())
                .contains(
                        "branch foldline/add-work is checked out, and the log of run "
                                + run.id()
                                + " on it is damaged: ",
                        "at: " + run.events() + ":" + (line + 1))
                .doesNotContain("from main");
        assertThat(hint(refused)).isEqualTo("foldline log repair " + run.id());
        place.git("switch", "-q", "main");
        assertThat(place.foldline("run", "Other work").exit()).isZero();
    }

    @Test
    void a_run_whose_commits_the_repaired_log_does_not_know_is_not_continued_over_them()
            throws Exception {
        int committing = 0;
        while (!lines.get(committing).contains("\"commit_work\"")) committing++;
        cut(committing);
        var commit = place.git("rev-parse", "--short=7", "HEAD");
        place.git("switch", "-q", "main");
        assertThat(next(follow("foldline log repair --yes")))
                .startsWith(
                        "git -C "
                                + place.root
                                + " switch foldline/add-work && git -C "
                                + place.root
                                + " reset --soft ");
        place.git("switch", "-q", "foldline/add-work");
        var refused = place.foldline("resume");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        "the branch foldline/add-work has commits that are not in the log of run "
                                + run.id()
                                + ": "
                                + commit
                                + " Do the work",
                        "try: git -C " + place.root + " reset --soft ",
                        " && foldline resume " + run.id());
        assertThat(place.foldline("resume", "--detach").exit()).isEqualTo(1);
        goOn(hint(refused));
        assertThat(place.foldline("status").out()).contains("commits   1, the last is");
        assertThat(place.git("log", "--format=%s", "main..foldline/add-work"))
                .isEqualTo("Do the work");
    }

    @Test
    void a_run_whose_log_does_not_know_its_branch_is_not_driven() throws Exception {
        cut(2);
        assertThat(next(follow("foldline log repair --yes")))
                .contains(
                        " switch --detach " + place.git("rev-parse", "main"),
                        " branch -m foldline/add-work foldline/add-work-of-" + run.id());
        var refused = place.foldline("resume");
        assertThat(refused.err())
                .contains(
                        "are not in the log of run "
                                + run.id()
                                + ": "
                                + place.git("rev-parse", "--short=7", "HEAD")
                                + " Do the work");
        goOn(hint(refused));
        assertThat(place.foldline("status").out()).contains("commits   1, the last is");
        assertThat(place.git("log", "--format=%s", "main..foldline/add-work-of-" + run.id()))
                .as("no work is lost")
                .isEqualTo("Do the work");
    }

    @Test
    void commits_of_others_are_built_upon() throws Exception {
        int committing = 0;
        while (!lines.get(committing).contains("\"commit_work\"")) committing++;
        cut(committing);
        goOn(next(follow("foldline log repair --yes")).replaceFirst(" && foldline.*", ""));
        place.git("commit", "-q", "--allow-empty", "-m", "Mine");
        var reported = place.foldline("resume");
        assertThat(reported.err()).doesNotContain("are not in the log");
    }

    @Test
    void removed_events_are_shown_and_can_be_restored_until_a_new_one_is_appended()
            throws Exception {
        int calling = 0;
        while (!lines.get(calling).contains("\"invoke_agent\"")) calling++;
        cut(calling + 1);
        assertThat(follow("foldline log repair --yes").exit()).isZero();
        var lost = "events " + (calling + 2) + " to " + lines.size();
        var status = place.foldline("status").out();
        assertThat(status)
                .contains(
                        "Interrupted. Resume it to continue.\n",
                        "repaired  "
                                + lost
                                + " were removed from the log; their remains are in "
                                + run.path().resolve("repair-1"))
                .doesNotContain("no work is lost");
        assertThat(place.foldline("status", "--json").out()).contains("\"cut\": \"" + lost + "\"");
        assertThat(place.foldline("cost").err())
                .contains(
                        "the log of run " + run.id() + " was repaired: " + lost,
                        "Calls in them are not counted");
        Files.writeString(run.events(), String.join("\n", lines) + "\n");
        assertThat(place.foldline("status", "--exit-code").exit())
                .as("they can be restored until a new event is appended")
                .isZero();
    }

    @Test
    void repair_asks_at_a_terminal_and_changes_nothing_without_a_yes() throws Exception {
        var reported = place.foldline("log", "repair", run.id().text(), "--yes");
        assertThat(reported.exit()).isZero();
        assertThat(reported.out()).contains("is intact; nothing to repair");
        assertThat(Files.readAllLines(run.events())).isEqualTo(lines);
        var cut = cut(lines.size() - 3);
        var declined = place.typing("n\n", "log", "repair");
        assertThat(declined.exit()).isEqualTo(1);
        assertThat(declined.err())
                .contains(
                        "Truncate the log of run "
                                + run.id()
                                + " to event "
                                + (lines.size() - 3)
                                + "? [y/N]",
                        "nothing changed");
        assertThat(Files.readAllBytes(run.events())).isEqualTo(cut);
        assertThat(run.path().resolve("repair-1")).doesNotExist();
        assertThat(place.typing("y\n", "log", "repair").exit()).isZero();
    }

    @Test
    void a_log_without_a_good_line_is_not_truncated_to_nothing() throws Exception {
        Files.writeString(
                run.events(), lines.getFirst().replaceFirst("run_started", "run_starteD") + "\n");
        var reported = place.foldline("log", "repair", "--yes");
        assertThat(reported.exit()).isEqualTo(7);
        assertThat(reported.err()).contains("from a backup");
        assertThat(Files.readAllLines(run.events())).hasSize(1);
    }
}
