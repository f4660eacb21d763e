package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What a command says to do next is done as it is printed, and the run goes on. */
class RemediesFollowedTest {
    @TempDir Path folder;

    private static CliFixture impatient(CliFixture place) {
        place.environment.putAll(
                Map.of(
                        "FOLDLINE_LIMITS_CYCLES",
                        "1",
                        "FOLDLINE_LIMITS_SAME_AGENT",
                        "1",
                        "FOLDLINE_LIMITS_RECOVERIES",
                        "0"));
        return place;
    }

    @Test
    void a_paused_run_is_resumed_and_a_completed_one_shown() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        var resumed = Remedy.done(place, place.foldline("status"), "foldline resume r");
        assertThat(resumed.out()).contains("is done");
        assertThat(Remedy.done(place, place.foldline("status"), "foldline log r").out())
                .isNotBlank();
    }

    @Test
    @Thorough
    void a_halted_run_is_explained_and_retried_even_if_resume_is_called() throws Exception {
        var place =
                impatient(CliFixture.ready(folder)).agent(AgentScripts.except("planner", "exit 3"));
        var halted = place.foldline("run", "Add work");
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(Remedy.done(place, halted, "foldline explain r").out()).isNotBlank();
        var again = Remedy.follow(place, halted, "foldline retry r");
        place.agent(AgentScripts.HELPFUL);
        var refused = place.foldline("resume");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        Remedy.printed(again, "foldline retry r");
        assertThat(Remedy.done(place, refused, "foldline retry r").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_run_that_fails_before_its_first_call_is_retried_or_cancelled() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .configured("checks: [ \"test -e fixed\" ]\niterations: 1\nreviews: 0\n");
        var halted = place.foldline("run", "Add work");
        var asks = Remedy.follow(place, halted, "foldline cancel r");
        assertThat(asks.exit()).isEqualTo(2);
        place.write("fixed", "yes\n").git("add", "fixed");
        var dirty = Remedy.follow(place, halted, "foldline retry r");
        assertThat(dirty.exit()).isEqualTo(1);
        place.git("commit", "-q", "-m", "Fix the base");
        assertThat(Remedy.done(place, dirty, "foldline retry r").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_cancel_that_needs_confirmation_prints_the_confirmed_command() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "commit", "Add work");
        var cancelled = Remedy.done(place, place.foldline("cancel"), "foldline cancel r");
        Remedy.git(place, cancelled, "git show ");
        Remedy.done(place, place.foldline("status"), "foldline log r");
    }

    @Test
    @Thorough
    void a_run_with_a_used_up_budget_gets_a_higher_one() throws Exception {
        var place = CliFixture.ready(folder);
        var spent = place.foldline("run", "--budget", "agent_calls=1", "Add work");
        assertThat(spent.out()).contains("has reached its budget");
        Remedy.done(place, spent, "foldline explain r");
        assertThat(Remedy.done(place, spent, "foldline resume r").out()).contains("is done");
    }

    @Test
    @Thorough
    void a_gate_is_approved_as_status_prints() throws Exception {
        var place = CliFixture.gated(folder);
        var approved = Remedy.done(place, place.foldline("status"), "foldline approve ");
        assertThat(Remedy.done(place, approved, "foldline resume r").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_gate_is_rejected_as_status_and_its_page_print() throws Exception {
        var place = CliFixture.gated(folder);
        var rejected = Remedy.done(place, place.foldline("status"), "foldline reject ");
        var again = Remedy.follow(place, rejected, "foldline resume r");
        assertThat(again.exit()).as(again.all()).isEqualTo(3);
        assertThat(Remedy.done(place, place.foldline("gates"), "foldline reject ").out())
                .contains("Rejected: planning");
    }

    @Thorough
    @Test
    void a_gate_is_approved_as_its_page_prints() throws Exception {
        var place = CliFixture.gated(folder);
        Remedy.done(
                place,
                Remedy.done(place, place.foldline("gates"), "foldline approve "),
                "foldline resume r");
    }

    @Thorough
    @Test
    void a_gate_with_later_changes_is_approved_as_its_page_and_its_refusal_print()
            throws Exception {
        for (var isPage : new boolean[] {true, false}) {
            var place =
                    CliFixture.gated(folder.resolve("page-" + isPage)).write("a.txt", "changed\n");
            var reported = isPage ? place.foldline("gates") : place.foldline("approve");
            assertThat(reported.all()).contains("--as-it-is");
            assertThat(Remedy.done(place, reported, "foldline approve ").out())
                    .contains("foldline resume");
        }
    }

    @Thorough
    @Test
    void an_ambiguous_gate_is_shown_and_approved_as_it_is_by_the_printed_commands()
            throws Exception {
        var place = CliFixture.gated(folder);
        var first = place.runs().newestFirst().getFirst().id().text();
        place.foldline("run", "--worktree", "--gate", "planning", "Add more");
        var seen = Remedy.done(place, place.foldline("gates"), "foldline gates planning r");
        assertThat(seen.out()).contains("gate planning");
        place.write("a.txt", "changed\n");
        var moved = place.foldline("approve", "planning", first);
        assertThat(moved.exit()).isEqualTo(1);
        assertThat(Remedy.done(place, moved, "foldline approve ").out())
                .contains("foldline resume " + first);
        assertThat(place.foldline("gates", "nowhere").err()).contains("try: foldline gates");
        assertThat(Remedy.done(place, place.foldline("gates", "nowhere"), "foldline gates").out())
                .contains("gate planning");
    }

    @Thorough
    @Test
    void an_ambiguous_gate_is_approved_or_rejected_by_the_printed_command() throws Exception {
        var place = CliFixture.gated(folder);
        place.foldline("run", "--worktree", "--gate", "planning", "Add more");
        var refused = place.foldline("reject", "-m", "no");
        assertThat(refused.err())
                .as("who rejects is not told to approve")
                .doesNotContain("foldline approve");
        assertThat(Remedy.done(place, refused, "foldline reject ").out())
                .contains("Rejected: planning");
        place.foldline("run", "--worktree", "--gate", "planning", "Add some more");
        assertThat(Remedy.done(place, place.foldline("approve"), "foldline approve ").out())
                .contains("foldline resume r");
    }

    @Test
    @Thorough
    void changes_after_an_approval_are_included_by_the_printed_command() throws Exception {
        var place = CliFixture.gated(folder);
        place.foldline("approve");
        place.write("a.txt", "changed\n");
        var refused = place.foldline("resume");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(Remedy.done(place, refused, "foldline resume r").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_run_on_another_branch_is_approved_and_resumed_after_the_switch() throws Exception {
        var place = CliFixture.gated(folder);
        place.git("switch", "-q", "main");
        Remedy.git(place, place.foldline("approve"), "git switch ");
        Remedy.done(place, place.foldline("approve"), "foldline resume r");
    }

    @Thorough
    @Test
    void a_run_is_resumed_after_the_switch_that_its_refusal_names() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        place.git("stash", "-u", "-q");
        place.git("switch", "-q", "main");
        var refused = place.foldline("resume");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        Remedy.git(place, refused, "git switch ");
        place.git("stash", "pop", "-q");
        assertThat(place.foldline("resume").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_run_without_its_worktree_continues_in_this_one_by_the_printed_command()
            throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--worktree", "Add work", "--until", "planning");
        var tree =
                place.git("worktree", "list", "--porcelain")
                        .lines()
                        .filter(line -> line.startsWith("worktree "))
                        .skip(1)
                        .findFirst()
                        .orElseThrow();
        place.git("worktree", "remove", "--force", tree.substring("worktree ".length()));
        var refused = place.foldline("resume");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        Remedy.git(place, refused, "git switch ");
        assertThat(Remedy.done(place, refused, "foldline resume r").out()).contains("is done");
    }

    @Thorough
    @Test
    void uncommitted_work_is_kept_out_by_the_flags_that_the_refusal_names() throws Exception {
        for (var flag : new String[] {"--worktree", "--allow-dirty"}) {
            var place = CliFixture.ready(folder.resolve(flag)).write("a.txt", "mine\n");
            assertThat(
                            Remedy.added(
                                            place,
                                            place.foldline("run", "Add work"),
                                            flag,
                                            "run",
                                            "Add work")
                                    .out())
                    .contains("is done");
            assertThat(place.read("a.txt")).isEqualTo("mine\n");
        }
    }

    @Thorough
    @Test
    void another_run_starts_beside_an_unfinished_one_with_the_printed_flags() throws Exception {
        for (var flag : new String[] {"--worktree", "--base"}) {
            var place = CliFixture.ready(folder.resolve(flag));
            place.foldline("run", "--until", "planning", "Add work");
            assertThat(
                            Remedy.added(
                                            place,
                                            place.foldline("run", "Add more"),
                                            flag,
                                            "run",
                                            "Add more")
                                    .out())
                    .contains("is done");
        }
    }

    @Thorough
    @Test
    void another_run_starts_beside_an_unfinished_one_on_the_printed_branch() throws Exception {
        var place = CliFixture.gated(folder);
        Remedy.git(place, place.foldline("run", "Add more"), "git switch ");
        assertThat(place.foldline("run", "Add more").out()).contains("is done");
    }

    @Thorough
    @Test
    void approve_without_a_run_leads_to_a_new_run() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(Remedy.done(place, place.foldline("approve"), "foldline run ").out())
                .contains("is done");
    }

    @Thorough
    @Test
    void a_stopped_run_is_resumed() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        assertThat(Remedy.done(place, place.foldline("pause"), "foldline resume r").out())
                .contains("is done");
        var ended = place.foldline("stop");
        assertThat(Remedy.done(place, ended, "foldline status r").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_folder_without_a_repository_or_a_task_gets_them() throws Exception {
        var place = CliFixture.empty(folder).write("a.txt", "a\n");
        var none = place.foldline("run", "Add work");
        assertThat(none.exit()).isEqualTo(2);
        for (var step : new String[] {"git init", "git add -A", "git commit -m 'first'"})
            Remedy.git(place, none, step);
        place.agent(AgentScripts.HELPFUL).configured("checks: []\niterations: 1\nreviews: 1\n");
        var without = place.foldline("run");
        assertThat(without.err()).contains("there is no task");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "configured");
        assertThat(Remedy.done(place, without, "foldline run ").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_repository_without_a_commit_gets_one() throws Exception {
        var place =
                CliFixture.empty(folder)
                        .agent(AgentScripts.HELPFUL)
                        .configured("checks: []\niterations: 1\nreviews: 1\n");
        place.git("init", "-q");
        var none = place.foldline("run", "Add work");
        for (var step : new String[] {"git add -A", "git commit -m 'first'"})
            Remedy.git(place, none, step);
        assertThat(place.foldline("run", "Add work").exit()).isZero();
    }

    @Thorough
    @Test
    void a_missing_git_identity_leads_to_git_config() throws Exception {
        var place = CliFixture.ready(folder);
        Files.delete(Path.of(place.environment.get("HOME")).resolve(".gitconfig"));
        place.git("config", "user.useConfigOnly", "true");
        var refused = place.foldline("run", "Add work");
        assertThat(refused.err()).contains("git has no name");
        Remedy.git(place, refused, "git config user.name ");
        Remedy.git(place, refused, "git config user.email ");
        assertThat(place.foldline("run", "Add work").exit()).isZero();
    }

    @Thorough
    @Test
    void an_unknown_run_and_a_missing_run_lead_to_existing_runs() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(Remedy.done(place, place.foldline("resume"), "foldline run ").out())
                .contains("is done");
        assertThat(
                        Remedy.done(
                                        place,
                                        place.foldline("resume", "raaaaaaaaaaaaaaaa"),
                                        "foldline status --all")
                                .out())
                .contains("done");
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
