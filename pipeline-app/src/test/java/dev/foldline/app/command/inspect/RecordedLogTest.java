package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recording in the README shows the run whose log lies beside it. */
class RecordedLogTest {
    private static final Path FOLDER = Path.of("../docs/recording").toAbsolutePath().normalize();

    @Test
    void every_decision_of_the_recorded_run_follows_from_its_events() {
        var verified = Cli.in(FOLDER).run("replay", "events.jsonl", "--verify");
        assertThat(verified.exit()).as(verified.err()).isZero();
        assertThat(verified.out()).startsWith("every decision follows");
    }

    @Test
    void the_picture_shows_this_run_its_two_drivers_and_its_commits() throws IOException {
        var picture = Files.readString(FOLDER.resolve("run.svg"));
        assertThat(picture).contains(events("run_started").getFirst().get("run").asString());
        assertThat(events("driver_started")).hasSize(2);
        assertThat(events("work_committed"))
                .hasSize(2)
                .allSatisfy(
                        commit ->
                                assertThat(picture)
                                        .contains(commit.get("commit").asString().substring(0, 7)));
    }

    private static List<JsonNode> events(String type) throws IOException {
        try (var lines = Files.lines(FOLDER.resolve("events.jsonl"))) {
            return lines.map(line -> JsonMapper.shared().readTree(line).get("event"))
                    .filter(event -> event.get("type").asString().equals(type))
                    .toList();
        }
    }
}
