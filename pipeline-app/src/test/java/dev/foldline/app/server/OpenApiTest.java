package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The published document, held against the server. */
class OpenApiTest {
    @TempDir static Path folder;
    private static TestServer served;
    private static String workflow = "";

    @BeforeAll
    static void a_server_with_a_workflow_and_a_gate() throws Exception {
        var place = CliFixture.gated(folder);
        served = TestServer.at(place);
        workflow = served.created(CliFixture.TWO_TASKS);
    }

    @AfterAll
    static void the_server_closes() throws IOException {
        served.close();
    }

    private JsonNode document() {
        return served.get("/openapi.json").json();
    }

    private String filled(String template) {
        return template.replace("/api/operations/diff", "/api/operations/diff?from=@:1")
                .replace("/api/operations/output", "/api/operations/output?run=@~1")
                .replace("/api/operations/blame", "/api/operations/blame?run=@&path=lifecycle")
                .replace("{workflow}", "feature")
                .replace("{run}", "@~1")
                .replace("{gate}", "planning")
                .replace("{id}", template.startsWith("/api/workflows") ? workflow : "@");
    }

    @Test
    void every_read_call_of_the_document_answers_as_documented() throws Exception {
        var answered = new ArrayList<String>();
        for (var path : document().get("paths").properties()) {
            var get = path.getValue().get("get");
            if (get == null) continue;
            var response = get.get("responses").properties().iterator().next();
            var type = response.getValue().get("content").properties().iterator().next();
            if (response.getKey().equals("101")) {
                assertThat(served.get(filled(path.getKey())).status())
                        .as(path.getKey())
                        .isEqualTo(426);
                continue;
            }
            if (path.getKey().equals("/api/fleet")) {
                assertThat(served.get(path.getKey()).status()).as("no remote").isEqualTo(400);
                continue;
            }
            var reported =
                    served.http.send(
                            served.request(filled(path.getKey())).build(),
                            BodyHandlers.ofInputStream());
            assertThat(reported.statusCode())
                    .as(path.getKey())
                    .isEqualTo(Integer.parseInt(response.getKey()));
            assertThat(reported.headers().firstValue("Content-Type").orElse(""))
                    .as(path.getKey())
                    .startsWith(type.getKey());
            if (type.getKey().equals("application/json")) served.get(filled(path.getKey()));
            reported.body().close();
            answered.add(path.getKey());
        }
        assertThat(answered)
                .contains(
                        "/api/workflows",
                        "/api/workflows/{id}/events",
                        "/api/runs/{id}/timeline",
                        "/api/gates/{run}/{gate}",
                        "/openapi.json")
                .hasSizeGreaterThan(15);
    }

    @Test
    void every_write_call_of_the_document_exists_and_accepts_the_documented_body() {
        for (var path : document().get("paths").properties()) {
            var post = path.getValue().get("post");
            if (post == null) continue;
            var body = post.at("/requestBody/content/application~1json/schema/properties");
            if (body.isMissingNode()) continue;
            var unknown = served.post(filled(path.getKey()), "{\"nothing like it\": 1}");
            assertThat(unknown.status()).as(path.getKey()).isEqualTo(400);
            assertThat(unknown.error()).contains("only " + String.join(", ", body.propertyNames()));
        }
    }

    /**
     * What the document calls required is demanded; what it does not is not, unless it says when.
     */
    @Test
    void the_server_demands_of_a_body_what_the_document_calls_required_and_nothing_else() {
        var demanded = new ArrayList<String>();
        for (var path : document().get("paths").properties()) {
            var schema = path.getValue().at("/post/requestBody/content/application~1json/schema");
            if (schema.isMissingNode()) continue;
            var required = schema.get("required").valueStream().map(JsonNode::asString).toList();
            for (var left : required) {
                var reported =
                        served.post(
                                filled(path.getKey()),
                                given(
                                        schema,
                                        required.stream()
                                                .filter(name -> !name.equals(left))
                                                .toList()));
                assertThat(reported.status()).as(path.getKey()).isEqualTo(400);
                assertThat(reported.error()).as(path.getKey()).startsWith(left + " is missing");
                demanded.add(left);
            }
            // Everything that a start of a run demands is enough to start one.
            if (required.isEmpty() || path.getKey().equals("/api/runs")) continue;
            var enough =
                    served.post(filled(path.getKey()), given(schema, required))
                            .json()
                            .path("error")
                            .asString("");
            for (var name : schema.get("properties").propertyNames()) {
                if (!enough.startsWith(name + " is missing")) continue;
                assertThat(schema.at("/properties/" + name + "/description").asString())
                        .as(path.getKey() + ": when it is needed")
                        .contains("required unless");
            }
        }
        assertThat(demanded).contains("instance", "revision", "feedback", "gate_id", "reason");
    }

    private static String given(JsonNode schema, List<String> names) {
        return names.stream()
                .map(
                        name ->
                                "\""
                                        + name
                                        + "\": "
                                        + (schema.at("/properties/" + name + "/type")
                                                        .asString()
                                                        .equals("integer")
                                                ? "1"
                                                : "\"x\""))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    @Test
    void a_number_has_the_documented_bounds_and_a_refusal_names_both() {
        var numbers = new ArrayList<String>();
        for (var path : document().get("paths").properties())
            for (var given : path.getValue().at("/get/parameters")) {
                var schema = given.get("schema");
                if (!schema.get("type").asString().equals("integer")) continue;
                var filled = filled(path.getKey());
                var at =
                        filled
                                + (filled.contains("?") ? "&" : "?")
                                + given.get("name").asString()
                                + "=";
                long min = schema.get("minimum").asLong();
                long max = schema.get("maximum").asLong();
                var why =
                        given.get("name").asString()
                                + " must be a whole number from "
                                + min
                                + " to "
                                + max;
                for (var beyond :
                        new String[] {Long.toString(min - 1), Long.toString(max + 1), max + "00"}) {
                    var reported = served.get(at + beyond);
                    assertThat(reported.status()).as(at + beyond).isEqualTo(400);
                    assertThat(reported.error()).isEqualTo(why);
                }
                for (var bound : new long[] {min, max})
                    assertThat(served.get(at + bound).json().path("error").asString(""))
                            .as(at + bound)
                            .isNotEqualTo(why);
                numbers.add(given.get("name").asString());
            }
        assertThat(numbers).contains("after", "limit", "seq", "from", "to");
    }

    @Test
    void a_timeline_of_no_events_is_not_asked_for() {
        assertThat(served.get("/api/runs/@/timeline?limit=0").error())
                .startsWith("limit must be a whole number from 1 to ");
        assertThat(served.get("/api/runs/@/timeline?limit=1").json().get("events")).hasSize(1);
    }

    @Test
    void an_operation_missing_from_the_document_is_refused() {
        var known =
                document().get("paths").properties().stream()
                        .map(
                                path ->
                                        Map.entry(
                                                path.getKey(),
                                                List.copyOf(path.getValue().propertyNames())))
                        .toList();
        assertThat(known)
                .isNotEmpty()
                .allSatisfy(
                        path -> {
                            var reported =
                                    served.send(
                                            served.request(filled(path.getKey()))
                                                    .method(
                                                            "PATCH",
                                                            java.net.http.HttpRequest.BodyPublishers
                                                                    .noBody()));
                            assertThat(reported.status()).isEqualTo(405);
                            assertThat(
                                            reported.header("Allow")
                                                    .toLowerCase(java.util.Locale.ROOT)
                                                    .split(", "))
                                    .containsExactlyInAnyOrderElementsOf(path.getValue());
                        });
    }

    @Test
    void each_name_in_a_path_and_each_error_is_described() {
        for (var path : document().get("paths").properties()) {
            for (var operation : path.getValue()) {
                var names =
                        operation
                                .get("parameters")
                                .valueStream()
                                .filter(each -> each.get("in").asString().equals("path"))
                                .map(each -> "{" + each.get("name").asString() + "}")
                                .toList();
                assertThat(names).allSatisfy(name -> assertThat(path.getKey()).contains(name));
                assertThat(
                                operation
                                        .at(
                                                "/responses/default/content/application~1problem+json/schema/$ref")
                                        .asString())
                        .isEqualTo("#/components/schemas/Problem");
                assertThat(operation.get("summary").asString()).endsWith(".");
            }
        }
    }

    @Test
    void each_json_answer_has_a_schema_but_for_those_whose_form_others_define() {
        var open = new ArrayList<String>();
        for (var path : document().get("paths").properties())
            for (var operation : path.getValue())
                for (var content :
                        operation.at("/responses").iterator().next().get("content").properties())
                    if (content.getKey().equals("application/json")
                            && !content.getValue().at("/schema").has("$ref"))
                        open.add(path.getKey());
        assertThat(open)
                .containsExactly(
                        "/api/events/ws",
                        "/api/workflows/{id}/events/ws",
                        "/api/workflows/{id}/memo",
                        "/openapi.json");
    }

    @Test
    void an_answer_with_a_member_too_few_or_too_many_is_no_documented_one() {
        var documented = new DocumentedAnswers(document());
        var answer = (ObjectNode) served.get("/api/runs").json();
        var run = (ObjectNode) answer.get("runs").get(0);
        assertThat(problems(documented, answer)).isEmpty();
        var title = run.remove("title");
        assertThat(problems(documented, answer)).anyMatch(each -> each.contains("'title'"));
        run.set("title", title);
        ((ObjectNode) run.get("spent")).put("euro", 1);
        assertThat(problems(documented, answer)).anyMatch(each -> each.contains("'euro'"));
    }

    private static List<String> problems(DocumentedAnswers documented, JsonNode answer) {
        return documented.problems("GET", "/api/runs", 200, answer.toString());
    }
}
