package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.mcp.JsonRpcClient;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Tasks that are added while others are worked on: real repositories, real agents. */
class AddedTasksRunTest {
    private static String tasks(String... names) {
        var text = new StringBuilder("tasks:\n");
        for (var name : names)
            text.append("  - { name: ")
                    .append(name)
                    .append(
                            ", description: Add it, terminals: [ { role: developer, agent: mine } ]"
                                    + " }\n");
        return text.toString();
    }

    @TempDir Path folder;
    private CliFixture place;

    /** The first task works until it is told to end. */
    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", "name: Shop\n" + tasks("login"));
        place.agent(
                """
                mine=$(git rev-parse --abbrev-ref HEAD | sed 's,.*-,,')
                touch "$HOME/begun-$mine"
                [ $mine != login ] || for try in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.1; done
                echo work > "$mine.txt"
                """);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        place.foldline("workflow", "ready");
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    private JsonNode status() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    private boolean hasBegun(String task) {
        return Files.exists(home().resolve("begun-" + task));
    }

    @Test
    void added_tasks_start_beside_the_running_ones_and_are_merged_last() throws Exception {
        var started = place.inAnotherTerminal("workflow", "start");
        CliFixture.until("login works", () -> hasBegun("login"), () -> !started.isDone());
        place.write("more.yaml", tasks("search", "logout"));
        var added = place.foldline("workflow", "add-task", "-f", "more.yaml");
        assertThat(added.exit()).as(added.all()).isZero();
        assertThat(added.err()).contains("added search, logout");
        CliFixture.until(
                "the added tasks work beside it",
                () -> hasBegun("search") && hasBegun("logout"),
                () -> !started.isDone());
        Files.createFile(home().resolve("go"));
        var reported = started.get();
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "-3", "main").lines())
                .containsExactly(
                        "Merge logout: Add it", "Merge search: Add it", "Merge login: Add it");
        assertThat(status().get("tasks").get(2).get("id").asString()).isEqualTo("logout");
        var late = place.foldline("workflow", "add-task", "-f", "more.yaml");
        assertThat(late.exit()).isEqualTo(1);
        assertThat(late.err()).contains("Cannot add tasks: the workflow has ended");
        place.write("FILE", "name: Next\n" + tasks("cart"));
        Remedy.done(place, late, "foldline workflow create -f FILE");
    }

    @Thorough
    @Test
    void tasks_are_added_and_a_start_is_queued_over_mcp() throws Exception {
        place.write("foldline.yaml", place.read("foldline.yaml") + "runtime: { workflows: 1 }\n");
        var shop = status().at("/workflow/id").asString();
        var started = place.inAnotherTerminal("workflow", "start");
        CliFixture.until("login works", () -> hasBegun("login"), () -> !started.isDone());
        place.write("zoo.yaml", "name: Zoo\n" + tasks("lion"));
        place.foldline("workflow", "create", "-f", "zoo.yaml");
        place.foldline("workflow", "ready");
        var zoo = status().at("/workflow/id").asString();
        var added =
                JsonRpcClient.call(
                        1,
                        "workflow_add_task",
                        "{\"id\":\""
                                + shop
                                + "\",\"tasks\":\""
                                + tasks("search").replace("\n", "\\n")
                                + "\"}");
        var queued = JsonRpcClient.call(2, "workflow_start", "{\"id\":\"" + zoo + "\"}");
        var answers =
                JsonRpcClient.answers(place.typing(JsonRpcClient.talk(added, queued), "mcp").out());
        assertThat(answers.get(1).at("/result/structuredContent/tasks/1/id").asString())
                .isEqualTo("search");
        assertThat(answers.get(2).at("/result/structuredContent/workflow/status").asString())
                .isEqualTo("queued");
        Files.createFile(home().resolve("go"));
        assertThat(started.get().exit()).isZero();
        untilDriven(zoo);
        assertThat(place.git("log", "--format=%s", "-3", "main").lines())
                .containsExactly(
                        "Merge lion: Add it", "Merge search: Add it", "Merge login: Add it");
    }

    /** Waits until the workflow has completed and its driver has left. */
    private void untilDriven(String workflow) throws Exception {
        var directory = WorkflowLookup.find(place.runs(), workflow);
        var driver = new AtomicReference<Optional<ProcessHandle>>(Optional.empty());
        CliFixture.until(
                "it is completed",
                () -> {
                    RunLock.holder(directory.lock())
                            .flatMap(holder -> ProcessHandle.of(holder.pid()))
                            .ifPresent(process -> driver.set(Optional.of(process)));
                    return place.foldline("workflow", "status", workflow)
                            .out()
                            .contains("is completed");
                },
                () -> true);
        driver.get().ifPresent(process -> process.onExit().join());
    }

    @Thorough
    @Test
    void tasks_are_added_twice_before_the_start_and_wrong_files_change_nothing() throws Exception {
        int before = commits();
        place.write("go.yaml", tasks("search")).write("more.yaml", tasks("cart", "search"));
        Files.createFile(home().resolve("go"));
        assertThat(place.foldline("workflow", "add-task", "-f", "go.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "add-task", "-f", "more.yaml").exit()).isZero();
        var again = place.foldline("workflow", "add-task", "-f", "more.yaml");
        assertThat(again.exit()).isZero();
        assertThat(again.err()).contains("nothing is added: the workflow has these tasks already");
        for (var wrong :
                new String[] {
                    "tasks: []\nname: other\n",
                    "name: x\n",
                    "tasks: 3\n",
                    tasks("login").replace("Add it", "Another")
                }) {
            place.write("wrong.yaml", wrong);
            var refused = place.foldline("workflow", "add-task", "-f", "wrong.yaml");
            assertThat(refused.exit()).as(wrong + refused.all()).isEqualTo(2);
            place.write("wrong.yaml", tasks("cart"));
            Remedy.done(place, refused, "foldline workflow add-task -f wrong.yaml");
        }
        place.write("nobody.yaml", tasks("late").replace("mine", "nobody"));
        assertThat(place.foldline("workflow", "add-task", "-f", "nobody.yaml").exit()).isNotZero();
        assertThat(ids()).isEqualTo("login search cart ");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(commits()).isEqualTo(before + 3);
    }

    private int commits() throws Exception {
        return Integer.parseInt(place.git("rev-list", "--count", "main").strip());
    }

    private String ids() throws IOException {
        var ids = new StringBuilder();
        for (var task : status().get("tasks")) ids.append(task.get("id").asString()).append(' ');
        return ids.toString();
    }
}
