package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

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
    void S1_42_S1_46_S1_47_S1_50_merging_continues_from_a_conflict_that_was_resolved()
            throws Exception {
        var reported = start("cold", "plain", "crisp", "last");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(5);
        assertThat(reported.out())
                .contains(
                        "is merging",
                        "merge conflict with main in same.txt",
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
        assertThat(treeOf("cold")).as("removed when its task is merged").isEmpty();
        assertThat(place.git("rev-parse", "--verify", "-q", "foldline/shop-cold")).isNotBlank();
        var id = status().get("workflow").get("id").asString();
        assertThat(place.foldline("workflow", "status", id).out().lines())
                .filteredOn(line -> line.contains("next "))
                .as("to be pasted")
                .containsExactly(
                        "  next      git -C " + treeOf("crisp") + " merge main",
                        "  next      foldline workflow resolve " + id);
        resolveByHand("crisp");
        Remedy.done(place, place.foldline("status", id), "foldline workflow resolve ");
        isMergedOnce("cold", "plain", "crisp", "last");
        assertThat(place.git("log", "--reverse", "--format=%s", "main").lines().skip(1))
                .containsExactly("Merge cold", "Merge plain", "Merge crisp", "Merge last");
        assertThat(place.git("worktree", "list").lines()).hasSize(1);
        assertThat(place.foldline("workflow", "resolve").err())
                .contains("is not waiting for a merge to be resolved. Current status: completed");
        assertThat(merges("merged")).isEqualTo("[\"cold\",\"plain\",\"crisp\",\"last\"]");
        assertThat(merges("info")).isEqualTo("null");
    }

    @Test
    void S1_48_merged_work_that_fails_its_check_does_not_land_until_the_check_is_corrected()
            throws Exception {
        place.configured("checks: [\"test ! -e plain.txt || test ! -e last.txt\"]\n");
        assertThat(start("plain", "last").exit()).isEqualTo(1);
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge plain", "first");
        assertThat(status().get("workflow").get("status").asString()).isEqualTo("merging");
        place.configured("checks: [\"true\"]\n");
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        isMergedOnce("plain", "last");
    }

    @Test
    void S1_50_commits_are_rebased_one_by_one_if_configured_and_a_locked_worktree_stays()
            throws Exception {
        place.agent(AgentScripts.FOR_A_SHOP + "git worktree lock \"$PWD\"\n");
        var reported = merged("merge: { strategy: rebase }\n", "plain", "pure");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--reverse", "--format=%s", "main").lines())
                .containsExactly("first", "plain", "pure");
        assertThat(place.git("rev-list", "--merges", "main")).isEmpty();
        assertThat(treeOf("plain")).isNotEmpty();
        assertThat(place.foldline("log", status().get("workflow").get("id").asString()).out())
                .contains("a worktree stays:")
                .contains("it is locked");
        assertThat(status().get("workflow").get("status").asString()).isEqualTo("completed");
    }

    /** Keeps what both sides want, in the order in which they stand there. */
    private static final String RESOLVING =
            "[ \"$FOLDLINE_ROLE\" = resolver ] && { sed -i '/^[<=>]\\{7\\}/d' same.txt; echo"
                    + " resolved; exit 0; }\n"
                    + AgentScripts.FOR_A_SHOP;

    @Test
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
    void a_cancelled_task_is_restarted_on_its_own_branch_on_request() throws Exception {
        place.agent(
                "case $(git rev-parse --abbrev-ref HEAD) in *cold) echo half > half.txt; exit 3 ;;"
                        + " esac\n"
                        + AgentScripts.FOR_A_SHOP);
        start("cold", "plain");
        var first = status().get("tasks").get(0).get("run").asString();
        assertThat(place.foldline("cancel", first, "--yes").exit()).isZero();
        Remedy.done(
                place, place.foldline("workflow", "resume"), "foldline workflow resume --reopen ");
        assertThat(status().get("tasks").get(0).get("run").asString()).isNotEqualTo(first);
        assertThat(status().get("tasks").get(0).get("branch").asString())
                .isEqualTo("foldline/shop-cold-2");
        isMergedOnce("cold", "plain");
        assertThat(place.git("show", "main:same.txt")).isEqualTo("cold-2");
        assertThat(treeOf("cold")).as("what the first one left stays").isNotEmpty();
    }
}
