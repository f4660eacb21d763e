package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;

/** Who gave a command stands in the log, and is shown wherever the command is. */
class AuthorsTest {
    @TempDir Path folder;

    private static JsonNode event(CliFixture place, String type) {
        return place.foldline("log", "--json")
                .out()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .filter(line -> line.path("event").path("type").asString().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static final String USER = ProcessHandle.current().info().user().orElseThrow();
    private static final String SELF = ProcessHandle.current().pid() + " foldline";

    @Test
    void an_answer_at_the_terminal_is_shown_with_its_author() throws Exception {
        var place = CliFixture.gated(folder);
        assertThat(place.foldline("reject", "planning", "-m", "split step 2").exit()).isZero();
        var by = event(place, "gate_rejected").path("by");
        assertThat(by.path("user").asString()).isEqualTo(USER);
        assertThat(by.path("channel").asString()).isEqualTo("terminal");
        assertThat(by.path("processes").get(0).asString()).isEqualTo(SELF);
        assertThat(by.path("processes").size())
                .isEqualTo(
                        (int)
                                dev.foldline.effects.process.ProcessAncestry.of(
                                                ProcessHandle.current())
                                        .size());
        assertThat(place.foldline("log").out())
                .contains("split step 2, by " + USER + " (terminal)");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(place.foldline("gates").out())
                .contains("rejected at ")
                .contains(" by " + USER + " (terminal), process " + SELF);
        var answers =
                JsonMapper.shared()
                        .readTree(place.foldline("gates", "planning", "--json").out())
                        .path("gates")
                        .get(0)
                        .path("answers");
        assertThat(answers.get(0).path("by").path("channel").asString()).isEqualTo("terminal");
        assertThat(place.foldline("show").out())
                .contains(" by " + USER + " (terminal), process " + SELF);
    }

    @Test
    void a_freeze_is_shown_with_its_author_also_in_rebuilt_tables() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        assertThat(place.foldline("freeze", "mine", "-m", "look at it").exit()).isZero();
        assertThat(place.foldline("gates").out())
                .contains("opened by")
                .contains(USER + " (terminal), process " + SELF);
        Files.delete(Runs.of(place.root.resolve(".git")).tables());
        var row =
                JsonMapper.shared()
                        .readTree(place.foldline("gates", "--json").out())
                        .path("gates")
                        .get(0);
        assertThat(row.path("opened_by").path("user").asString()).isEqualTo(USER);
    }

    /**
     * Whoever can write there is whoever can write the log: no more is known than whose file it is.
     */
    @Test
    void the_author_of_a_message_written_by_hand_is_its_file_owner() throws Exception {
        var place = CliFixture.ready(folder);
        place.agent(
                "touch \"$HOME/begun\"\nuntil [ -e \"$HOME/go\" ]; do sleep 0.05; done\n"
                        + AgentScripts.HELPFUL);
        var run = place.inAnotherTerminal("run", "Add work");
        CliFixture.until(
                "it works",
                () -> Files.exists(Path.of(place.environment.get("HOME"), "begun")),
                () -> !run.isDone());
        var directory = Runs.of(place.root.resolve(".git")).newestFirst().getFirst();
        var inbox = new Inbox(directory.inbox());
        inbox.awaitAnswer(
                inbox.send(Wire.toJson(new Command.Freeze("mine", "by hand"))),
                java.time.Duration.ofMinutes(1));
        assertThat(event(place, "frozen").path("by").toString())
                .isEqualTo(
                        "{\"user\":\""
                                + Files.getOwner(directory.path()).getName()
                                + "\",\"channel\":\"inbox\",\"processes\":[]}");
        place.foldline("cancel", "--yes");
        Files.createFile(Path.of(place.environment.get("HOME"), "go"));
        run.join();
    }
}
