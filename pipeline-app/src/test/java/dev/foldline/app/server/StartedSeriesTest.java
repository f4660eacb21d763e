package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.task.CatalogProject;

import org.junit.jupiter.api.Test;

/** A plan that is worked through at the request of an HTTP client. */
class StartedSeriesTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CatalogProject.ready(folder, "one", "two");
    }

    @Test
    void a_plan_is_worked_through_over_http() throws Exception {
        var wrong =
                served.post(
                        "/api/runs",
                        "{\"task\": \"PLAN.md\", \"workflow\": \"ralph\", \"repeat\": true}");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.error()).isEqualTo("workflow ralph cannot be repeated");
        var outside =
                served.post("/api/runs", "{\"task\": \"../home/.gitconfig\", \"repeat\": true}");
        assertThat(outside.error()).contains("the plan file is not in this repository");
        assertThat(place.runs().newestFirst()).isEmpty();
        var reported = served.post("/api/runs", "{\"task\": \"PLAN.md\", \"repeat\": true}");
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        ProcessHandle.of(reported.json().at("/driver/pid").asLong())
                .ifPresent(driver -> driver.onExit().join());
        assertThat(place.foldline("status", "--json").out())
                .contains("\"reason\": \"nothing_left\"", "\"number\": 3");
        assertThat(place.read("items").lines()).containsExactly("one", "two");
    }
}
