package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
        for (var text :
                new String[] {
                    "tasks: []\nname: other\n",
                    "name: x\n",
                    tasks("login").replace("Add it", "Another")
                }) {
            place.write("wrong.yaml", text);
            var refused = place.foldline("workflow", "add-task", "-f", "wrong.yaml");
            assertThat(refused.exit()).as(text + refused.all()).isEqualTo(2);
        }
        assertThat(status().get("tasks")).hasSize(1);
        var started = place.inAnotherTerminal("workflow", "start");
        CliFixture.until("login works", () -> hasBegun("login"), () -> !started.isDone());
        place.write("more.yaml", "tasks: 3\n");
        var wrong = place.foldline("workflow", "add-task", "-f", "more.yaml");
        place.write("more.yaml", tasks("search", "logout"));
        var added = Remedy.done(place, wrong, "foldline workflow add-task -f more.yaml");
        assertThat(added.err()).contains("added search, logout");
        assertThat(place.foldline("workflow", "add-task", "-f", "more.yaml").err())
                .contains("nothing is added: the workflow has these tasks already");
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

    private String ids() throws IOException {
        var ids = new StringBuilder();
        for (var task : status().get("tasks")) ids.append(task.get("id").asString()).append(' ');
        return ids.toString();
    }
}
