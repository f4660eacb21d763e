package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.task.CatalogProject;

import org.junit.jupiter.api.Test;

/** A plan that an HTTP client asks to be worked through. */
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
    }
}
