package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.output.JsonOutput;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** Gates that are looked at and answered over HTTP. */
class GateCallsTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.gated(folder);
    }

    private JsonNode gate() {
        return served.get("/api/gates").json().get("gates").get(0);
    }

    private String path(JsonNode gate) {
        return "/api/gates/" + gate.get("run").asString() + "/" + gate.get("gate_id").asString();
    }

    private Map<String, Object> shown(JsonNode gate) {
        return JsonOutput.fields(
                "instance",
                gate.get("instance").asString(),
                "revision",
                gate.get("revision").asLong(),
                "tree",
                gate.get("tree").asString());
    }

    private TestServer.Response approve(JsonNode gate, Map<String, Object> shown) {
        return served.post(path(gate) + "/approve", JsonOutput.compact(shown));
    }

    @Test
    void a_gate_shows_its_page_and_is_approved_as_it_was_shown() {
        var page = served.get(path(gate())).json();
        assertThat(page.get("page").asString())
                .isEqualTo(place.foldline("gates", "planning").out());
        assertThat(page.get("changes").get("since").asString()).isNotBlank();
        var shown = shown(page);
        shown.put("feedback", "as we said");
        var reported = approve(page, shown);
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        assertThat(reported.json().get("event").asString()).isEqualTo("GateApproved");
        assertThat(place.foldline("log").out())
                .contains(
                        "planning approved: as we said, by "
                                + ProcessHandle.current().info().user().orElseThrow()
                                + " (http)");
        assertThat(served.get("/api/gates").json().get("gates")).isEmpty();
        assertThat(served.get(path(page)).status()).isEqualTo(404);
        assertThat(place.foldline("resume").exit()).isZero();
    }

    @Test
    void the_changes_are_shown() throws Exception {
        place.write("a.txt", "b\n");
        var page = served.get(path(gate())).json();
        assertThat(page.get("changes").get("diff").asString()).contains("-a\n", "+b\n");
        assertThat(page.get("moved").asBoolean()).isTrue();
    }

    @Test
    void a_gate_version_that_was_not_shown_is_not_approved() throws Exception {
        var gate = gate();
        for (var other :
                Map.of("instance", "none", "revision", 99, "tree", "0".repeat(40)).entrySet()) {
            var shown = shown(gate);
            shown.put(other.getKey(), other.getValue());
            assertThat(approve(gate, shown).status()).as(other.getKey()).isEqualTo(409);
        }
        var unseen = shown(gate);
        unseen.remove("tree");
        var unreported = approve(gate, unseen);
        assertThat(unreported.status()).isEqualTo(400);
        assertThat(unreported.error())
                .isEqualTo(
                        "tree is missing: this gate shows one, "
                                + gate.get("tree").asString()
                                + "; name the one that you saw");
        place.write("a.txt", "changed\n");
        var reported = approve(gate, shown(gate));
        assertThat(reported.status()).isEqualTo(409);
        assertThat(reported.error()).contains("files have changed since the gate planning opened");
        assertThat(gate()).isEqualTo(gate);
    }

    @Test
    void S2_25_a_rejection_needs_feedback_and_a_gate_is_answered_once() {
        var gate = gate();
        assertThat(served.post(path(gate) + "/reject", JsonOutput.compact(shown(gate))).error())
                .contains("feedback is missing");
        var shown = shown(gate);
        shown.put("feedback", "smaller steps");
        assertThat(
                        served.post(path(gate) + "/reject", JsonOutput.compact(shown))
                                .json()
                                .get("event")
                                .asString())
                .isEqualTo("GateRejected");
        var again = approve(gate, shown(gate));
        assertThat(again.status()).isEqualTo(409);
        assertThat(place.foldline("log", "--json").out()).contains("smaller steps");
    }
}
