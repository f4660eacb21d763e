package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.mcp.JsonRpcClient;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.Operation.Kind;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.server.OperationInputs.OperationInput;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The same command through each front end, on repositories with the same content. Input that does
 * not fit its fields is refused by all, in words of their own.
 */
class OperationCommandsTest {
    /** The order of the fields is none of the document. */
    private static final JsonMapper SORTED =
            JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

    private static final Pattern VARIABLE =
            Pattern.compile(
                    "\\br[a-z2-7]{16}\\b|\\b[0-9a-f]{40}\\b|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

    /** Nothing is offered over HTTP, or an ended run is no mistake at the terminal. */
    private static final Vector<String> OWN = Vector.of("workflow new", "resume");

    /** The form of S1, which has the workflow's fields at the top level. */
    private static final Map<String, String> LATEST = Map.of("id", "@");

    private static final String FLAT = "foldline.workflow/1";

    @TempDir static Path folder;
    private static CliFixture typed;
    private static CliFixture called;
    private static CliFixture requested;
    private static TestServer served;
    private static final Set<String> shown = new HashSet<>();

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

    /** What a front end answered: a document, or the message of a refusal. */
    private record Answer(boolean isDone, JsonNode document) {
        static Answer of(boolean isDone, JsonNode document, String message) {
            return new Answer(isDone, isDone ? document : JsonMapper.shared().valueToTree(message));
        }
    }

    /** Empty if the command line has a form of its own. */
    private static Optional<Answer> onTheCommandLine(
            Operation operation, Map<String, String> values) throws IOException {
        if (!operation.isDerived(FrontEnd.CLI)) return Optional.empty();
        var words = new ArrayList<>(List.of(operation.name().split(" ")));
        for (var field : operation.fields()) {
            var value = values.get(field.name());
            if (value == null) continue;
            switch (field.form()) {
                case Field.Form.Flag(var names, _) -> words.add(names.head());
                case Field.Form.Argument _ -> {}
                case Field.Form.Absent _ -> {
                    continue; // what a user sees at the terminal is as it is now
                }
            }
            words.add(field.type() instanceof Field.Type.File ? typed(value) : value);
        }
        words.addAll(List.of("--json", "--yes"));
        var document = json(typed.foldline(words.toArray(String[]::new)).out());
        var isDone = !document.path("schema").asString().equals("foldline.error/1");
        return Optional.of(Answer.of(isDone, document, document.at("/error/message").asString()));
    }

    private static String typed(String content) throws IOException {
        return Files.writeString(folder.resolve("input.yaml"), content).toString();
    }

    /** An answer of a form of its own is none to compare, only whether it was done. */
    private static Answer overMcp(Operation operation, Map<String, String> values) {
        var tool =
                switch (operation.endpoint(FrontEnd.MCP)) {
                    case Endpoint.Derived(var name) -> name;
                    case Endpoint.Own(var name) -> name;
                    case Endpoint.Absent _ -> "";
                };
        var arguments = new OperationInput(operation, values).json();
        if (tool.equals("manage_hitl_gate"))
            arguments =
                    "{\"action\":\"%s\",".formatted(operation.name())
                            + arguments.substring(1).replace("\"gate\":", "\"gate_id\":");
        var call = JsonRpcClient.call(1, tool, arguments);
        var reported = called.typing(JsonRpcClient.talk(call), "mcp");
        var result = JsonRpcClient.answers(reported.out()).get(1).get("result");
        var document = JsonRpcClient.of(result);
        var isDone = !result.path("isError").asBoolean();
        return Answer.of(isDone, document, document.path("message").asString());
    }

    private static Answer overHttp(Operation operation, Map<String, String> values) {
        var path =
                switch (operation.endpoint(FrontEnd.HTTP)) {
                    case Endpoint.Derived(var name) -> name.split(" ")[1];
                    case Endpoint.Own(var name) -> name.split(" ")[1];
                    case Endpoint.Absent _ -> "";
                };
        var rest = new LinkedHashMap<>(values);
        for (var each : values.entrySet()) {
            var place = "{" + each.getKey() + "}";
            if (path.contains(place)) rest.remove(each.getKey());
            path = path.replace(place, each.getValue());
        }
        var reported = served.post(path.replace("{id}", "@"), body(operation, rest));
        return Answer.of(reported.status() < 300, reported.json(), reported.error());
    }

    private static String body(Operation operation, Map<String, String> values) {
        var isText = operation.name().equals("workflow create");
        for (var field : operation.fields())
            if (isText && field.type() instanceof Field.Type.File)
                return values.getOrDefault(field.name(), "");
        return new OperationInput(operation, values).json();
    }

    private static void same(String name, Map<String, String> values) throws IOException {
        agree(name, values, true);
    }

    private static void refused(String name, Map<String, String> values) throws IOException {
        agree(name, values, false);
    }

    /** Checks that the documents are equal but for ids and times, and refusals in their words. */
    private static void agree(String name, Map<String, String> values, boolean isDone)
            throws IOException {
        shown.add(name);
        var operation = Operations.named(name);
        var overHttp = overHttp(operation, values);
        var label = name + " " + values + ": " + overHttp;
        assertThat(overHttp.isDone()).as(label).isEqualTo(isDone);
        var fits = isDone || new OperationInput(operation, values).isFit();
        var typed = onTheCommandLine(operation, values);
        if (typed.isPresent()) agree(label, overHttp, typed.get(), isDone, fits);
        if (operation.endpoint(FrontEnd.MCP) instanceof Endpoint.Absent) return;
        var overMcp = overMcp(operation, values);
        assertThat(overMcp.isDone()).as(label + "\n" + overMcp).isEqualTo(isDone);
        if (isDone && operation.isDerived(FrontEnd.MCP))
            assertThat(overMcp.document().path("schema").asString()).isEqualTo(operation.schema());
        if (operation.isDerived(FrontEnd.MCP)) agree(label, overHttp, overMcp, isDone, fits);
    }

    private static void agree(
            String label, Answer overHttp, Answer other, boolean isDone, boolean fits) {
        assertThat(other.isDone()).as(label + "\n" + other).isEqualTo(isDone);
        if (isDone && overHttp.document().path("schema").asString().equals(FLAT))
            for (var each : other.document().get("workflow").properties())
                assertThat(constant(overHttp.document().get(each.getKey())))
                        .as(label + " " + each.getKey())
                        .isEqualTo(constant(each.getValue()));
        else if (fits)
            assertThat(constant(overHttp.document()))
                    .as(label)
                    .isEqualTo(constant(other.document()));
        else assertThat(other.document().asString()).as(label).isNotBlank();
    }

    private static String constant(JsonNode document) {
        var sorted = SORTED.writeValueAsString(SORTED.treeToValue(document, Object.class));
        var located = sorted.replace(folder.resolve("input.yaml").toString(), "body");
        return VARIABLE.matcher(located).replaceAll("X");
    }

    /**
     * Each command with input that it accepts and input that it refuses, one after the other. Those
     * that would start a process which drives a run are only refused.
     */
    @Test
    void a_command_returns_the_same_document_or_refusal_through_all_front_ends()
            throws IOException {
        gate();
        run();
        ended();
        workflow();
        assertThat(shown)
                .containsAll(
                        Operations.ALL
                                .filter(each -> each.kind() == Kind.COMMAND)
                                .filter(each -> each.contract().permission() != Permission.WORK)
                                .map(Operation::name)
                                .removeAll(OWN));
    }

    /** Of the gate that all three show. */
    private static void gate() throws IOException {
        var gate = served.get("/api/gates/@/planning").json();
        var seen = new LinkedHashMap<String, String>(Map.of("run", "@", "gate", "planning"));
        for (var name : List.of("instance", "revision", "tree"))
            seen.put(name, gate.get(name).asString());
        var edit = new LinkedHashMap<>(seen);
        edit.put("artifact", "plan");
        edit.put("content", "{}");
        refused("edit", edit);
        edit.put("content", gate.at("/artifacts/0/content").asString() + " ");
        same("edit", edit);
        refused("edit", edit);
        refused("approve", seen);
        refused("reject", seen);
        seen.put("revision", "2");
        seen.put("feedback", "as we said");
        same("approve", seen);
        refused("approve", seen);
        refused("reject", seen);
    }

    private static void run() throws IOException {
        refused("freeze", Map.of("run", "@", "gate_id", "look"));
        same("pause", Map.of("run", "@"));
        same("stop", Map.of("run", "@"));
        same("freeze", Map.of("run", "@", "gate_id", "look", "reason", "Look first"));
        refused("freeze", Map.of("run", "@", "gate_id", "again", "reason", "Look again"));
        refused("retry", Map.of("run", "@"));
        refused("try-now", Map.of("run", "@"));
        refused("fork", Map.of("run", "@:999"));
        same("cancel", Map.of("run", "@", "why", "not needed"));
    }

    private static void ended() throws IOException {
        refused("run", Map.of());
        refused("run", Map.of("task", "Add work", "until", "lunch"));
        refused("run", Map.of("task", "Add work", "pick", "me"));
        refused("run", Map.of("task", "PLAN.md", "workflow", "ralph", "repeat", "true"));
        for (var name : List.of("cancel", "pause", "retry", "try-now"))
            refused(name, Map.of("run", "@"));
        same("fork", Map.of("run", "@"));
        same("gc", Map.of());
        same("reset", Map.of());
        refused("import", Map.of());
    }

    private static void workflow() throws IOException {
        refused("workflow create", Map.of("definition", "tasks: 3\n"));
        same("workflow create", Map.of("definition", CliFixture.TWO_TASKS));
        for (var name : List.of("stop", "resume", "resolve")) refused("workflow " + name, LATEST);
        var tasks = CliFixture.TWO_TASKS.replace("name: Shop\n", "");
        refused("workflow add-task", Map.of("id", "@", "tasks", "tasks: 3\n"));
        same("workflow add-task", Map.of("id", "@", "tasks", tasks));
        same("workflow ready", LATEST);
        refused("workflow ready", LATEST);
        refused("workflow done", Map.of("id", "@", "task", "login", "terminal", "developer"));
        same("workflow recover", LATEST);
        same("workflow cancel", Map.of("id", "@", "why", "not needed"));
        refused("workflow cancel", LATEST);
        refused("workflow start", LATEST);
    }
}
