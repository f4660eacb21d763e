package dev.foldline.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.agent.AgentCalls;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.process.OwnJvm;

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
import java.util.Map;

/** The agent that plays a script. */
class ScriptPlayerTest {
    @TempDir Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

    private int play(String script, String role) throws IOException, InterruptedException {
        return play(Files.writeString(folder.resolve("script.json"), script), role);
    }

    private int play(Path script, String role) throws IOException, InterruptedException {
        return ScriptPlayer.play(
                script,
                folder,
                Map.of("FOLDLINE_ROLE", role),
                new PrintStream(said, true, StandardCharsets.UTF_8),
                new PrintStream(complained, true, StandardCharsets.UTF_8));
    }

    private String error() {
        return complained.toString(StandardCharsets.UTF_8);
    }

    @Test
    void each_role_plays_its_own_turns_and_the_last_again()
            throws IOException, InterruptedException {
        var script =
                """
                {"turns": [{"role": "a", "appends": {"out": "a1 "}}, {"role": "b", "appends": {"out": "b1 "}, "exit": 4},
                           {"role": "a", "appends": {"out": "a2 "}}]}\
                """;
        assertThat(play(script, "a")).isZero();
        assertThat(play(script, "b")).isEqualTo(4);
        play(script, "a");
        play(script, "a");
        assertThat(folder.resolve("out")).hasContent("a1 b1 a2 a2 ");
    }

    @Test
    void a_turn_writes_deletes_submits_and_runs() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("old"), "x");
        int exit =
                play(
                        """
                        {"turns": [{"role": "a", "says": "hello", "writes": {"deep/new": "text"}, "deletes": ["old"], "artifacts": {"plan": {"a": [1]}},
                                    "runs": ["sh", "-c", "echo ran >ran; exit 3"], "sleep_ms": 1}]}\
                        """,
                        "a");
        assertThat(exit).isEqualTo(3);
        assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("hello\n");
        assertThat(folder.resolve("deep/new")).hasContent("text");
        assertThat(folder.resolve("old")).doesNotExist();
        assertThat(folder.resolve(".foldline/plan.json")).hasContent("{\"a\":[1]}");
        assertThat(folder.resolve("ran")).hasContent("ran");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    oops                                             | line 1, column
                    {}                                               | no list of "turns"
                    {"turns": {}}                                    | no list of "turns"
                    {"turns": []}                                    | no turn for the role a
                    {"turns": [{"role": "b"}]}                       | no turn for the role a
                    {"turns": ["x"]}                                 | turn 1: it is no object
                    {"turns": [{"role": "a"}, {"says": "x"}]}        | turn 2: it names no role
                    {"turns": [{"role": "a", "write": {}}]}          | there is no "write", only role, says, writes
                    {"turns": [{"role": "a", "writes": ["x"]}]}      | "writes" must be an object of texts
                    {"turns": [{"role": "a", "runs": "ls"}]}         | "runs" must be a list of texts
                    {"turns": [{"role": "a", "sleep_ms": -1}]}       | "sleep_ms" must be a whole number
                    """)
    void a_mistake_in_the_script_is_named(String script, String why)
            throws IOException, InterruptedException {
        assertThat(play(script, "a")).isEqualTo(2);
        assertThat(error()).contains("script.json", why);
    }

    @Test
    void the_program_is_this_class() {
        assertThat(ScriptPlayer.PROGRAM).isEqualTo(ScriptPlayer.class.getName());
    }

    @Test
    void a_script_that_is_not_there_is_named() throws IOException, InterruptedException {
        assertThat(play(folder.resolve("none.json"), "a")).isEqualTo(2);
        assertThat(error()).contains("none.json", "cannot be read");
    }

    @Test
    @Thorough
    void a_scripted_agent_runs_like_any_agent() throws IOException {
        try (var at = HandlerFixture.in(folder)) {
            var calls = new AgentCalls(at);
            Path script =
                    Files.writeString(
                            folder.resolve("s.json"),
                            "{\"turns\":[{\"role\":\"developer\",\"says\":\"hi\",\"writes\":{\"a.txt\":\"new\"}}]}");
            var agent = new AgentDefinition.Scripted(script, OwnJvm.starting(ScriptPlayer.PROGRAM));
            var event = (AgentFinished) calls.call(agent, "x");
            assertThat(calls.transcript(event)).isEqualTo("hi\n");
            assertThat(at.read("a.txt")).isEqualTo("new");
            Files.writeString(script, "{}");
            var fault = AgentCalls.fault(calls.call(agent, "x"));
            assertThat(fault.kind()).isEqualTo(Kind.AGENT_FAILED);
            assertThat(fault.message()).contains("exit code 2", "no list of \"turns\"");
        }
    }
}
