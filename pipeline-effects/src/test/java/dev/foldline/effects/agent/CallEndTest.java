package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.agent.AgentDefinition.HandIn;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.cli.CallRequest.Permission;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.Reaper;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The last frame of a command line ends its call, whatever its process does then. */
class CallEndTest {
    private static final long PATIENCE_MILLIS = 300;

    @TempDir Path folder;
    private HandlerFixture at;
    private AgentCalls calls;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        calls = new AgentCalls(at).exit(PATIENCE_MILLIS);
    }

    @AfterEach
    void no_process_of_the_run_is_left() {
        at.close();
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }

    /** A command line that works, prints what a real one printed, and then does this. */
    private Event call(String capture, String then) throws Exception {
        var script = folder.resolve("agent.sh");
        Files.writeString(
                script, "echo more >>a.txt; cat '" + captured(capture) + "'\n" + then + "\n");
        return calls.call(
                new AgentDefinition.Known(
                        Adapters.of(capture.substring(0, capture.indexOf('-'))).orElseThrow(),
                        List.of("sh", script.toString()),
                        List.of(),
                        Optional.empty(),
                        Permission.EDIT,
                        HandIn.FILE),
                "do it");
    }

    private static Path captured(String name) throws URISyntaxException {
        return Path.of(CallEndTest.class.getResource("/captures/" + name + ".jsonl").toURI());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "claude-2.1.332/success",
                "claude-2.1.332/background-task",
                "codex-0.171.0/success",
                "opencode-1.18.33/success",
                "gemini-0.61.0/success"
            })
    void a_process_that_does_not_exit_after_its_last_frame_is_ended_and_its_work_counts(
            String capture) throws Exception {
        var event = call(capture, "sleep 300");
        assertThat(event)
                .isInstanceOfSatisfying(
                        AgentFinished.class,
                        finished ->
                                assertThat(finished.notes().mkString())
                                        .contains("was ended after its last frame"));
        assertThat(at.read("a.txt")).isEqualTo("one\nmore\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    exit 0                                   | ""
                    exit 1                                   | exited with code 1 after its last frame
                    kill -9 $$                               | was ended by signal 9 after its last frame
                    kill -11 $$                              | was ended by signal 11 after its last frame
                    sleep 300 & exit 0                       | ""
                    setsid sleep 300 & exit 0                | ""
                    trap '' TERM; while :; do sleep 1; done  | was ended after its last frame
                    """)
    void the_last_frame_decides_and_the_event_notes_another_end(String then, String note)
            throws Exception {
        assertThat(call("claude-2.1.332/success", then))
                .isInstanceOfSatisfying(
                        AgentFinished.class,
                        finished -> {
                            if (note.isEmpty()) assertThat(finished.notes()).isEmpty();
                            else assertThat(finished.notes().mkString()).contains(note);
                        });
    }

    @Test
    void a_failed_turn_ends_the_call_too() throws Exception {
        assertThat(AgentCalls.fault(call("codex-0.171.0/credit", "sleep 300")).kind())
                .isEqualTo(Kind.CREDIT);
        var missing = AgentCalls.fault(call("opencode-1.18.33/missing-model", "sleep 300"));
        assertThat(missing.kind()).isEqualTo(Kind.MODEL_UNAVAILABLE);
        assertThat(missing.message()).contains("check the model name");
    }
}
