package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs and workflows that began under other rules: none goes on unasked, and what is said to do
 * next does it.
 */
class OlderRulesTest {
    private static final Pattern ADVICE = Pattern.compile("  try: foldline (.*--accept-rules)\n");

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository_where_nothing_is_tried_twice() throws Exception {
        place = CliFixture.ready(folder);
        place.environment.putAll(
                Map.of(
                        "FOLDLINE_LIMITS_CYCLES",
                        "1",
                        "FOLDLINE_LIMITS_SAME_AGENT",
                        "1",
                        "FOLDLINE_LIMITS_RECOVERIES",
                        "0"));
    }

    private JsonNode status() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    private String ready() throws IOException {
        place.write("tasks.yaml", CliFixture.TWO_TASKS);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        return status().get("workflow").get("id").asString();
    }

    /** One whose tasks have begun and failed, all of it under the rules before ours. */
    private String start() throws IOException {
        var id = ready();
        place.agent("exit 3\n");
        assertThat(place.foldline("workflow", "start").exit()).isEqualTo(1);
        place.older(id);
        for (var task : status().get("tasks")) place.older(task.get("run").asString());
        place.agent(AgentScripts.FOR_A_TASK);
        return id;
    }

    private String latest() {
        return place.foldline("status").out().split(" ", 2)[0];
    }

    /** It is refused, and this is what would do it. */
    private String[] advised(String... words) {
        var refused = place.foldline(words);
        assertThat(refused.exit()).as(refused.all()).isEqualTo(2);
        assertThat(refused.err())
                .contains("the run was started under rules version 0, this is version 1");
        var advice = ADVICE.matcher(refused.err());
        assertThat(advice.find()).as(refused.err()).isTrue();
        return advice.group(1).split(" ");
    }

    private void isDone(String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isZero();
    }

    private void isMerged() throws Exception {
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
    }

    @Test
    void a_workflow_continues_with_its_tasks_when_the_user_accepts_these_rules() throws Exception {
        var id = start();
        var advice = advised("workflow", "resume");
        assertThat(advice).containsExactly("workflow", "resume", id, "--accept-rules");
        assertThat(advised("resume", id)).isEqualTo(advice);
        isDone(advice);
        isMerged();
    }

    @Test
    void a_workflow_of_any_rules_version_is_cancelled_with_its_tasks() throws Exception {
        start();
        isDone("workflow", "cancel", "--yes");
        assertThat(status().get("workflow").get("status").asString()).isEqualTo("cancelled");
        for (var task : status().get("tasks"))
            assertThat(place.foldline("status", task.get("run").asString()).out())
                    .contains("Cancelled");
    }

    @Test
    void a_paused_run_and_a_halted_run_each_get_the_command_that_resumes_them() throws Exception {
        place.agent(AgentScripts.except("planner", "exit 3"));
        assertThat(place.foldline("run", "Add work").exit()).isEqualTo(1);
        var id = latest();
        place.older(id).agent(AgentScripts.HELPFUL);
        var advice = advised("resume");
        assertThat(advice).containsExactly("retry", id, "--accept-rules");
        assertThat(advised("retry")).isEqualTo(advice);
        isDone(advice);
        assertThat(
                        place.foldline(
                                        "run",
                                        "--base",
                                        "main",
                                        "--until",
                                        "development",
                                        "Add more")
                                .exit())
                .isZero();
        id = latest();
        place.older(id);
        assertThat(advised("resume")).containsExactly("resume", id, "--accept-rules");
        isDone("resume", "--accept-rules");
    }
}
