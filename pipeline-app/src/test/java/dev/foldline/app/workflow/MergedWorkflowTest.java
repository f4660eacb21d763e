package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The branches of a workflow's tasks on their way into the target, and what some of them meet
 * there.
 */
class MergedWorkflowTest {
    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
        place.agent(AgentScripts.FOR_A_SHOP);
    }

    private JsonNode status() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    private CliFixture.CommandResult start(String... tasks) throws IOException {
        return merged("", tasks);
    }

    /**
     * @param how lines of the file that say how the tasks are merged
     */
    private CliFixture.CommandResult merged(String how, String... tasks) throws IOException {
        var text = new StringBuilder("name: Shop\ntarget: main\n" + how + "tasks:\n");
        for (var task : tasks)
            text.append("  - { name: ")
                    .append(task)
                    .append(", terminals: [ { role: developer, agent: mine } ] }\n");
        place.write("tasks.yaml", text.toString());
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        return place.foldline("workflow", "start");
    }

    private String merges(String field) {
        return status().get("merges").get(field).toString();
    }

    private String treeOf(String task) throws Exception {
        return place.git("worktree", "list")
                .lines()
                .filter(line -> line.contains("shop-" + task + "]"))
                .map(line -> line.split(" ")[0])
                .findFirst()
                .orElse("");
    }

    private void resolveByHand(String task) throws Exception {
        place.git("-C", treeOf(task), "merge", "-q", "-X", "ours", "-m", "Resolve", "main");
    }

    private void isMergedOnce(String... tasks) throws Exception {
        assertThat(place.git("log", "--format=%s", "main").lines())
                .filteredOn(line -> line.startsWith("Merge "))
                .containsExactlyInAnyOrder(
                        java.util.Arrays.stream(tasks)
                                .map("Merge "::concat)
                                .toArray(String[]::new));
    }

    @Test
    void S1_46_the_merges_before_a_failed_one_are_reported_and_merging_continues_from_there()
            throws Exception {
        var reported = start("cold", "plain", "crisp", "last");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(5);
        assertThat(reported.out())
                .contains(
                        "merges    crisp could not be merged; merged before it: cold, plain; still"
                                + " to be merged: last");
        assertThat(merges("merged")).isEqualTo("[\"cold\",\"plain\"]");
        assertThat(merges("failed")).isEqualTo("\"crisp\"");
        assertThat(merges("waiting")).isEqualTo("[\"last\"]");
        assertThat(merges("info")).isEqualTo("\"merge_partial_failed\"");
        assertThat(place.foldline("status", "@").out())
                .as("retry is refused here")
                .contains("foldline workflow resolve")
                .doesNotContain("foldline retry");
        resolveByHand("crisp");
        assertThat(place.foldline("workflow", "resolve").exit()).isZero();
        isMergedOnce("cold", "plain", "crisp", "last");
        assertThat(merges("merged")).isEqualTo("[\"cold\",\"plain\",\"crisp\",\"last\"]");
        assertThat(merges("info")).isEqualTo("null");
    }

    @Test
    @Thorough
    void S1_46_a_first_merge_that_cannot_be_made_is_no_partial_failure() throws Exception {
        place.configured("checks: [\"false\"]\n");
        assertThat(start("plain", "last").exit()).isEqualTo(1);
        assertThat(merges("failed")).isEqualTo("\"plain\"");
        assertThat(merges("info")).isEqualTo("null");
    }

    @Test
    @Thorough
    void corrected_checks_are_read_again_when_the_workflow_is_resumed() throws Exception {
        place.configured("checks: [\"false\"]\n");
        assertThat(start("plain").exit()).isEqualTo(1);
        place.configured("checks: [\"true\"]\n");
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "main").lines()).contains("Merge plain");
    }

    @Thorough
    @Test
    void S1_50_the_worktree_of_a_task_is_removed_when_it_is_merged_and_its_branch_stays()
            throws Exception {
        assertThat(start("cold", "crisp").exit()).isEqualTo(5);
        assertThat(treeOf("cold")).isEmpty();
        assertThat(place.git("rev-parse", "--verify", "-q", "foldline/shop-cold")).isNotBlank();
        assertThat(treeOf("crisp")).as("it is not merged yet").isNotEmpty();
        resolveByHand("crisp");
        assertThat(place.foldline("workflow", "resolve").exit()).isZero();
        assertThat(place.git("worktree", "list").lines()).hasSize(1);
    }

    @Test
    void S1_50_uncommitted_work_in_the_worktree_is_saved_and_a_locked_worktree_stays()
            throws Exception {
        place.agent(AgentScripts.FOR_A_SHOP + "git worktree lock \"$PWD\"\n");
        var reported = start("plain");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(treeOf("plain")).isNotEmpty();
        assertThat(place.foldline("log", status().get("workflow").get("id").asString()).out())
                .contains("a worktree stays:")
                .contains("it is locked");
        assertThat(status().get("workflow").get("status").asString()).isEqualTo("completed");
    }

    @Thorough
    @Test
    void S1_46_nine_tasks_with_a_conflict_are_merged_in_their_order_each_once() throws Exception {
        areMergedInTheirOrder(9, "c06");
    }

    @Test
    @Thorough
    void S1_46_twenty_tasks_with_three_conflicts_are_merged_in_their_order_each_once()
            throws Exception {
        areMergedInTheirOrder(20, "c06", "c12", "c18");
    }

    private void areMergedInTheirOrder(int count, String... conflicts) throws Exception {
        var tasks = new String[count];
        for (int i = 0; i < tasks.length; i++)
            tasks[i] = (i % 6 == 0 ? "c" : "t") + String.format("%02d", i);
        place.configured("checks: []\nruntime: { terminals: 20 }\n");
        var reported = start(tasks);
        for (var conflicting : conflicts) {
            assertThat(reported.exit()).as(reported.all()).isEqualTo(5);
            assertThat(merges("failed")).isEqualTo("\"" + conflicting + "\"");
            resolveByHand(conflicting);
            reported = place.foldline("workflow", "resolve");
        }
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--reverse", "--format=%s", "main").lines().skip(1))
                .containsExactly(
                        java.util.Arrays.stream(tasks)
                                .map("Merge "::concat)
                                .toArray(String[]::new));
        assertThat(place.git("worktree", "list").lines()).hasSize(1);
    }

    /** Keeps what both sides want, in the order in which they stand there. */
    private static final String RESOLVING =
            "[ \"$FOLDLINE_ROLE\" = resolver ] && { sed -i '/^[<=>]\\{7\\}/d' same.txt; echo"
                    + " resolved; exit 0; }\n"
                    + AgentScripts.FOR_A_SHOP;

    @Thorough
    @Test
    void an_agent_resolves_conflicts_if_configured_and_its_result_is_checked_and_lands()
            throws Exception {
        place.configured("checks: [\"! grep -q broken same.txt\"]\n");
        place.agent(RESOLVING);
        var reported =
                merged(
                        "merge: { on_conflict: agent, agent: mine }\n",
                        "cold",
                        "crisp",
                        "clear",
                        "plain");
        assertThat(reported.exit()).as(reported.all()).isZero();
        isMergedOnce("cold", "crisp", "clear", "plain");
        assertThat(place.git("show", "main:same.txt").lines())
                .containsExactly("cold", "crisp", "clear");
        assertThat(place.git("rev-list", "--count", "main"))
                .as("one commit for each task")
                .isEqualTo("5");
    }

    @Test
    @Thorough
    void markers_that_an_agent_leaves_do_not_land() throws Exception {
        place.agent(
                "[ \"$FOLDLINE_ROLE\" = resolver ] && { echo more >> same.txt; exit 0; }\n"
                        + AgentScripts.FOR_A_SHOP);
        var reported = merged("merge: { on_conflict: agent, agent: mine }\n", "cold", "crisp");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(status().get("workflow").get("status").asString()).isEqualTo("merging");
        assertThat(place.git("show", "main:same.txt")).isEqualTo("cold");
        place.agent(RESOLVING);
        assertThat(place.foldline("workflow", "resolve").exit()).isZero();
        assertThat(place.git("show", "main:same.txt").lines()).containsExactly("cold", "crisp");
    }

    @Test
    @Thorough
    void a_resolution_lands_after_the_approval_of_the_user_if_configured() throws Exception {
        place.agent(RESOLVING);
        var reported = merged("merge: { on_conflict: ask, agent: [mine] }\n", "cold", "crisp");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(3);
        assertThat(place.git("show", "main:same.txt")).isEqualTo("cold");
        assertThat(place.foldline("approve", "mend").exit()).isZero();
        assertThat(place.foldline("workflow", "resume").exit()).isZero();
        isMergedOnce("cold", "crisp");
        assertThat(place.git("show", "main:same.txt").lines()).containsExactly("cold", "crisp");
    }

    @Test
    @Thorough
    void commits_are_rebased_onto_the_target_one_by_one_if_configured() throws Exception {
        place.agent(AgentScripts.FOR_A_SHOP);
        var reported = merged("merge: { strategy: rebase }\n", "plain", "pure");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--reverse", "--format=%s", "main").lines())
                .containsExactly("first", "plain", "pure");
        assertThat(place.git("rev-list", "--merges", "main")).isEmpty();
    }

    @Test
    void the_merge_settings_of_the_file_are_checked() throws Exception {
        for (var wrong :
                java.util.Map.of(
                                "{ on_conflict: agent }",
                                "no agent for conflicts",
                                "{ agent: mine }",
                                "an agent for conflicts that wait for the user",
                                "{ strategy: octopus }",
                                "here strategy is octopus")
                        .entrySet()) {
            place.write("tasks.yaml", "name: Shop\nmerge: " + wrong.getKey() + "\ntasks: []\n");
            var reported = place.foldline("workflow", "create", "-f", "tasks.yaml");
            assertThat(reported.exit()).isEqualTo(2);
            assertThat(reported.err()).contains(wrong.getValue());
        }
    }

    @Test
    void a_cancelled_task_is_restarted_on_its_own_branch_on_request() throws Exception {
        place.agent(
                "case $(git rev-parse --abbrev-ref HEAD) in *cold) echo half > half.txt; exit 3 ;;"
                        + " esac\n"
                        + AgentScripts.FOR_A_SHOP);
        start("cold", "plain");
        var first = status().get("tasks").get(0).get("run").asString();
        assertThat(place.foldline("cancel", first, "--yes").exit()).isZero();
        assertThat(place.foldline("workflow", "resume").out())
                .contains("next      foldline workflow resume --reopen");
        var reported = place.foldline("workflow", "resume", "--reopen");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(status().get("tasks").get(0).get("run").asString()).isNotEqualTo(first);
        assertThat(status().get("tasks").get(0).get("branch").asString())
                .isEqualTo("foldline/shop-cold-2");
        isMergedOnce("cold", "plain");
        assertThat(place.git("show", "main:same.txt")).isEqualTo("cold-2");
        assertThat(treeOf("cold")).as("what the first one left stays").isNotEmpty();
    }
}
