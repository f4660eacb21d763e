package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
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
    private Place place;

    /** The first task works until it is told to end. */
    @BeforeEach
    void a_repository() throws Exception {
        place = Place.ready(folder).write("tasks.yaml", "name: Shop\n" + tasks("login"));
        place.agent(
                """
                mine=$(git rev-parse --abbrev-ref HEAD | sed 's,foldline/shop-,,')
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
        Place.until("login works", () -> hasBegun("login"), () -> !started.isDone());
        place.write("more.yaml", tasks("search", "logout"));
        var added = place.foldline("workflow", "add-task", "-f", "more.yaml");
        assertThat(added.exit()).as(added.all()).isZero();
        assertThat(added.err()).contains("added search, logout");
        Place.until(
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
