package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.mcp.JsonRpcClient;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.Operations;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The same command through each front end, on repositories with the same content. */
class OperationCommandsTest {
    /** The order of the fields is none of the document. */
    private static final JsonMapper SORTED =
            JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

    private static final Pattern VARIABLE =
            Pattern.compile(
                    "\\br[a-z2-7]{16}\\b|\\b[0-9a-f]{40}\\b|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

    /** The form of S1, which has the workflow's fields at the top level. */
    private static final String FLAT = "foldline.workflow/1";

    @TempDir static Path folder;
    private static CliFixture typed;
    private static CliFixture called;
    private static CliFixture requested;
    private static TestServer served;

    @BeforeAll
    static void three_equal_repositories() throws Exception {
        typed = CliFixture.gated(folder.resolve("typed"));
        called = CliFixture.gated(folder.resolve("called"));
        requested = CliFixture.gated(folder.resolve("requested"));
        served = TestServer.at(requested);
    }

    @AfterAll
    static void the_server_closes() throws IOException {
        served.close();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static JsonNode onTheCommandLine(Operation operation, Map<String, String> values)
            throws IOException {
        var words = new ArrayList<>(List.of(operation.name().split(" ")));
        for (var field : operation.fields()) {
            var value = values.get(field.name());
            if (value == null) continue;
            if (field.form() instanceof Field.Form.Flag(var names, _)) words.add(names.head());
            words.add(field.type() instanceof Field.Type.File ? typed(value) : value);
        }
        words.addAll(List.of("--json", "--yes"));
        return json(typed.foldline(words.toArray(String[]::new)).out());
    }

    private static String typed(String content) throws IOException {
        typed.write("input.yaml", content);
        return "input.yaml";
    }

    private static JsonNode overMcp(Operation operation, Map<String, String> values) {
        var name =
                operation.endpoint(FrontEnd.MCP) instanceof Endpoint.Derived(var tool) ? tool : "";
        var arguments = JsonMapper.shared().writeValueAsString(values);
        var reported =
                called.typing(JsonRpcClient.talk(JsonRpcClient.call(1, name, arguments)), "mcp");
        return JsonRpcClient.of(JsonRpcClient.answers(reported.out()).get(1).get("result"));
    }

    private static JsonNode overHttp(Operation operation, Map<String, String> values) {
        var path =
                switch (operation.endpoint(FrontEnd.HTTP)) {
                    case Endpoint.Derived(var name) -> name.split(" ")[1];
                    case Endpoint.Own(var name) -> name.split(" ")[1];
                    case Endpoint.Absent _ -> "";
                };
        for (var each : values.entrySet())
            path = path.replace("{" + each.getKey() + "}", each.getValue());
        return served.post(path.replace("{id}", "@"), body(operation, values)).json();
    }

    private static String body(Operation operation, Map<String, String> values) {
        for (var field : operation.fields())
            if (field.type() instanceof Field.Type.File)
                return values.getOrDefault(field.name(), "");
        return JsonMapper.shared().writeValueAsString(values);
    }

    /** Checks that the documents are equal but for ids and times. */
    private static void same(String name, Map<String, String> values) throws IOException {
        var operation = Operations.named(name);
        var onTheCommandLine = onTheCommandLine(operation, values);
        assertThat(onTheCommandLine.path("schema").asString())
                .as(onTheCommandLine.toPrettyString())
                .isEqualTo(operation.schema());
        if (operation.isDerived(FrontEnd.MCP))
            assertThat(constant(overMcp(operation, values)))
                    .as(name)
                    .isEqualTo(constant(onTheCommandLine));
        var overHttp = overHttp(operation, values);
        if (!overHttp.path("schema").asString().equals(FLAT))
            assertThat(constant(overHttp)).as(name).isEqualTo(constant(onTheCommandLine));
        else
            for (var each : onTheCommandLine.get("workflow").properties())
                assertThat(constant(overHttp.get(each.getKey())))
                        .as(name + " " + each.getKey())
                        .isEqualTo(constant(each.getValue()));
    }

    private static String constant(JsonNode document) {
        var sorted = SORTED.writeValueAsString(SORTED.treeToValue(document, Object.class));
        return VARIABLE.matcher(sorted).replaceAll("X");
    }

    @Test
    void a_command_returns_the_same_document_through_all_front_ends() throws IOException {
        same("pause", Map.of());
        same("stop", Map.of());
        same("cancel", Map.of("why", "not needed"));
        same("workflow create", Map.of("definition", CliFixture.TWO_TASKS));
        same("workflow ready", Map.of());
        same("workflow recover", Map.of());
        same("workflow cancel", Map.of("why", "not needed"));
    }
}
