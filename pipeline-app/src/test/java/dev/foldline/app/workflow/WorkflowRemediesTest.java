package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The commands that a workflow of tasks prints are run as printed, and the workflow goes on. */
class WorkflowRemediesTest {
    private static final String CONFLICTING = "echo \"$FOLDLINE_RUN\" > same.txt; echo made\n";

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository_where_nothing_is_tried_twice() throws Exception {
        place =
                CliFixture.ready(folder)
                        .agent(AgentScripts.FOR_A_TASK)
                        .write("tasks.yaml", CliFixture.TWO_TASKS);
        place.environment.putAll(
                Map.of(
                        "FOLDLINE_LIMITS_CYCLES",
                        "1",
                        "FOLDLINE_LIMITS_SAME_AGENT",
                        "1",
                        "FOLDLINE_LIMITS_RECOVERIES",
                        "0"));
    }

    private CommandResult created() {
        return place.foldline("workflow", "create", "-f", "tasks.yaml");
    }

    private CommandResult ready() {
        created();
        return place.foldline("workflow", "ready");
    }

    private CommandResult status() {
        return place.foldline("workflow", "status");
    }

    private JsonNode document() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    private String id() {
        return document().get("workflow").get("id").asString();
    }

    private String task(int at) {
        return document().get("tasks").get(at).get("run").asString();
    }

    private void isMerged() throws Exception {
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
    }

    /** The task login has failed, the other is completed. */
    private CommandResult failed() throws Exception {
        ready();
        place.agent(
                "case $(git rev-parse --abbrev-ref HEAD) in *login) exit 3 ;; esac\n"
                        + AgentScripts.FOR_A_TASK);
        var failed = place.foldline("workflow", "start");
        assertThat(failed.exit()).as(failed.all()).isEqualTo(1);
        place.agent(AgentScripts.FOR_A_TASK);
        return failed;
    }

    @Test
    void each_status_leads_to_the_next_until_all_is_merged() throws Exception {
        var none = place.foldline("workflow", "start");
        assertThat(none.exit()).isEqualTo(2);
        place.write("FILE", CliFixture.TWO_TASKS);
        Remedy.done(place, none, "foldline workflow create ");
        var task = place.foldline("run", "--workflow", "tasks", "Add work");
        assertThat(task.exit()).isEqualTo(2);
        Remedy.done(place, task, "foldline workflow create -f FILE");
        place.write("tasks.yaml", "name: Shop\ntasks: 3\n");
        var wrong = created();
        assertThat(wrong.exit()).isEqualTo(2);
        place.write("tasks.yaml", CliFixture.TWO_TASKS);
        var made = Remedy.done(place, wrong, "foldline workflow create ");
        var early = place.foldline("workflow", "start");
        assertThat(early.exit()).isEqualTo(1);
        assertThat(Remedy.printed(early, "foldline workflow "))
                .isEqualTo(Remedy.printed(made, "foldline workflow ready "));
        var ready = Remedy.done(place, early, "foldline workflow ready ");
        var asked = place.foldline("workflow", "resume");
        assertThat(asked.exit()).isEqualTo(1);
        assertThat(Remedy.printed(asked, "foldline workflow "))
                .isEqualTo(Remedy.printed(ready, "foldline workflow start "));
        var done = Remedy.done(place, asked, "foldline workflow start ");
        isMerged();
        assertThat(Remedy.done(place, done, "foldline log ").out()).isNotBlank();
        Remedy.git(place, done, "git log --oneline ");
        var again = place.foldline("workflow", "start");
        assertThat(again.exit()).isEqualTo(1);
        Remedy.done(place, again, "foldline log ");
    }

    @Test
    void a_workflow_whose_log_was_cut_is_repaired_as_status_prints() throws Exception {
        ready();
        var log = place.root.resolve(".git/foldline/runs").resolve(id()).resolve("events.jsonl");
        var lines = Files.readAllLines(log);
        Files.writeString(log, String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");
        var asks = Remedy.follow(place, status(), "foldline log repair ");
        assertThat(asks.exit()).as(asks.all()).isEqualTo(2);
        var repaired = Remedy.done(place, asks, "foldline log repair ");
        assertThat(repaired.out()).contains("Continue with: ");
        Remedy.done(
                place,
                Remedy.done(place, repaired, "foldline workflow status "),
                "foldline workflow ready ");
    }

    @Test
    void a_failed_workflow_that_was_frozen_leads_to_the_commands_that_continue_it()
            throws Exception {
        Remedy.done(place, failed(), "foldline explain ");
        var retry = place.foldline("retry", id());
        assertThat(retry.exit()).as(retry.all()).isNotZero();
        Remedy.printed(retry, "foldline workflow ");
        var resume = place.foldline("resume", id());
        assertThat(resume.exit()).as(resume.all()).isNotZero();
        assertThat(Remedy.printed(resume, "foldline workflow "))
                .isEqualTo(Remedy.printed(place.foldline("status", id()), "foldline workflow "));
        var cancelled = place.foldline("cancel", id(), "--yes");
        assertThat(cancelled.exit()).as(cancelled.all()).isEqualTo(2);
        var asks = Remedy.follow(place, cancelled, "foldline workflow cancel ");
        assertThat(asks.exit()).as(asks.all()).isEqualTo(2);
        Remedy.printed(asks, "foldline workflow cancel ");
        var frozen = place.foldline("freeze", "look", id(), "-m", "Look at it");
        assertThat(frozen.exit()).as(frozen.all()).isZero();
        var refused = Remedy.follow(place, frozen, "foldline workflow resume ");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(3);
        var approved = Remedy.done(place, refused, "foldline approve ");
        assertThat(Remedy.printed(approved, "foldline workflow "))
                .isEqualTo(Remedy.printed(resume, "foldline workflow "));
        Remedy.done(place, resume, "foldline workflow resume ");
        isMerged();
        var over = place.foldline("retry", task(0));
        assertThat(over.exit()).isNotZero();
        assertThat(Remedy.done(place, over, "foldline workflow status ").out())
                .contains("is completed");
    }

    @Test
    void a_cancelled_task_is_restarted_at_once() throws Exception {
        failed();
        assertThat(place.foldline("cancel", task(0), "--yes").exit()).isZero();
        Remedy.done(place, status(), "foldline workflow resume --reopen ");
        assertThat(document().get("workflow").get("status").asString()).isEqualTo("completed");
    }

    @Test
    void a_workflow_that_lacks_a_task_is_cancelled_after_a_yes() throws Exception {
        failed();
        assertThat(place.foldline("cancel", task(0), "--yes").exit()).isZero();
        var asks = Remedy.follow(place, status(), "foldline workflow cancel ");
        assertThat(asks.exit()).as(asks.all()).isEqualTo(2);
        var cancelled = Remedy.done(place, asks, "foldline workflow cancel ");
        assertThat(cancelled.out()).contains("is cancelled");
        Remedy.git(place, cancelled, "git for-each-ref ");
    }

    @Test
    void a_task_that_lost_its_log_is_named_by_doctor_and_restarted() throws Exception {
        failed();
        Files.delete(
                place.root.resolve(".git/foldline/runs").resolve(task(0)).resolve("events.jsonl"));
        var refused = place.foldline("workflow", "resume");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        var restart = "foldline workflow resume " + id() + " --reopen";
        for (var text : List.of(refused, status())) {
            var reported = Remedy.follow(place, text, "foldline doctor");
            assertThat(reported.out()).contains("its log is lost", "restart the task: " + restart);
        }
        Remedy.done(place, refused, restart);
        isMerged();
    }

    @Test
    void a_conflict_is_merged_by_hand_and_resolved_as_printed() throws Exception {
        ready();
        place.agent(CONFLICTING);
        var conflict = place.foldline("workflow", "start");
        assertThat(conflict.exit()).as(conflict.all()).isEqualTo(5);
        assertThat(
                        Remedy.follow(
                                        place,
                                        place.foldline("status", id()),
                                        "foldline workflow status ")
                                .exit())
                .isZero();
        assertThat(document().get("exit").asInt()).as("as its driver left it").isEqualTo(5);
        assertThat(document().get("ok").asBoolean()).isFalse();
        var merge = Remedy.printed(conflict, "git -C ");
        assertThat(resolvedBy(merge)).isTrue();
        Remedy.done(place, place.foldline("status", id()), "foldline workflow resolve ");
        assertThat(document().get("workflow").get("status").asString()).isEqualTo("completed");
        assertThat(place.git("show", "main:same.txt")).isEqualTo("both");
    }

    @Test
    void changes_in_the_checkout_of_the_target_are_stashed_and_the_workflow_resumed()
            throws Exception {
        place.agent("echo made > made.txt; echo made\n");
        ready();
        place.write("made.txt", "mine\n");
        place.git("add", "made.txt");
        var started = place.foldline("workflow", "start");
        assertThat(started.err()).contains("main is checked out here with uncommitted changes");
        assertThat(started.exit()).as(started.all()).isEqualTo(1);
        assertThat(started.out()).contains("uncommitted changes to made.txt", "stash them in ");
        place.git("stash", "-q");
        Remedy.done(place, started, "foldline workflow resume ");
        assertThat(document().get("workflow").get("status").asString()).isEqualTo("completed");
        place.git("stash", "drop", "-q");
    }

    /** The merge stops at the conflict, which a person ends. */
    private boolean resolvedBy(String merge) throws Exception {
        var words = merge.split(" ");
        try {
            place.git(Arrays.copyOfRange(words, 1, words.length));
            return false;
        } catch (IOException conflict) {
            Files.writeString(Path.of(words[2]).resolve("same.txt"), "both\n");
            place.git("-C", words[2], "commit", "-qam", "Resolve");
            return true;
        }
    }
}
