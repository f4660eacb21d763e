package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.effects.agent.AgentDefinition.HandIn;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.cli.CallRequest.Permission;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.process.Reaper;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Calls of agents that speak the Agent Client Protocol: shell scripts that read a line where an
 * agent reads one, and print what agents print.
 */
class AcpCallTest {
    private static final String INITIALIZED =
            """
            log; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentInfo":{"name":"a","version":"7.1"},"agentCapabilities":{"loadSession":true}}}'
            """;
    private static final String OPENED =
            """
            log; echo '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s-1"}}'
            """;
    private static final String PROMPTED = "log\n";
    private static final String ENDED =
            """
            echo '{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}'
            """;

    @TempDir Path folder;
    private HandlerFixture at;
    private Deadlines deadlines = AgentCalls.PATIENT;
    private Permission permission = Permission.EDIT;
    private Option<String> resumes = Option.none();
    private final Cancellation stop = new Cancellation();
    private final List<String> activity = Collections.synchronizedList(new ArrayList<>());
    private final List<SessionStarted> sessions = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
    }

    @AfterEach
    void no_process_of_the_run_is_left() {
        at.close();
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }

    private Path log() {
        return folder.resolve("received");
    }

    private List<String> received() throws IOException {
        return Files.readAllLines(log());
    }

    private Event call(String script) throws IOException {
        var file = folder.resolve("agent.sh");
        Files.writeString(
                file, "log() { read -r line; echo \"$line\" >> " + log() + "; }\n" + script);
        var definition =
                new AgentDefinition.Known(
                        Adapters.of(Adapters.ACP).orElseThrow(),
                        List.of("sh", file.toString()),
                        List.of(),
                        Optional.empty(),
                        permission,
                        HandIn.FILE);
        var effect =
                new InvokeAgent(
                        AgentCalls.PLACE,
                        "developer",
                        "mine",
                        at.blob("Do it."),
                        resumes,
                        Vector.empty(),
                        deadlines,
                        Option.none(),
                        Option.none(),
                        Option.none());
        return new AgentHandler(
                        at.context(),
                        new AgentRegistry(Map.of("mine", definition)),
                        new ProcessRunner(),
                        activity::add,
                        sessions::add)
                .call(AgentCalls.TICKET, effect, stop);
    }

    private Fault failed(String script) throws IOException {
        var event = call(script);
        assertThat(event).isInstanceOf(AgentFailed.class);
        return ((AgentFailed) event).fault();
    }

    private static String update(String update) {
        return "echo '{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s-1\",\"update\":"
                + update
                + "}}'\n";
    }

    private static String messageFrame(String text) {
        return update(
                "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\""
                        + text
                        + "\"}}");
    }

    private static String asks(String id, String kind, String... paths) {
        var locations =
                Arrays.stream(paths)
                        .map(path -> "{\"path\":\"" + path + "\"}")
                        .collect(Collectors.joining(","));
        return "echo '{\"jsonrpc\":\"2.0\",\"id\":\""
                + id
                + "\",\"method\":\"session/request_permission\",\"params\":{\"toolCall\":{\"toolCallId\":\"t\",\"kind\":\""
                + kind
                + "\",\"title\":\"a title\",\"locations\":["
                + locations
                + "]},\"options\":[{\"optionId\":\"a\",\"kind\":\"allow_always\"},{\"optionId\":\"o\",\"kind\":\"allow_once\"},{\"optionId\":\"n\",\"kind\":\"reject_once\"}]}}';"
                + " log\n";
    }

    @Test
    void a_call_reports_what_the_agent_says_does_and_plans() throws IOException {
        var event =
                call(
                        INITIALIZED
                                + OPENED
                                + PROMPTED
                                + update(
                                        "{\"sessionUpdate\":\"plan\",\"entries\":[{\"content\":\"write\",\"status\":\"pending\"}]}")
                                + messageFrame("All is")
                                + messageFrame(" well.")
                                + update(
                                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t\",\"kind\":\"edit\",\"title\":\"Edit"
                                            + " b.txt\"}")
                                + "echo b > b.txt\n"
                                + update(
                                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t\",\"status\":\"completed\"}")
                                + update(
                                        "{\"sessionUpdate\":\"usage_update\",\"used\":5,\"size\":9,\"cost\":{\"amount\":0.25,\"currency\":\"USD\"}}")
                                + "echo '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"stopReason\":\"end_turn\",\"usage\":{\"totalTokens\":70}}}'\n");
        assertThat(event).isInstanceOf(AgentFinished.class);
        var finished = (AgentFinished) event;
        assertThat(finished.session()).contains("s-1");
        assertThat(finished.spend().tokens()).contains(70L);
        assertThat(finished.spend().microUsd()).contains(250_000L);
        assertThat(sessions.getFirst().version()).contains("7.1");
        assertThat(activity).contains("All is well.", "> edit Edit b.txt");
        assertThat(received().get(0))
                .contains("\"method\":\"initialize\"", "\"readTextFile\":false");
        assertThat(received().get(1)).contains("\"cwd\":\"" + at.root + "\"");
        assertThat(received().get(2)).contains("\"sessionId\":\"s-1\"", "Do it.");
    }

    @Test
    void permissions_to_edit_are_given_once_and_others_only_with_permission_all()
            throws IOException {
        var script =
                INITIALIZED
                        + OPENED
                        + PROMPTED
                        + asks("p1", "edit", "a.txt")
                        + asks("p2", "execute")
                        + "echo '{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"fs/read_text_file\",\"params\":{}}';"
                        + " log\n"
                        + messageFrame("done")
                        + ENDED;
        assertThat(call(script)).isInstanceOf(AgentFinished.class);
        var answers = received().subList(3, 6);
        assertThat(answers.get(0)).contains("\"id\":\"p1\"", "\"optionId\":\"o\"");
        assertThat(answers.get(1)).contains("\"id\":\"p2\"", "\"optionId\":\"n\"");
        assertThat(answers.get(2)).contains("\"id\":9", "-32601");
        assertThat(activity).contains("warning: not permitted: execute a title");
        Files.delete(log());
        permission = Permission.ALL;
        assertThat(call(script)).isInstanceOf(AgentFinished.class);
        assertThat(received().get(4)).contains("\"id\":\"p2\"", "\"optionId\":\"o\"");
    }

    @Test
    void a_permission_to_edit_is_for_files_of_the_working_tree() throws IOException {
        Files.createSymbolicLink(at.root.resolve("out"), folder);
        assertThat(
                        call(
                                INITIALIZED
                                        + OPENED
                                        + PROMPTED
                                        + asks("p1", "edit", "sub/new.txt")
                                        + asks("p2", "edit", "../outside.txt")
                                        + asks("p3", "edit", ".git/hooks/pre-commit")
                                        + asks("p4", "edit", "out/x.txt")
                                        + asks("p5", "edit")
                                        + messageFrame("done")
                                        + ENDED))
                .isInstanceOf(AgentFinished.class);
        assertThat(received().get(3)).contains("\"optionId\":\"o\"");
        assertThat(received().subList(4, 8))
                .allSatisfy(answer -> assertThat(answer).contains("\"optionId\":\"n\""));
    }

    @Test
    void a_conversation_is_loaded_again_and_its_repetition_is_not_reported() throws IOException {
        resumes = Option.of("s-1");
        var event =
                call(
                        INITIALIZED
                                + "log\n"
                                + messageFrame("from before")
                                + "echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null}'\n"
                                + PROMPTED
                                + messageFrame("from now")
                                + ENDED);
        assertThat(((AgentFinished) event).session()).contains("s-1");
        assertThat(received().get(1)).contains("session/load", "\"sessionId\":\"s-1\"");
        assertThat(activity).contains("from now").doesNotContain("from before");
    }

    private static String costs(String dollars) {
        return update(
                "{\"sessionUpdate\":\"usage_update\",\"used\":5,\"size\":9,\"cost\":{\"amount\":"
                        + dollars
                        + ",\"currency\":\"USD\"}}");
    }

    @Test
    void a_turn_is_charged_what_it_adds_to_its_conversation() throws IOException {
        resumes = Option.of("s-1");
        var loaded = "log; echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null}'\n";
        var script = PROMPTED + costs("1.25") + messageFrame("done") + ENDED;
        var replayed = (AgentFinished) call(INITIALIZED + costs("1.00") + loaded + script);
        assertThat(replayed.spend().microUsd()).contains(250_000L);
        assertThat(replayed.spend().tokens()).isEmpty();
        var silent = (AgentFinished) call(INITIALIZED + loaded + script);
        assertThat(silent.spend().microUsd()).isEmpty();
    }

    @Test
    void a_turn_that_fails_is_charged_what_was_reported_before() throws IOException {
        var event =
                call(INITIALIZED + OPENED + PROMPTED + costs("4") + messageFrame("a") + "exit 3\n");
        assertThat(((AgentFailed) event).spend().microUsd()).contains(4_000_000L);
        assertThat(((AgentFailed) event).spend().tokens()).isEmpty();
    }

    @Test
    void a_message_without_end_or_a_closed_output_fails_the_call() throws IOException {
        var endless = "printf '{'; head -c 9000000 /dev/zero | tr '\\0' x; sleep 300\n";
        assertThat(failed(INITIALIZED + OPENED + PROMPTED + endless).kind())
                .isEqualTo(Kind.AGENT_FAILED);
        var closed = "exec >&-; sleep 300\n";
        assertThat(failed(INITIALIZED + OPENED + PROMPTED + messageFrame("a") + closed).kind())
                .isEqualTo(Kind.AGENT_FAILED);
    }

    @Test
    void an_agent_that_dies_or_hangs_has_failed() throws IOException {
        assertThat(failed(INITIALIZED + OPENED + PROMPTED + messageFrame("a") + "exit 3\n").kind())
                .isEqualTo(Kind.AGENT_FAILED);
        deadlines = new Deadlines(240_000, 240_000, 1_500, 1);
        assertThat(
                        failed(INITIALIZED + OPENED + PROMPTED + messageFrame("a") + "sleep 300\n")
                                .kind())
                .isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void a_stopped_call_cancels_the_turn() throws Exception {
        var reads = folder.resolve("reads");
        var calling =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    while (!Files.exists(reads)) Thread.onSpinWait();
                                    stop.cancel();
                                });
        var event =
                call(
                        "trap '' TERM\n"
                                + INITIALIZED
                                + OPENED
                                + PROMPTED
                                + "touch "
                                + reads
                                + "; log\n"
                                + ENDED.replace("end_turn", "cancelled"));
        calling.join();
        assertThat(event).isInstanceOf(EffectCancelled.class);
        assertThat(received().get(3)).contains("session/cancel", "\"sessionId\":\"s-1\"");
    }

    /** Neither memory nor the log grows with what an agent says or asks; it says 90 megabytes. */
    @Thorough
    @Test
    void an_agent_without_measure_is_heard_to_its_end() throws IOException {
        permission = Permission.ALL;
        var piece = "x".repeat(4_000);
        var event =
                call(
                        INITIALIZED
                                + OPENED
                                + PROMPTED
                                + "chunk=$(cat <<'END'\n"
                                + messageFrame(piece).replace("echo '", "").replace("'\n", "\n")
                                + "END\n)\nyes \"$chunk\" | head -c 60000000\necho\n"
                                + "yes | head -c 30000000 | tr -d '\\n'; echo\n"
                                + messageFrame("the end")
                                + ENDED);
        assertThat(event).isInstanceOf(AgentFinished.class);
    }
}
