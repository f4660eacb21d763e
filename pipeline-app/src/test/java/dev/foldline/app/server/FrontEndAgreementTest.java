package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.mcp.JsonRpcClient;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.Operation.Kind;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.server.OperationInputs.OperationInput;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The property that an operation answers the same through all front ends: for each operation, with
 * each value of each field and with random combinations, valid and invalid.
 */
class FrontEndAgreementTest {
    private static final long SEED = Long.getLong("foldline.seed", 20_261_124L);

    /** What clients of S1 rely on, where others read which workflow it was. */
    private static final String NO_WORKFLOW = "Workflow not found";

    @TempDir static Path folder;
    private static CliFixture place;
    private static TestServer served;
    private static OperationInputs inputs;

    /** An answer. The exit code is that of the command line, or what the status stands for. */
    private record Answer(boolean isDone, Set<ExitCode> exits, String message, JsonNode document) {}

    @BeforeAll
    static void a_server_with_a_gate_and_a_workflow() throws Exception {
        place = CliFixture.gated(folder);
        var run = json(place.foldline("status", "--json").out()).at("/run/id").asString();
        served = TestServer.at(place);
        var workflow = served.ready(CliFixture.TWO_TASKS);
        var runs = List.of(run, run.substring(0, 8), "@~99", "zzz", "@:1", "a b");
        var names = List.of("ralph", "config", "nosuch");
        inputs =
                new OperationInputs(
                        Map.of(
                                "run", runs,
                                "id", List.of(workflow, "@", "zzz", run),
                                "gate", List.of("planning", "nosuch"),
                                "name", names,
                                "workflow", List.of("ralph", "nosuch"),
                                "from", List.of("@:1", "@:99999", "zzz:1", "@:x"),
                                "to", List.of(run, run + ":3", "zzz"),
                                "after", List.of("", "x"),
                                "set", List.of("iterations=3", "nosuch=1", "broken")));
    }

    @AfterAll
    static void the_server_closes() throws IOException {
        served.close();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void a_query_answers_the_same_through_all_front_ends() {
        agree(
                Operations.ALL
                        .filter(each -> each.kind() == Kind.QUERY)
                        .filter(each -> !each.name().equals("fleet")) // it needs a remote
                        .toJavaStream()
                        .flatMap(each -> inputs.of(each, SEED).stream())
                        .map(FrontEndAgreementTest::brief)
                        .toList());
    }

    @Test
    void a_command_on_what_does_not_exist_is_refused_alike_by_all_front_ends() {
        agree(
                Operations.ALL
                        .filter(each -> each.kind() == Kind.COMMAND)
                        .filter(each -> each.contract().permission() != Permission.WORK)
                        .toJavaStream()
                        .flatMap(each -> inputs.of(each, SEED).stream().flatMap(this::unknown))
                        .distinct()
                        .toList());
    }

    /** The same input with few tries, if it has a number of tries and none is given. */
    private static OperationInput brief(OperationInput given) {
        if (!has(given.operation(), "tries")) return given;
        var values = new LinkedHashMap<>(given.values());
        values.putIfAbsent("tries", "3");
        return new OperationInput(given.operation(), values);
    }

    /** The same input, for a run, gate or workflow that does not exist. */
    private Stream<OperationInput> unknown(OperationInput given) {
        var values = new LinkedHashMap<>(given.values());
        var subject = Stream.of("run", "id").filter(name -> has(given.operation(), name)).findAny();
        subject.ifPresent(name -> values.put(name, "zzz"));
        return subject.map(_ -> new OperationInput(given.operation(), values)).stream();
    }

    private static boolean has(Operation operation, String field) {
        return operation.fields().exists(each -> each.name().equals(field));
    }

    private static void agree(List<OperationInput> all) {
        assertThat(all).hasSizeGreaterThan(40);
        var overMcp = overMcp(all);
        var compared = 0;
        var soft = new SoftAssertions();
        for (int i = 0; i < all.size(); i++) {
            var given = all.get(i);
            var answers = new LinkedHashMap<FrontEnd, Answer>();
            if (overMcp.containsKey(i)) answers.put(FrontEnd.MCP, overMcp.get(i));
            overHttp(given).ifPresent(answer -> answers.put(FrontEnd.HTTP, answer));
            onTheCommandLine(given).ifPresent(answer -> answers.put(FrontEnd.CLI, answer));
            compared += answers.size() > 1 ? 1 : 0;
            if (!answers.isEmpty()) agree(given, answers, soft);
        }
        soft.assertAll();
        assertThat(compared).isGreaterThan(all.size() / 2);
    }

    private static void agree(
            OperationInput given, Map<FrontEnd, Answer> answers, SoftAssertions soft) {
        var label = given + ", seed " + SEED + ": " + answers;
        var first = answers.values().stream().findFirst().orElseThrow();
        for (var each : answers.entrySet()) {
            var answer = each.getValue();
            var isDerived = given.operation().isDerived(each.getKey());
            soft.assertThat(answer.isDone()).as(label).isEqualTo(first.isDone());
            soft.assertThat(answer.exits()).as(label).containsAnyElementsOf(first.exits());
            if (answer.isDone() && isDerived)
                soft.assertThat(answer.document()).as(label).isEqualTo(first.document());
            else if (answer.isDone())
                soft.assertThat(
                                contains(answer.document(), first.document())
                                        || contains(first.document(), answer.document()))
                        .as(label)
                        .isTrue();
            else if (!given.isFit()) soft.assertThat(answer.message()).as(label).isNotBlank();
            else if (isDerived || !answer.message().equals(NO_WORKFLOW))
                soft.assertThat(answer.message()).as(label).isEqualTo(first.message());
        }
    }

    /** A form of its own has all fields of the derived one. */
    private static boolean contains(JsonNode whole, JsonNode part) {
        if (part.isObject())
            return part.propertyStream()
                    .allMatch(
                            each ->
                                    whole.has(each.getKey())
                                            && contains(whole.get(each.getKey()), each.getValue()));
        if (!part.isArray()) return whole.equals(part);
        for (int i = 0; i < part.size(); i++)
            if (!contains(whole.path(i), part.path(i))) return false;
        return whole.size() == part.size();
    }

    /** One conversation with a call for each input that has a derived tool. */
    private static Map<Integer, Answer> overMcp(List<OperationInput> all) {
        var calls = new LinkedHashMap<Integer, String>();
        for (int i = 0; i < all.size(); i++) {
            var given = all.get(i);
            if (given.operation().endpoint(FrontEnd.MCP) instanceof Endpoint.Derived(var name))
                calls.put(i, JsonRpcClient.call(i + 1, name, given.json()));
        }
        var reported =
                place.typing(JsonRpcClient.talk(calls.values().toArray(String[]::new)), "mcp");
        var received = JsonRpcClient.answers(reported.out());
        var answers = new LinkedHashMap<Integer, Answer>();
        for (var index : calls.keySet()) {
            var result = received.get(index + 1).path("result");
            var document = JsonRpcClient.of(result);
            var refused = result.path("isError").asBoolean();
            answers.put(
                    index,
                    refused
                            ? refused(
                                    document.path("message").asString(),
                                    exit(document.path("code").asString()))
                            : done(document));
        }
        return answers;
    }

    private static Set<ExitCode> exit(String code) {
        return Set.of(code.equals("INVALID_INPUT") ? ExitCode.USAGE : ExitCode.valueOf(code));
    }

    private static Answer done(JsonNode document) {
        return new Answer(true, Set.of(ExitCode.DONE), "", document);
    }

    private static Answer refused(String message, Set<ExitCode> exits) {
        return new Answer(false, exits, message, json("{}"));
    }

    /** Empty if the input cannot be written as an address. */
    private static Optional<Answer> overHttp(OperationInput given) {
        var operation = given.operation();
        if (operation.endpoint(FrontEnd.HTTP) instanceof Endpoint.Absent) return Optional.empty();
        var route =
                operation.endpoint(FrontEnd.HTTP) instanceof Endpoint.Own(var own)
                        ? own
                        : ((Endpoint.Derived) operation.endpoint(FrontEnd.HTTP)).name();
        var rest = new LinkedHashMap<>(given.values());
        var path = route.split(" ")[1];
        var isOwn = !operation.isDerived(FrontEnd.HTTP);
        if (isOwn && rest.getOrDefault("run", "").contains(":")) return Optional.empty();
        for (var field : operation.fields()) {
            var name = isOwn && field.name().equals("run") ? "id" : field.name();
            if (!path.contains("{" + name + "}")) continue;
            var value = rest.remove(field.name());
            if (value == null && isOwn) value = "@";
            if (value == null || value.isEmpty()) return Optional.empty();
            path = path.replace("{" + name + "}", encoded(value));
        }
        if (path.contains("{")) return Optional.empty();
        return Optional.of(
                answer(
                        route.startsWith("GET")
                                ? served.get(path + query(rest))
                                : served.post(path, new OperationInput(operation, rest).json())));
    }

    private static String query(Map<String, String> values) {
        var query = new ArrayList<String>();
        values.forEach((name, value) -> query.add(name + "=" + encoded(value)));
        return query.isEmpty() ? "" : "?" + String.join("&", query);
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static Answer answer(TestServer.Response reported) {
        return switch (reported.status()) {
            case 200, 201 -> done(reported.json());
            case 400 -> refused(reported.error(), Set.of(ExitCode.USAGE));
            case 404 -> refused(reported.error(), Set.of(ExitCode.USAGE, ExitCode.FAILED));
            case 409 ->
                    refused(
                            reported.error(),
                            Set.of(ExitCode.FAILED, ExitCode.LOCKED, ExitCode.USAGE));
            default -> throw new AssertionError(reported.status() + " " + reported.text());
        };
    }

    /** Empty if the input cannot be typed. */
    private static Optional<Answer> onTheCommandLine(OperationInput given) {
        var operation = given.operation();
        if (operation.endpoint(FrontEnd.CLI) instanceof Endpoint.Own(var own))
            return ownCommand(given, own);
        if (!operation.isDerived(FrontEnd.CLI)) return Optional.empty();
        var words = new ArrayList<>(List.of(operation.name().split(" ")));
        var later = false;
        for (var field : operation.fields()) {
            var value = given.values().get(field.name());
            switch (field.form()) {
                case Field.Form.Argument _ -> {
                    if (value != null && later) return Optional.empty();
                    if (value == null) later = true;
                    else words.add(value);
                }
                case Field.Form.Flag(var names, _) -> {
                    if (value == null) continue;
                    if (field.type() instanceof Field.Type.File) return Optional.empty();
                    if (!(field.type() instanceof Field.Type.Truth))
                        words.addAll(List.of(names.last() + "=" + value));
                    else if (value.equals("true")) words.add(names.last());
                    else if (!value.equals("false")) return Optional.empty();
                }
                case Field.Form.Absent _ -> {
                    if (value != null) return Optional.empty();
                }
            }
        }
        return Optional.of(typed(words));
    }

    /** A form of its own takes a run at most. A log is one document for each event. */
    private static Optional<Answer> ownCommand(OperationInput given, String name) {
        if (given.operation().kind() != Kind.QUERY
                || !Set.of("run").containsAll(given.values().keySet())
                || given.values().getOrDefault("run", "").contains(":")) return Optional.empty();
        var words = new ArrayList<>(List.of(name.split(" ")));
        words.addAll(given.values().values());
        return Optional.of(typed(words));
    }

    private static Answer typed(List<String> command) {
        var words = new ArrayList<>(command);
        words.addAll(List.of("--json", "--yes"));
        var reported = place.foldline(words.toArray(String[]::new));
        var lines = reported.out().lines().toList();
        var isLog = lines.size() > 1 && lines.getFirst().endsWith("}");
        var document =
                json(isLog ? "{\"events\":[" + String.join(",", lines) + "]}" : reported.out());
        var failed = document.path("schema").asString().equals("foldline.error/1");
        return failed
                ? refused(document.at("/error/message").asString(), Set.of(code(reported.exit())))
                : done(document);
    }

    private static ExitCode code(int exit) {
        return Stream.of(ExitCode.values())
                .filter(each -> each.value() == exit)
                .findAny()
                .orElseThrow();
    }
}
