package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.mcp.JsonRpcClient;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.Operation.Kind;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.operation.OperationsPage;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The operations, held against the command line, the HTTP API and the MCP server. */
class OperationsTest {
    private static final Path PAGE = Path.of("..", "docs", "generated", "operations.md");

    @TempDir static Path folder;
    private static CliFixture place;
    private static TestServer served;

    @BeforeAll
    static void a_server_with_a_gate() throws Exception {
        place = CliFixture.gated(folder);
        served = TestServer.at(place);
    }

    @AfterAll
    static void the_server_closes() throws IOException {
        served.close();
    }

    private static String name(Operation operation, FrontEnd frontEnd) {
        return switch (operation.endpoint(frontEnd)) {
            case Endpoint.Derived(var name) -> name;
            case Endpoint.Own(var name) -> name;
            case Endpoint.Absent _ -> "";
        };
    }

    @Test
    void each_operation_is_offered_by_every_front_end_or_says_why_not() {
        var tools = tools("mcp");
        var agentTools = tools("mcp", "--as", "agent");
        var paths = served.get("/openapi.json").json().get("paths");
        var commands = commands();
        for (var operation : Operations.ALL)
            for (var frontEnd : FrontEnd.values()) {
                var name = name(operation, frontEnd);
                var label = operation.name() + " for " + frontEnd;
                if (operation.endpoint(frontEnd) instanceof Endpoint.Absent(var reason)) {
                    assertThat(reason).as(label).isNotBlank();
                    continue;
                }
                switch (frontEnd) {
                    case CLI -> assertThat(commands).as(label).contains(name.split(" ")[0]);
                    case HTTP -> {
                        var words = name.split(" ");
                        assertThat(
                                        paths.path(words[1])
                                                .has(words[0].toLowerCase(java.util.Locale.ROOT)))
                                .as(label + " at " + name)
                                .isTrue();
                    }
                    case MCP ->
                            assertThat(
                                            operation.contract().permission() == Permission.WORK
                                                    ? agentTools
                                                    : tools)
                                    .as(label)
                                    .contains(name);
                }
            }
    }

    private static List<String> tools(String... command) {
        var reported =
                place.typing(
                        JsonRpcClient.talk(JsonRpcClient.request(1, "tools/list", "{}")), command);
        return JsonRpcClient.names(JsonRpcClient.answers(reported.out()).get(1));
    }

    private static Set<String> commands() {
        return place.foldline("help", "--all")
                .out()
                .lines()
                .filter(line -> line.matches("  [a-z-]+ .*"))
                .map(line -> line.strip().split(" ")[0])
                .filter(word -> !word.equals("foldline"))
                .collect(Collectors.toSet());
    }

    @Test
    void each_command_belongs_to_an_operation() {
        var declared = Operations.ALL.map(each -> name(each, FrontEnd.CLI)).toJavaSet();
        for (var command : commands()) {
            var below = below(command);
            if (below.isEmpty() || declared.contains(command))
                assertThat(declared).as(command).anyMatch(name -> named(name, command));
            for (var each : below) assertThat(declared).anyMatch(name -> named(name, each));
        }
    }

    /** A declared name stands for a command, or for all commands below a local one. */
    private static boolean named(String declared, String command) {
        var isLocal =
                Operations.ALL.exists(
                        each -> each.kind() == Kind.LOCAL && each.name().equals(declared));
        return declared.equals(command)
                || declared.startsWith(command + " --")
                || isLocal && command.startsWith(declared + " ");
    }

    /** The commands below a command, with its name in front. */
    private static final Set<String> LISTS = Set.of("Commands:", "Definitions of workflows:");

    private static Set<String> below(String command) {
        return place.foldline(command, "--help")
                .out()
                .lines()
                .dropWhile(line -> !LISTS.contains(line))
                .takeWhile(line -> !line.startsWith("Every command takes"))
                .filter(line -> line.matches("  [a-z-]+ .*"))
                .map(line -> command + " " + line.strip().split(" ")[0])
                .collect(Collectors.toSet());
    }

    @Test
    void the_reference_page_is_current() throws IOException {
        if (Boolean.getBoolean("foldline.regenerate"))
            Files.writeString(PAGE, OperationsPage.markdown());
        assertThat(Files.readString(PAGE)).isEqualTo(OperationsPage.markdown());
    }
}
