package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Agents that speak for a person, from processes that have left their session, their environment
 * and their parent.
 */
@EnabledOnOs(OS.LINUX)
class AgentCallersTest {
    @TempDir Path folder;

    private static String quoted(List<String> words) {
        return words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    @Test
    void no_command_reserved_for_the_user_is_accepted_from_agents() throws Exception {
        var place = CliFixture.ready(folder);
        var home = place.environment.get("HOME");
        var commands =
                List.of(
                        List.of("approve", "planning"),
                        List.of("edit", "plan", "-f", "a.txt"),
                        List.of("freeze", "mine", "-m", "mine"),
                        List.of("users", "add", "mine", "--role", "operate"),
                        List.of("resume"));
        var attack =
                Files.writeString(
                        folder.resolve("attack.sh"),
                        "cd '"
                                + place.root
                                + "'\n"
                                + commands.stream()
                                        .map(
                                                words ->
                                                        quoted(
                                                                        Engines.command(
                                                                                words.toArray(
                                                                                        String[]
                                                                                                ::new)))
                                                                + " 2>&1\n")
                                        .collect(Collectors.joining())
                                + "mv '"
                                + home
                                + "/saying' '"
                                + home
                                + "/said'\n");
        place.agent(
                AgentScripts.except(
                        "planner",
                        "env -i PATH=\"$PATH\" HOME=\"$HOME\" setsid -f sh '"
                                + attack
                                + "' > \"$HOME/saying\"\n"
                                + "until [ -e \"$HOME/said\" ]; do sleep 0.05; done\n"
                                + "echo '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}' >"
                                + " .foldline/plan.json\n"
                                + "echo planned"));
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        assertThat(Files.readAllLines(Path.of(home, "said")))
                .hasSize(commands.size())
                .allMatch(
                        line ->
                                line.matches(
                                        "error: this process works for run r\\w{16}: only a human"
                                                + " may do this"));
        assertThat(place.foldline("gates").out()).contains("gate planning");
    }

    @Test
    void a_program_of_a_hook_that_an_agent_rewrote_cannot_approve_from_the_drivers_git()
            throws Exception {
        var place = CliFixture.ready(folder);
        var home = Path.of(place.environment.get("HOME"));
        var hook = Files.createDirectories(home.resolve("hooks")).resolve("pre-commit");
        var program = Files.createDirectories(home.resolve("tools")).resolve("lint");
        Files.writeString(program, "#!/bin/sh\n");
        Files.writeString(hook, "#!/bin/sh\nexec sh '" + program + "'\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        place.git("config", "--global", "core.hooksPath", hook.getParent().toString());
        var attack =
                Files.writeString(
                        folder.resolve("attack.sh"),
                        "cd '"
                                + place.root
                                + "'\n"
                                + quoted(Engines.command("approve", "commit"))
                                + " > '"
                                + home
                                + "/saying' 2>&1\nmv '"
                                + home
                                + "/saying' '"
                                + home
                                + "/said'\n");
        place.agent(
                AgentScripts.HELPFUL
                        + "[ \"$FOLDLINE_ROLE\" != developer ] || cat > '"
                        + program
                        + "' <<'PROGRAM'\n#!/bin/sh\n"
                        + "env -i PATH=\"$PATH\" HOME=\"$HOME\" setsid -f sh '"
                        + attack
                        + "'\nuntil [ -e '"
                        + home
                        + "/said' ]; do sleep 0.05; done\nPROGRAM\n");
        var ran = place.foldline("run", "--gate", "commit", "Add work");
        assertThat(ran.exit()).as(ran.all()).isEqualTo(3);
        assertThat(home.resolve("said"))
                .content()
                .matches("error: this process works for run r\\w{16}: only a human may do this\n");
    }

    /** The token may have been read from a person's shell or from a file. */
    @Test
    void a_stolen_token_does_not_help_over_http_or_mcp() throws Exception {
        var place = CliFixture.gated(folder);
        try (var server = new ServerProcess(place, "--json")) {
            var reported = server.readDocument();
            var gate =
                    JsonMapper.shared()
                            .readTree(ServerProcess.call(reported, "GET", "/api/gates").body())
                            .get("gates")
                            .get(0);
            var shown =
                    "{\"instance\":\""
                            + gate.get("instance").asString()
                            + "\",\"revision\":1,\"tree\":\""
                            + gate.get("tree").asString()
                            + "\"}";
            var approval = "/api/gates/" + gate.get("run").asString() + "/planning/approve";
            for (var request :
                    Map.of(
                                    approval,
                                    shown,
                                    approval.replace("approve", "edit"),
                                    shown,
                                    "/mcp",
                                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
                            .entrySet()) {
                var answer =
                        posted(
                                "",
                                reported.get("url").asString(),
                                reported.get("token").asString(),
                                request.getKey(),
                                request.getValue());
                assertThat(answer)
                        .as(request.getKey())
                        .startsWith("HTTP/1.1 403")
                        .containsPattern(
                                "process \\d+ (bash|cat) works for run r\\w{16}: only a human may"
                                        + " do this");
            }
            assertThat(ServerProcess.call(reported, "GET", "/api/gates").body())
                    .contains("planning");
        }
    }

    @Test
    void a_process_without_its_limits_cannot_command_the_server_that_drives_its_run()
            throws Exception {
        var place = CliFixture.gated(folder);
        try (var served = TestServer.at(place)) {
            var answer =
                    posted(
                            "prlimit --pid $$ --locks=5:5 --rttime=500000:500000; ",
                            served.service.address().toString(),
                            TestServer.TOKEN,
                            "/api/workflows/@/stop",
                            "");
            assertThat(answer)
                    .startsWith("HTTP/1.1 403")
                    .containsPattern(
                            "process \\d+ (bash|cat) was started by a run that this server drives:"
                                    + " only a human may do this");
        }
    }

    /** What a server answers to a process of an agent's call, which does this first. */
    private String posted(String first, String url, String token, String path, String body)
            throws Exception {
        var port = url.substring(url.lastIndexOf(':') + 1);
        var work = Files.createTempDirectory(folder, "call");
        Files.writeString(
                work.resolve("request"),
                "POST "
                        + path
                        + " HTTP/1.1\r\nHost: 127.0.0.1:"
                        + port
                        + "\r\nAuthorization: Bearer "
                        + token
                        + "\r\n"
                        + "Content-Type: application/json\r\n"
                        + "Accept: application/json, text/event-stream\r\n"
                        + "Content-Length: "
                        + body.length()
                        + "\r\nConnection: close\r\n\r\n"
                        + body);
        Files.writeString(
                work.resolve("attack.sh"),
                "exec 3<>/dev/tcp/127.0.0.1/"
                        + port
                        + "; cat request >&3; cat <&3 > answering; mv answering answer\n");
        var call =
                new ProcessSpec(
                        List.of(
                                "sh",
                                "-c",
                                first
                                        + "env -i setsid -f env -i setsid -f bash attack.sh; until"
                                        + " [ -e answer ]; do sleep 0.05; done"),
                        work,
                        Map.of("PATH", System.getenv("PATH")),
                        new ProcessMarker(RunId.draw(new SecureRandom()).text(), 3),
                        new ProcessInput.Nothing(),
                        OutputFiles.in(work.resolve("output"), "3"),
                        Deadlines.ofTotal(Duration.ofMinutes(2)),
                        List.of());
        assertThat(new ProcessRunner().run(call).ended()).isEqualTo(new ProcessEnd.Exited(0));
        return Files.readString(work.resolve("answer"));
    }
}
