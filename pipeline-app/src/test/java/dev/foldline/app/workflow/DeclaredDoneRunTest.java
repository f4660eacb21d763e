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
import java.util.concurrent.CompletableFuture;

/** Terminals whose agents never end by themselves: a commit or the user ends their call. */
class DeclaredDoneRunTest {
    private static final String TASKS =
            """
            name: Shop
            tasks:
              - name: login
                terminals:
                  - { role: developer, agent: mine }
                  - { role: reviewer, agent: mine }
            """;

    @TempDir Path folder;
    private CliFixture place;

    /** The developer writes a file and waits without end; the reviewer does nothing. */
    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", TASKS);
        place.agent(
                """
                [ "$FOLDLINE_ROLE" = developer ] || { echo "it looks good"; exit 0; }
                pwd > "$HOME/where.new"; echo work > work.txt
                sed -n '/^---METADATA---/,/^status:/p' "$FOLDLINE_PROMPT_FILE" > "$HOME/block"
                mv "$HOME/where.new" "$HOME/where"
                sleep 3600
                """);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        place.foldline("workflow", "ready");
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    private JsonNode login() {
        return JsonMapper.shared()
                .readTree(place.foldline("workflow", "status", "--json").out())
                .get("tasks")
                .get(0);
    }

    private CompletableFuture<CliFixture.CommandResult> atWork() throws Exception {
        var started = place.inAnotherTerminal("workflow", "start");
        CliFixture.until(
                "the developer works",
                () -> Files.exists(home().resolve("where")),
                () -> !started.isDone());
        return started;
    }

    private String where() throws IOException {
        return Files.readString(home().resolve("where")).strip();
    }

    private String statuses() {
        return login().get("terminals").get(0).get("status").asString()
                + " "
                + login().get("terminals").get(1).get("status").asString();
    }

    @Test
    void S1_34_a_commit_by_anyone_counts_at_once_while_the_process_of_the_terminal_lives()
            throws Exception {
        var started = atWork();
        var message = "Done by hand\n\n" + Files.readString(home().resolve("block"));
        place.git("-C", where(), "commit", "-q", "--allow-empty", "-m", message);
        var reported = started.get();
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(statuses()).isEqualTo("completed completed");
        assertThat(place.git("ls-tree", "--name-only", "main")).contains("work.txt");
        assertThat(place.git("log", "--format=%s", "foldline/shop-login")).contains("Done by hand");
    }

    @Test
    void the_user_declares_a_terminal_done_and_its_uncommitted_work_is_kept() throws Exception {
        var started = atWork();
        var refused = place.foldline("workflow", "done", "login", "reviewer");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("It is not the turn of reviewer yet");
        Remedy.done(place, refused, "foldline workflow status ");
        assertThat(place.foldline("workflow", "done", "logout", "developer").err())
                .contains("there is no task logout");
        var done = place.foldline("workflow", "done", "login", "developer");
        assertThat(done.exit()).as(done.all()).isZero();
        assertThat(done.err()).contains("login/developer is declared done");
        var reported = started.get();
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(statuses()).isEqualTo("completed completed");
        assertThat(place.git("ls-tree", "--name-only", "main")).contains("work.txt");
        assertThat(place.foldline("log", login().get("run").asString()).out())
                .contains("developer was declared done");
        assertThat(place.foldline("workflow", "done", "login", "developer").exit()).isEqualTo(1);
    }

    @Test
    void a_failed_terminal_that_is_declared_done_is_not_called_again_after_the_printed_resume()
            throws Exception {
        place.agent(
                "echo at work; pwd > \"$HOME/where\"; echo x >> \"$HOME/calls\"; [ $FOLDLINE_ROLE ="
                        + " reviewer ]\n");
        assertThat(place.foldline("workflow", "start").exit()).isEqualTo(1);
        int calls = Files.readAllLines(home().resolve("calls")).size();
        Files.writeString(Path.of(where()).resolve("work.txt"), "by hand");
        var done = place.foldline("workflow", "done", "login", "developer");
        assertThat(done.exit()).as(done.all()).isZero();
        Remedy.done(place, done, "foldline workflow resume ");
        assertThat(statuses()).isEqualTo("completed completed");
        assertThat(place.git("show", "main:work.txt")).isEqualTo("by hand");
        assertThat(Files.readAllLines(home().resolve("calls"))).hasSize(calls + 1);
    }
}
