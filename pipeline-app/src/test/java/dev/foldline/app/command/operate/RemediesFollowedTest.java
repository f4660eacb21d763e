package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture.CommandResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a command says to do next is done as it is printed, and the run goes on. Each test follows
 * what is printed in one situation, one command after the other.
 */
class RemediesFollowedTest {
    private static final String SIMPLE = "checks: []\niterations: 1\nreviews: 1\n";

    @TempDir Path folder;

    private static CommandResult refused(CliFixture place, String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    private static String diff(CliFixture place, CommandResult reported) throws Exception {
        return place.git(Remedy.arguments(reported, "git diff "));
    }

    private static String newest(CliFixture place) throws Exception {
        return place.runs().newestFirst().getFirst().id().text();
    }

    @Test
    void a_paused_run_is_resumed_on_its_branch_and_a_completed_one_shown() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        Remedy.printed(refused(place, "retry"), "foldline resume r");
        Remedy.printed(place.foldline("status"), "foldline resume r");
        place.git("stash", "-u", "-q");
        place.git("switch", "-q", "main");
        var elsewhere = refused(place, "resume");
        assertThat(elsewhere.err())
                .contains("the run works on branch foldline/add-work, but branch main");
        Remedy.git(place, elsewhere, "git switch ");
        place.git("stash", "pop", "-q");
        var resumed = Remedy.done(place, place.foldline("pause"), "foldline resume r");
        assertThat(resumed.out()).contains("Done in ");
        var ended = place.foldline("stop");
        assertThat(Remedy.done(place, ended, "foldline status r").out()).contains("Done in ");
        assertThat(Remedy.done(place, place.foldline("status"), "foldline log r").out())
                .isNotBlank();
    }

    @Test
    void a_halted_run_is_retried_even_if_resume_is_called_or_cancelled() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .configured("checks: [ \"test -e fixed\" ]\niterations: 1\nreviews: 0\n");
        var halted = refused(place, "run", "Add work");
        assertThat(Remedy.follow(place, halted, "foldline cancel r").exit()).isEqualTo(2);
        var again = Remedy.follow(place, refused(place, "resume"), "foldline retry r");
        assertThat(again.exit()).as(again.all()).isEqualTo(1);
        place.write("fixed", "yes\n").git("add", "fixed");
        var dirty = Remedy.follow(place, again, "foldline retry r");
        assertThat(dirty.exit()).as(dirty.all()).isEqualTo(1);
        place.git("commit", "-q", "-m", "Fix the base");
        assertThat(Remedy.done(place, dirty, "foldline retry r").out()).contains("Done in ");
    }

    @Test
    void a_gate_is_answered_as_its_status_its_page_and_its_refusals_print() throws Exception {
        var place = CliFixture.gated(folder);
        for (var reporting : List.of("status", "gates")) {
            var rejected = Remedy.done(place, place.foldline(reporting), "foldline reject ");
            assertThat(rejected.out()).contains("Rejected: planning");
            var again = Remedy.follow(place, rejected, "foldline resume r");
            assertThat(again.exit()).as(again.all()).isEqualTo(3);
            Remedy.printed(place.foldline(reporting), "foldline approve ");
        }
        place.git("switch", "-q", "main");
        Remedy.git(place, refused(place, "approve"), "git switch ");
        place.write("a.txt", "changed\n").write("new.txt", "new\n");
        var moved = refused(place, "approve");
        assertThat(moved.all()).contains("--as-it-is");
        assertThat(moved.err()).contains("files have changed since the gate planning opened");
        assertThat(diff(place, moved)).contains("+changed", "+new").doesNotContain("-new");
        Remedy.printed(moved, "foldline approve ");
        var page = place.foldline("gates");
        assertThat(page.out()).contains("files have changed since the gate opened");
        assertThat(Remedy.done(place, page, "foldline approve ").out())
                .containsPattern("Continue with: foldline resume r\\w+ --as-it-is");
        place.write("a.txt", "changed again\n");
        var since = refused(place, "resume");
        assertThat(diff(place, since)).contains("+changed again");
        assertThat(Remedy.done(place, since, "foldline resume r").out()).contains("Done in ");
        assertThat(place.committed()).containsExactly("a.txt", "new.txt", "work.txt");
    }

    @Test
    void S2_27_one_of_several_gates_is_shown_rejected_and_approved_as_printed() throws Exception {
        var place = CliFixture.gated(folder);
        var first = newest(place);
        place.foldline("run", "--worktree", "--gate", "planning", "Add more");
        var seen = Remedy.done(place, place.foldline("gates"), "foldline gates planning r");
        assertThat(seen.out()).contains("gate planning");
        assertThat(Remedy.done(place, refused(place, "gates", "nowhere"), "foldline gates").out())
                .contains("To show one: foldline gates planning r");
        var refused = refused(place, "reject", "-m", "no");
        assertThat(refused.err())
                .as("who rejects is not told to approve")
                .doesNotContain("foldline approve");
        Remedy.printed(refused, "foldline reject ");
        var ambiguous = refused(place, "approve", "planning");
        assertThat(ambiguous.exit()).isEqualTo(2);
        assertThat(ambiguous.err()).contains("2 gates are open");
        place.write("a.txt", "changed\n");
        var moved = refused(place, "approve", "planning", first);
        assertThat(Remedy.done(place, moved, "foldline approve ").out())
                .contains("foldline resume " + first);
        place.foldline("run", "--worktree", "--gate", "planning", "Add some more");
        assertThat(Remedy.done(place, refused, "foldline reject ").out())
                .contains("Rejected: planning");
        place.foldline("run", "--worktree", "--gate", "planning", "Add some more");
        var approved = Remedy.done(place, refused(place, "approve"), "foldline approve ");
        assertThat(approved.out()).contains("foldline resume r");
    }

    @Test
    void a_run_without_its_worktree_is_approved_and_continues_in_this_one_as_printed()
            throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--worktree", "--gate", "planning", "Add work");
        var tree = Files.readString(place.runs().newestFirst().getFirst().path().resolve("place"));
        place.git("worktree", "remove", "--force", tree);
        var gone = refused(place, "resume");
        assertThat(gone.err())
                .contains(" is gone", tree, "git switch foldline/add-work, then: foldline resume");
        var unanswered = refused(place, "approve");
        Remedy.git(place, unanswered, "git switch ");
        var waits = Remedy.follow(place, gone, "foldline resume r");
        assertThat(waits.exit()).as(waits.all()).isEqualTo(3);
        Remedy.printed(unanswered, "foldline resume r");
        var approved = Remedy.done(place, waits, "foldline approve ");
        assertThat(Remedy.done(place, approved, "foldline resume r").out()).contains("Done in ");
    }

    @Test
    void another_run_starts_beside_uncommitted_or_unfinished_work_as_printed() throws Exception {
        var place = CliFixture.ready(folder).write("a.txt", "mine\n");
        for (var flag : List.of("--worktree", "--allow-dirty")) {
            var dirty = refused(place, "run", "Add work");
            Remedy.added(place, dirty, flag, "run", "Add work");
            assertThat(place.read("a.txt")).isEqualTo("mine\n");
        }
        place.git("checkout", "-q", "a.txt");
        place.foldline("run", "--gate", "planning", "Add more");
        var unfinished = refused(place, "run", "Add some more");
        assertThat(unfinished.err())
                .contains("branch foldline/add-more is checked out, and run " + newest(place))
                .contains("is not finished", "try: git switch main; or")
                .doesNotContain("from main");
        Remedy.added(place, unfinished, "--worktree", "run", "Add some more");
        Remedy.added(place, unfinished, "--base", "run", "Add still more");
        place.git("switch", "-q", "foldline/add-more");
        Remedy.git(place, unfinished, "git switch ");
        assertThat(place.foldline("run", "Add nothing").out()).contains("Done in ");
    }

    @Test
    void a_folder_without_a_repository_a_commit_a_name_or_a_task_gets_them() throws Exception {
        var place = CliFixture.empty(folder).write("a.txt", "a\n");
        var none = refused(place, "run", "Add work");
        assertThat(none.exit()).isEqualTo(2);
        Remedy.git(place, none, "git init");
        var without = refused(place, "run", "Add work");
        assertThat(without.exit()).isEqualTo(2);
        for (var step : List.of("git add -A", "git commit -m 'first'")) {
            assertThat(Remedy.printed(none, step)).isEqualTo(Remedy.printed(without, step));
            Remedy.git(place, without, step);
        }
        place.agent(AgentScripts.HELPFUL).configured(SIMPLE);
        var untold = refused(place, "run");
        assertThat(untold.err()).contains("there is no task");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "configured");
        Files.delete(Path.of(place.environment.get("HOME")).resolve(".gitconfig"));
        place.git("config", "user.useConfigOnly", "true");
        var nameless = refused(place, "run", "Add work");
        assertThat(nameless.err()).contains("git has no name and email");
        Remedy.git(place, nameless, "git config user.name ");
        Remedy.git(place, nameless, "git config user.email ");
        assertThat(Remedy.done(place, untold, "foldline run ").out()).contains("Done in ");
    }

    @Test
    void a_missing_or_unknown_run_leads_to_a_new_one_or_to_those_there_are() throws Exception {
        var place = CliFixture.ready(folder);
        var none = refused(place, "approve");
        for (var command : List.of("resume", "retry", "status", "cancel")) {
            var missing = refused(place, command);
            assertThat(missing.exit()).isEqualTo(2);
            assertThat(missing.err()).contains("has no runs yet");
            assertThat(Remedy.printed(missing, "foldline run "))
                    .isEqualTo(Remedy.printed(none, "foldline run "));
        }
        assertThat(Remedy.done(place, none, "foldline run ").out()).contains("Done in ");
        var unknown = refused(place, "resume", "raaaaaaaaaaaaaaaa");
        assertThat(Remedy.done(place, unknown, "foldline status --all").out()).contains("Done in ");
    }

    @Test
    void a_start_without_agents_leads_through_init_to_a_plan() throws Exception {
        var place = CliFixture.empty(folder);
        place.git("init", "-q");
        place.git("commit", "-q", "--allow-empty", "-m", "first");
        var reported = Remedy.done(place, place.foldline("run"), "foldline init");
        var plan = Remedy.follow(place, reported, "foldline plan");
        assertThat(plan.err()).as("the files are there to fill in").doesNotContain("foldline init");
        var twice = place.foldline("init");
        assertThat(twice.exit()).isEqualTo(1);
        assertThat(twice.err()).contains(".old && foldline init");
    }
}
