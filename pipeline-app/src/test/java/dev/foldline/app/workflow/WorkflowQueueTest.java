package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Workflows that are started while as many run as may. */
class WorkflowQueueTest {
    /** The first one works when it is told to; each notes that it has begun. */
    private static final String NOTING =
            """
            name=$(git rev-parse --abbrev-ref HEAD | sed 's,foldline/,,; s/-.*//')
            echo "$name" >> "$HOME/order"
            [ "$name" = shop ] && for try in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.1; done
            echo work > "$name.txt"
            """;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder).configured("checks: []\nruntime: { workflows: 1 }\n");
        place.agent(NOTING);
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    private String ready(String name) throws IOException {
        place.write(
                "tasks.yaml",
                "name: "
                        + name
                        + "\n"
                        + "tasks:\n"
                        + "  - { name: one, terminals: [ { role: developer, agent: mine } ] }\n");
        var id =
                JsonMapper.shared()
                        .readTree(
                                place.foldline("workflow", "create", "-f", "tasks.yaml", "--json")
                                        .out())
                        .get("workflow")
                        .get("id")
                        .asString();
        assertThat(place.foldline("workflow", "ready", id).exit()).isZero();
        return id;
    }

    private JsonNode workflow(String id) {
        return JsonMapper.shared()
                .readTree(place.foldline("workflow", "status", id, "--json").out())
                .get("workflow");
    }

    private String status(String id) {
        return workflow(id).get("status").asString();
    }

    private List<String> order() throws IOException {
        return Files.readAllLines(home().resolve("order"));
    }

    private CompletableFuture<CliFixture.CommandResult> queued(String id, int position)
            throws Exception {
        var started = place.inAnotherTerminal("workflow", "start", id);
        CliFixture.until(
                "it is queued",
                () -> workflow(id).path("queue_position").asInt(0) == position,
                () -> !started.isDone());
        return started;
    }

    /** Queued by a process that died afterwards. */
    private String left(String name) throws Exception {
        var id = ready(name);
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = here.runs().directory(new RunId(id));
            new WorkflowOperations(here)
                    .queue(run, RunLauncher.configuration(here, run, List.of()).settings());
        }
        return id;
    }

    @Test
    void S1_06_workflows_beyond_the_limit_wait_in_a_queue_and_start_in_their_order()
            throws Exception {
        var shop = ready("shop");
        var site = ready("site");
        var third = ready("third");
        var first = place.inAnotherTerminal("workflow", "start", shop);
        CliFixture.until(
                "the first works",
                () -> Files.exists(home().resolve("order")),
                () -> !first.isDone());
        var second = queued(third, 1);
        var last = queued(site, 2);
        assertThat(status(third)).isEqualTo("queued");
        assertThat(place.foldline("workflow", "status", site).out())
                .contains("queue     position 2");
        var refused = place.foldline("workflow", "resume", site);
        assertThat(refused.err())
                .contains("is queued; another process starts it when a slot is free");
        Remedy.done(place, refused, "foldline workflow status ");
        Files.createFile(home().resolve("go"));
        for (var each : List.of(first, second, last))
            assertThat(each.get().exit()).as(each.get().all()).isZero();
        assertThat(second.get().err())
                .contains("Maximum concurrent workflows limit reached: 1; " + third + " waits");
        assertThat(order()).containsExactly("shop", "third", "site");
        assertThat(List.of(status(shop), status(third), status(site))).containsOnly("completed");
    }

    @Test
    void queued_workflows_are_recovered_in_their_order_unless_they_were_paused_or_cancelled()
            throws Exception {
        var pit = left("pit");
        var alley = left("alley");
        var zoo = left("zoo");
        var ant = left("ant");
        assertThat(workflow(ant).get("queue_position").asInt()).isEqualTo(4);
        assertThat(place.foldline("workflow", "stop", pit).exit()).isZero();
        assertThat(status(pit)).isEqualTo("paused");
        assertThat(place.foldline("workflow", "cancel", "--yes", alley).exit()).isZero();
        assertThat(status(alley)).isEqualTo("cancelled");
        assertThat(place.foldline("workflow", "start", ready("mill")).exit())
                .as("without a process they delay no other")
                .isZero();
        var recovered = place.foldline("workflow", "recover");
        assertThat(recovered.exit()).as(recovered.all()).isZero();
        assertThat(List.of(status(zoo), status(ant))).containsOnly("completed");
        var resumed = place.foldline("workflow", "resume", pit);
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        assertThat(status(pit)).isEqualTo("completed");
        assertThat(order()).containsExactly("mill", "zoo", "ant", "pit");
    }
}
