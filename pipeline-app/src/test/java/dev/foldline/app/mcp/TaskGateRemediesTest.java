package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** What an answer at the gate of a task says to do next. */
class TaskGateRemediesTest {
    @TempDir Path folder;

    @Test
    @Thorough
    void a_task_that_waits_at_a_gate_is_continued_with_its_workflow() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent("exit 3")
                        .write(
                                "tasks.yaml",
                                "name: Shop\n"
                                        + "tasks: [ { name: login, terminals: [ { role: developer,"
                                        + " agent: mine } ] } ]\n");
        place.environment.put("FOLDLINE_LIMITS_SAME_AGENT", "1");
        place.environment.put("FOLDLINE_LIMITS_CYCLES", "1");
        place.environment.put("FOLDLINE_LIMITS_RECOVERIES", "0");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        var workflow = place.runs().newestFirst().getFirst().id();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        place.foldline("workflow", "start");
        var task =
                place.runs().newestFirst().stream()
                        .map(run -> run.id())
                        .filter(id -> !id.equals(workflow))
                        .findFirst()
                        .orElseThrow();
        assertThat(place.foldline("freeze", "look", task.text(), "-m", "See").exit()).isZero();
        var answer =
                place.typing(
                        JsonRpcClient.talk(
                                JsonRpcClient.call(
                                        1,
                                        "manage_hitl_gate",
                                        "{\"action\":\"approve\",\"gate_id\":\"look\"}")),
                        "mcp");
        place.agent(AgentScripts.FOR_A_TASK);
        var texts = new CommandResult(0, answer.out().replace("\\n", "\n").replace('"', '\n'), "");
        assertThat(Remedy.done(place, texts, "foldline workflow resume r").all())
                .contains("is completed");
    }
}
