package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.browser.Browser;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

/** A run that waits for a retry has a button that does not wait any longer. */
class TryNowButtonTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.ready(folder);
    }

    private JsonNode latest() {
        return served.get("/api/runs/@").json();
    }

    @Thorough
    @Test
    void a_run_that_waits_for_a_retry_is_tried_now_by_a_button() throws Exception {
        place.agent("exit 3");
        assertThat(
                        place.foldline(
                                        "run",
                                        "--set",
                                        "limits.backoff_first=1h",
                                        "--set",
                                        "limits.backoff_max=1h",
                                        "Add work")
                                .exit())
                .isEqualTo(75);
        var run = latest().get("run").get("id").asString();
        place.agent(AgentScripts.HELPFUL);
        var tab = Browser.demanded().open();
        tab.go(served.service.invitation());
        tab.until("document.querySelector('main section')");
        tab.follow("#/run/" + run);
        tab.until(
                "document.querySelector('[data-action=resume]') &&"
                        + " document.querySelector('[data-action=now]')");
        tab.click("[data-action=now]");
        tab.until("document.getElementById('said').innerText.includes('" + run + " retries now.')");
        tab.until(
                "document.querySelector('.head .stands').dataset.status === 'completed' &&"
                        + " !document.querySelector('[data-action]')");
        CliFixture.until("its driver has left", () -> latest().get("driver").isNull(), () -> true);
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(tab.problems()).isEmpty();
        tab.close();
    }
}
