package dev.foldline.effects.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.StreamState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a turn of an agent ends, by the frames that the program prints. */
class AcpProgramTest {
    private static final String INITIALIZED =
            """
            read -r line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentInfo":{"name":"a","version":"7.1"},"agentCapabilities":{"loadSession":true}}}'
            """;
    private static final String OPENED =
            """
            read -r line; echo '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s-1"}}'
            """;
    private static final String LOADED =
            """
            read -r line; echo '{"jsonrpc":"2.0","id":2,"result":null}'
            """;
    private static final String PROMPTED = "read -r line\n";
    private static final String SAYS_DONE =
            """
            echo '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s-1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"done"}}}}'
            """;
    private static final String ENDED =
            """
            echo '{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}'
            """;

    @TempDir Path folder;
    private Optional<String> resumes = Optional.empty();
    private Optional<String> model = Optional.empty();
    private final List<AgentSignal> signals = new ArrayList<>();

    private CallOutcome call(String script) throws IOException, InterruptedException {
        var agent = Files.writeString(folder.resolve("agent.sh"), script);
        var out = new ByteArrayOutputStream();
        int code =
                AcpProgram.run(
                        List.of("sh", agent.toString()),
                        new AcpOptions(model, false, resumes, List.of()),
                        "Do it.",
                        new AcpFrames(new PrintStream(out, false, StandardCharsets.UTF_8)));
        var stream = new AgentStream(Adapters.of(Adapters.ACP).orElseThrow());
        var state = StreamState.EMPTY;
        for (var line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
            var step = stream.step(state, line);
            state = step.state();
            signals.addAll(step.signals());
        }
        return stream.finish(state, new Exit.Code(code), "");
    }

    private Kind failed(String script) throws IOException, InterruptedException {
        return ((CallOutcome.Failed) call(script)).kind().fault();
    }

    @Test
    void a_conversation_keeps_its_model() throws Exception {
        resumes = Optional.of("s-1");
        model = Optional.of("large");
        assertThat(call(INITIALIZED + LOADED + PROMPTED + SAYS_DONE + ENDED))
                .isEqualTo(new CallOutcome.Done());
    }

    @Test
    void an_agent_that_forgot_the_conversation_is_called_in_a_new_one() throws Exception {
        resumes = Optional.of("s-1");
        assertThat(
                        failed(
                                INITIALIZED
                                        + "read -r line; echo"
                                        + " '{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32002,\"message\":\"not"
                                        + " found\"}}'\n"))
                .isEqualTo(Kind.SESSION_UNKNOWN);
    }

    @Test
    void errors_of_the_agent_are_classified_by_code_and_message() throws Exception {
        var auth =
                "read -r line; echo"
                        + " '{\"id\":2,\"error\":{\"code\":-32000,\"message\":\"sign in\"}}'\n";
        assertThat(failed(INITIALIZED + auth)).isEqualTo(Kind.AUTHENTICATION);
        var limited =
                "echo '{\"id\":3,\"error\":{\"code\":-32603,\"message\":\"Internal"
                        + " error\",\"data\":{\"details\":\"API Error: 429 slow down\"}}}'\n";
        assertThat(failed(INITIALIZED + OPENED + PROMPTED + limited)).isEqualTo(Kind.RATE_LIMIT);
    }

    @ParameterizedTest
    @CsvSource({
        "max_tokens, OUTPUT_LIMIT",
        "max_turn_requests, MAX_TURNS",
        "refusal, AGENT_FAILED"
    })
    void another_end_of_a_turn_is_a_failure(String end, Kind kind) throws Exception {
        assertThat(failed(INITIALIZED + OPENED + PROMPTED + ENDED.replace("end_turn", end)))
                .isEqualTo(kind);
    }

    @Test
    void another_version_or_an_unknown_model_is_a_failure() throws Exception {
        assertThat(failed(INITIALIZED.replace("Version\":1", "Version\":9")))
                .isEqualTo(Kind.AGENT_SETUP);
        model = Optional.of("large");
        assertThat(failed(INITIALIZED + OPENED)).isEqualTo(Kind.MODEL_UNAVAILABLE);
    }

    @Test
    void answers_out_of_order_and_other_lines_do_not_end_a_call() throws Exception {
        assertThat(
                        call(
                                "echo starting up; echo"
                                        + " '{\"id\":3,\"result\":{\"stopReason\":\"end_turn\"}}'\n"
                                        + INITIALIZED
                                        + OPENED
                                        + PROMPTED
                                        + "echo '{\"id\":1,\"result\":{}}'; echo"
                                        + " '{\"id\":77,\"result\":{}}'; echo '[]'\n"
                                        + SAYS_DONE
                                        + ENDED))
                .isEqualTo(new CallOutcome.Done());
        assertThat(signals).contains(new AgentSignal.TextDelta("done"));
    }
}
