package dev.foldline.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.app.command.operate.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Several workflows whose drivers died, taken up at once. */
class RecoveredWorkflowsTest {
    private static final String WORK = "mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//'); echo \"$mine\" > \"$mine.txt\"; echo made\n";

    /** Works only for whoever takes it up: its first driver is ended. */
    private static final String DEADLY = "kill -9 $(cat \"$HOME/pid\"); sleep 60\n";

    @TempDir Path folder;
    private Place place;

    @BeforeEach
    void a_repository() throws Exception { place = Place.ready(folder); }

    private JsonNode json(String... words) { return JsonMapper.shared().readTree(place.foldline(words).out()); }

    private String created(String name, String... tasks) throws IOException {
        var text = new StringBuilder("name: " + name + "\ntasks:\n");
        for (var task : tasks) text.append("  - { name: ").append(task).append(", terminals: [ { role: developer, agent: mine } ] }\n");
        place.write("tasks.yaml", text.toString());
        var id = json("workflow", "create", "-f", "tasks.yaml", "--json").get("workflow").get("id").asString();
        assertThat(place.foldline("workflow", "ready", id).exit()).isZero();
        return id;
    }

    private void killed(String workflow) throws Exception {
        place.agent(DEADLY);
        assertThat(Shell.run(place, """
                "$JAVA" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp "$CLASSES" dev.foldline.app.Main workflow start %s > "$HOME/said" 2>&1 &
                echo $! > "$HOME/pid"
                wait $!
                echo "exit $?"
                """.formatted(workflow)).out()).contains("exit 137");
        place.agent(WORK);
    }

    private String status(String workflow) { return json("workflow", "status", workflow, "--json").get("workflow").get("status").asString(); }

    @Test
    void S1_56_all_that_were_running_are_taken_up_and_named_and_no_other() throws Exception {
        var shop = created("Shop", "login", "search");
        killed(shop);
        var site = created("Site", "home");
        killed(site);
        var held = created("Held", "later");
        killed(held);
        place.foldline("workflow", "stop", held);
        var ready = created("Ready", "some");
        var told = json("workflow", "recover", "--json");
        assertThat(told.get("resumed").valueStream().map(JsonNode::asString)).containsExactlyInAnyOrder(shop, site);
        assertThat(told.get("ok").asBoolean()).isTrue();
        assertThat(status(shop)).isEqualTo("completed");
        assertThat(status(site)).isEqualTo("completed");
        assertThat(status(held)).isEqualTo("paused");
        assertThat(status(ready)).isEqualTo("ready");
        assertThat(place.git("log", "--format=%s", "main").lines()).containsExactlyInAnyOrder("Merge login", "Merge search", "Merge home", "first");
        assertThat(place.foldline("workflow", "recover").out()).isEqualTo("No workflow was running.\n");
    }

    @Test
    void S1_56_one_whose_log_cannot_be_read_has_failed_and_the_others_are_taken_up() throws Exception {
        var broken = created("Broken", "login");
        killed(broken);
        var log = place.root.resolve(".git/foldline/runs").resolve(broken).resolve("events.jsonl");
        var lines = Files.readString(log).lines().toList();
        Files.writeString(log, lines.getFirst() + "\n" + "{\"not\": \"an event\"}\n" + String.join("\n", lines.subList(2, lines.size())) + "\n");
        Files.deleteIfExists(log.resolveSibling("snapshot.json"));
        var whole = created("Whole", "home");
        killed(whole);
        var told = json("workflow", "recover", "--json");
        assertThat(told.get("exit").asInt()).isEqualTo(1);
        assertThat(told.get("resumed").valueStream().map(JsonNode::asString)).containsExactly(whole);
        assertThat(told.get("failed").get(0).get("id").asString()).isEqualTo(broken);
        assertThat(told.get("failed").get(0).get("reason").asString()).isNotBlank();
        assertThat(status(whole)).isEqualTo("completed");
    }
}
