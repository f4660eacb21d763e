package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;

class PlanForecastTest {
    @TempDir Path folder;

    @Test
    void a_plan_shows_what_completed_runs_of_the_workflow_have_used() throws Exception {
        var place = CliFixture.ready(folder).agent(AgentScripts.HELPFUL);
        place.configured("checks: []\niterations: 1\nreviews: 0\n");
        assertThat(place.foldline("run", "one").exit()).isZero();
        assertThat(place.foldline("plan", "two").out())
                .containsPattern("planning +mine +1 +1 +[0-9.]+s +[0-9.]+s +unknown +unknown\n")
                .containsPattern("total +4 +4 ")
                .containsPattern("final-validation +- +0 +0 +.* \\$0.00 +\\$0.00\n")
                .contains(
                        "Median and 90 % of the last completed run of ralph; ",
                        " The cost is known of 0 of 1.");
        var forecast =
                JsonMapper.shared()
                        .readTree(place.foldline("plan", "two", "--json").out())
                        .get("forecast");
        assertThat(forecast.get("runs").asInt()).isEqualTo(1);
        assertThat(forecast.get("total").get("agent_calls").get("p90").asInt()).isEqualTo(4);
        assertThat(place.foldline("plan", "--workflow", "feature", "two").out())
                .contains("No run of feature has completed here yet");
    }
}
