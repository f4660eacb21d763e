package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.app.mcp.Rpc;
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

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The operations, held against the command line, the HTTP API and the MCP server. */
class OperationsTest {
    private static final Path PAGE = Path.of("..", "docs", "generated", "operations.md");

    /** Sample values of required fields. */
    private static final Map<String, String> VALUES = new HashMap<>();

    /** Fields that are given although they have a fallback. */
    private static final Set<String> ALWAYS = Set.of("to", "id");

    @TempDir static Path folder;
    private static Place place;
    private static Served served;

    @BeforeAll
    static void a_server_with_a_gate() throws Exception {
        place = Place.gated(folder);
        var run = json(place.foldline("status", "--json").out()).at("/run/id").asString();
        served = Served.at(place);
        var workflow = served.ready(Place.TWO_TASKS);
        VALUES.put("file", "ralph");
        VALUES.putAll(
                Map.of(
                        "gate",
                        "planning",
                        "run",
                        run,
                        "from",
                        run + ":1",
                        "to",
                        run,
                        "id",
                        workflow));
    }

    @AfterAll
    static void the_server_closes() throws IOException {
        served.close();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static String name(Operation operation, FrontEnd frontEnd) {
        return switch (operation.endpoint(frontEnd)) {
            case Endpoint.Derived(var name) -> name;
            case Endpoint.Own(var name) -> name;
            case Endpoint.Absent _ -> "";
        };
    }

    private static Map<String, String> values(Operation operation) {
        return operation
                .fields()
                .toJavaStream()
                .filter(field -> field.isRequired(FrontEnd.HTTP) || ALWAYS.contains(field.name()))
                .collect(
                        Collectors.toMap(field -> field.name(), field -> VALUES.get(field.name())));
    }

    private static JsonNode overHttp(Operation operation, Map<String, String> values) {
        var path = name(operation, FrontEnd.HTTP).split(" ")[1];
        var query = new ArrayList<String>();
        for (var value : values.entrySet())
            if (path.contains("{" + value.getKey() + "}"))
                path = path.replace("{" + value.getKey() + "}", value.getValue());
            else query.add(value.getKey() + "=" + value.getValue());
        return served.get(path + (query.isEmpty() ? "" : "?" + String.join("&", query))).json();
    }

    private static JsonNode overMcp(Operation operation, Map<String, String> values) {
        var arguments = JsonMapper.shared().writeValueAsString(values);
        var reported =
                place.typing(
                        Rpc.talk(Rpc.call(1, name(operation, FrontEnd.MCP), arguments)), "mcp");
        return json(Rpc.answers(reported.out()).get(1).at("/result/content/0/text").asString());
    }

    private static JsonNode onTheCommandLine(Operation operation, Map<String, String> values) {
        var words = new ArrayList<>(List.of(name(operation, FrontEnd.CLI).split(" ")));
        operation
                .fields()
                .filter(field -> values.containsKey(field.name()))
                .forEach(field -> words.add(values.get(field.name())));
        words.add("--json");
        return json(place.foldline(words.toArray(String[]::new)).out());
    }

    @Test
    void a_query_returns_the_same_document_through_all_front_ends() {
        for (var operation : Operations.ALL) {
            if (operation.kind() != Kind.QUERY) continue;
            var values = values(operation);
            var documents = new ArrayList<JsonNode>();
            if (operation.isDerived(FrontEnd.HTTP)) documents.add(overHttp(operation, values));
            if (operation.isDerived(FrontEnd.MCP)) documents.add(overMcp(operation, values));
            if (operation.isDerived(FrontEnd.CLI) || operation.name().equals("status"))
                documents.add(onTheCommandLine(operation, values));
            if (operation.name().equals("log")) continue;
            assertThat(documents).as(operation.name()).hasSizeGreaterThan(1);
            for (var document : documents) {
                assertThat(document).as(operation.name()).isEqualTo(documents.getFirst());
                assertThat(document.path("schema").asString())
                        .as(operation.name())
                        .isEqualTo(operation.schema());
            }
        }
    }

    @Test
    void an_unknown_run_is_refused_with_the_same_message_by_all_front_ends() {
        for (var operation : Operations.ALL) {
            if (operation.fields().find(each -> each.name().equals("run")).isEmpty()) continue;
            if (operation.kind() != Kind.QUERY) continue;
            var values = new HashMap<>(values(operation));
            values.put("run", "zzz");
            values.put("gate", "planning");
            values.keySet()
                    .removeIf(name -> operation.fields().forAll(f -> !f.name().equals(name)));
            var messages = new HashSet<String>();
            if (operation.isDerived(FrontEnd.HTTP)
                    && !name(operation, FrontEnd.HTTP).equals("GET /api/gates"))
                messages.add(overHttp(operation, values).path("error").asString());
            if (operation.isDerived(FrontEnd.MCP))
                messages.add(overMcp(operation, values).path("message").asString());
            if (operation.isDerived(FrontEnd.CLI))
                messages.add(onTheCommandLine(operation, values).at("/error/message").asString());
            assertThat(messages).as(operation.name()).hasSize(1);
            assertThat(messages.iterator().next()).as(operation.name()).contains("zzz");
        }
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
        var reported = place.typing(Rpc.talk(Rpc.request(1, "tools/list", "{}")), command);
        return Rpc.names(Rpc.answers(reported.out()).get(1));
    }

    private static Set<String> commands() {
        return place.foldline("--help")
                .out()
                .lines()
                .filter(line -> line.matches("  [a-z-]+ .*"))
                .map(line -> line.strip().split(" ")[0])
                .filter(word -> !word.equals("foldline"))
                .collect(Collectors.toSet());
    }

    @Test
    void each_command_belongs_to_an_operation() {
        var declared =
                Operations.ALL
                        .map(each -> name(each, FrontEnd.CLI).split(" ")[0])
                        .filter(each -> !each.isEmpty())
                        .toJavaSet();
        assertThat(declared).containsAll(commands());
    }

    @Test
    void the_reference_page_is_current() throws IOException {
        if (Boolean.getBoolean("foldline.regenerate"))
            Files.writeString(PAGE, OperationsPage.markdown());
        assertThat(Files.readString(PAGE)).isEqualTo(OperationsPage.markdown());
    }
}
