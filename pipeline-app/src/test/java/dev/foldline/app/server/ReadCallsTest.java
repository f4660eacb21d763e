package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.RunCopies;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is read over HTTP is what the commands print. */
class ReadCallsTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.gated(folder);
    }

    private JsonNode printed(String... words) {
        return JsonMapper.shared().readTree(place.foldline(words).out());
    }

    private JsonNode get(String path) {
        return served.get(path).json();
    }

    /** Without what only readers of a page need. */
    private static JsonNode without(JsonNode document, String name) {
        return ((tools.jackson.databind.node.ObjectNode) document).without(name);
    }

    @Test
    void states_explanations_and_differences_are_the_documents_of_the_commands() {
        assertThat(without(get("/api/runs/@/state"), "page"))
                .isEqualTo(printed("show", "@", "--json"));
        assertThat(without(get("/api/runs/@/state?seq=3"), "page"))
                .isEqualTo(printed("show", "@:3", "--json"));
        assertThat(get("/api/runs/@/state?seq=3").get("page").asString())
                .isEqualTo(place.foldline("show", "@:3").out());
        assertThat(get("/api/runs/@/explain?seq=3")).isEqualTo(printed("explain", "@:3", "--json"));
        assertThat(get("/api/runs/@/diff?from=2&to=5"))
                .isEqualTo(printed("diff", "@:2", "@:5", "--state", "--json"));
        assertThat(get("/api/runs/@")).isEqualTo(printed("status", "--json"));
        assertThat(get("/api/runs")).isEqualTo(printed("status", "--all", "--json"));
        assertThat(get("/api/gates")).isEqualTo(printed("gates", "--json"));
        assertThat(served.get("/api/runs/@/state?seq=999").status()).isEqualTo(400);
    }

    /**
     * Whoever follows the header Link sees every run once, the latest first, whatever the size of a
     * page.
     */
    @Test
    void the_list_of_runs_is_read_page_by_page() throws Exception {
        var runs = Runs.of(place.root.resolve(".git"));
        RunCopies.make(runs, runs.newestFirst().getFirst(), 6, 3);
        var pages = new ArrayList<JsonNode>();
        for (var next = Optional.of("/api/runs?limit=3"); next.isPresent(); ) {
            var page = served.get(next.get());
            pages.add(page.json());
            next =
                    Optional.of(page.header("Link"))
                            .map(Pattern.compile("<(.*)>; rel=\"next\"")::matcher)
                            .filter(Matcher::matches)
                            .map(link -> link.group(1));
        }
        assertThat(pages)
                .hasSize(3)
                .allSatisfy(page -> assertThat(page.get("total").asInt()).isEqualTo(7));
        assertThat(pages.getLast().get("next_after").isNull()).isTrue();
        assertThat(pages.stream().flatMap(page -> page.get("runs").valueStream()))
                .containsExactlyElementsOf(
                        printed("status", "--all", "--json").get("runs").valueStream().toList());
        assertThat(get("/api/runs?limit=5000")).isEqualTo(printed("status", "--all", "--json"));
        assertThat(get("/api/runs?limit=2&unfinished=true").get("runs")).hasSize(2);
        assertThat(served.get("/api/runs?after=@").error())
                .startsWith("after must be the next_after of a page");
        assertThat(served.get("/api/runs?limit=0").status()).isEqualTo(400);
    }

    @Test
    void a_timeline_has_one_line_for_each_event_and_can_be_read_in_pieces() {
        var all = get("/api/runs/@/timeline").get("events");
        var log =
                place.foldline("log", "@", "--json")
                        .out()
                        .lines()
                        .map(JsonMapper.shared()::readTree)
                        .toList();
        assertThat(all.size()).isEqualTo(log.size());
        for (int i = 0; i < log.size(); i++) {
            var line = all.get(i);
            for (var name : log.get(i).propertyNames())
                assertThat(line.get(name)).isEqualTo(log.get(i).get(name));
            assertThat(line.get("text").asString()).isNotBlank();
        }
        assertThat(all.get(all.size() - 1).get("gate").asString()).isEqualTo("planning");
        assertThat(all.get(0).get("gate").isNull()).isTrue();
        var piece = get("/api/runs/@/timeline?after=2&limit=3");
        assertThat(piece.get("events").valueStream().map(line -> line.get("seq").asInt()))
                .containsExactly(3, 4, 5);
        assertThat(piece.get("next_after").asInt()).isEqualTo(5);
        assertThat(get("/api/runs/@/timeline?after=" + all.size()).get("events")).isEmpty();
    }

    @Test
    void a_timeline_contains_the_position_the_agent_and_the_usage_at_each_event() {
        var all = get("/api/runs/@/timeline").get("events").valueStream().toList();
        var started =
                all.stream()
                        .filter(
                                line ->
                                        line.get("text")
                                                .asString()
                                                .equals("begin: call mine as planner"))
                        .findFirst()
                        .orElseThrow();
        assertThat(started.get("place"))
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        "{\"stage\":\"iterate\",\"turn\":0,\"phase\":\"planning\",\"step\":2,\"revision\":1,\"attempt\":1}"));
        assertThat(
                        all.stream()
                                .map(line -> line.get("spent").get("agent_calls").asInt())
                                .distinct())
                .containsExactly(0, 1);
        assertThat(all.getLast().get("rewinds").asInt()).isZero();
        place.foldline("approve");
        var lines = get("/api/runs/@/timeline").get("events").valueStream().toList();
        assertThat(
                        lines.stream()
                                .filter(line -> line.get("input").asBoolean())
                                .map(line -> line.get("text").asString()))
                .containsExactly(
                        "planning approved, by "
                                + ProcessHandle.current().info().user().orElseThrow()
                                + " (terminal)");
    }

    @Test
    void a_task_is_read_through_its_workflow_and_no_other_run_is() throws Exception {
        place.agent(ServerWorkflows.WORK);
        var id = served.ready(ServerWorkflows.ONE_TASK);
        served.post("/api/workflows/" + id + "/start");
        served.awaitLeft(id);
        var run = get("/api/workflows/" + id + "/tasks").get("tasks").get(0).get("run").asString();
        for (var page : new String[] {"timeline", "state", "explain", "diff"}) {
            assertThat(get("/api/workflows/" + id + "/" + page + "?run=" + run))
                    .isEqualTo(get("/api/runs/" + run + "/" + page));
            assertThat(get("/api/workflows/" + id + "/" + page))
                    .isEqualTo(get("/api/runs/" + id + "/" + page));
            assertThat(served.get("/api/workflows/" + id + "/" + page + "?run=" + id).status())
                    .as("its own run is no task of it")
                    .isEqualTo(404);
        }
        assertThat(get("/api/workflows/" + id))
                .isEqualTo(printed("workflow", "status", id, "--json"));
        assertThat(get("/api/workflows/" + id + "/memo"))
                .isEqualTo(printed("workflow", "memo", id));
    }

    @Test
    void a_run_that_lost_its_log_is_distinguished_from_one_that_never_started() throws Exception {
        var run = get("/api/runs/@").get("run").get("id").asString();
        Files.delete(place.root.resolve(".git/foldline/runs").resolve(run).resolve("events.jsonl"));
        var reported = served.get("/api/runs/" + run);
        assertThat(reported.status()).isEqualTo(404);
        assertThat(reported.error()).isEqualTo("the log of run " + run + " is lost");
        assertThat(reported.json().get("next").asString()).isEqualTo("foldline doctor");
    }

    @Test
    void a_workflow_that_lost_its_log_is_distinguished_from_one_that_never_existed()
            throws Exception {
        var id = served.ready(ServerWorkflows.ONE_TASK);
        Files.createFile(
                place.root.resolve(".git/foldline/runs").resolve(id).resolve("agent-1.out"));
        Files.delete(place.root.resolve(".git/foldline/runs").resolve(id).resolve("events.jsonl"));
        var reported = served.get("/api/workflows/" + id);
        assertThat(reported.status()).isEqualTo(404);
        assertThat(reported.error()).isEqualTo("the log of run " + id + " is lost");
        assertThat(served.get("/api/workflows/nosuch").error()).isEqualTo("Workflow not found");
    }

    @Test
    void a_run_that_waits_for_a_retry_is_tried_now_and_any_other_is_refused() throws Exception {
        var gated = served.post("/api/runs/@/resume", "{\"now\": true}");
        assertThat(gated.status()).as(gated.text()).isEqualTo(409);
        assertThat(gated.error())
                .contains("waits neither for an agent's limit to end nor for a retry");
        place.git("switch", "-q", "main");
        place.agent("exit 3");
        assertThat(
                        place.foldline(
                                        "run",
                                        "--set",
                                        "limits.backoff_first=1h",
                                        "--set",
                                        "limits.backoff_max=1h",
                                        "Other work")
                                .exit())
                .isEqualTo(75);
        assertThat(get("/api/runs/@").get("next").valueStream().map(JsonNode::asString))
                .anyMatch(next -> next.endsWith(" --now"));
        place.agent(AgentScripts.HELPFUL);
        var reported = served.post("/api/runs/@/resume", "{\"now\": true}");
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        CliFixture.until(
                "it is done",
                () ->
                        get("/api/runs/@").get("reason").asString().equals("completed")
                                && get("/api/runs/@").get("driver").isNull(),
                () -> true);
    }

    @Test
    void an_unreadable_log_is_not_listed_as_a_failed_workflow() throws Exception {
        Files.createDirectories(
                place.root.resolve(".git/foldline/runs/raaaaaaaaaaaaaaaa/events.jsonl"));
        assertThat(get("/api/workflows").get("workflows")).isEmpty();
    }

    @Test
    void secrets_are_removed_from_every_answer() {
        var secret = "ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz";
        assertThat(served.get("/" + secret).text()).doesNotContain(secret).contains("[redacted");
        var reported = served.post("/api/workflows", "name: " + secret + "\ntasks: []\n");
        assertThat(reported.status()).as("it could not be read again").isEqualTo(400);
        assertThat(reported.error())
                .contains("holds what looks like a secret")
                .doesNotContain(secret);
        assertThat(get("/api/workflows").get("workflows")).isEmpty();
    }
}
