package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;

class CostTotalsTest {
    @TempDir Path folder;
    private CliFixture place;

    private JsonNode costs(String... flags) throws Exception {
        var words = new java.util.ArrayList<>(java.util.List.of("costs", "--json"));
        words.addAll(java.util.List.of(flags));
        return JsonMapper.shared().readTree(place.foldline(words.toArray(String[]::new)).out());
    }

    @Test
    void the_calls_of_all_runs_are_summed_by_day_workflow_phase_and_agent() throws Exception {
        place = CliFixture.ready(folder).agent(AgentScripts.HELPFUL);
        place.configured("checks: []\niterations: 1\nreviews: 0\n");
        var before = LocalDate.now();
        assertThat(place.foldline("run", "one").exit()).isZero();
        assertThat(place.foldline("run", "two").exit()).isZero();
        var byDay = costs();
        assertThat(byDay.at("/rows/0/key").asString())
                .isBetween(before.toString(), LocalDate.now().toString());
        assertThat(byDay.at("/total/runs").asInt()).isEqualTo(2);
        assertThat(byDay.at("/total/agent_calls").asInt()).isEqualTo(8);
        assertThat(byDay.at("/total/usd").isNull()).isTrue();
        assertThat(byDay.at("/total/usd_unreported").asInt()).isEqualTo(8);
        assertThat(costs("--by", "workflow").at("/rows/0/key").asString()).isEqualTo("ralph");
        assertThat(costs("--by", "phase").at("/rows").size()).isEqualTo(3);
        assertThat(place.foldline("costs", "--by", "agent").out())
                .containsPattern("mine +2 +8 .* unknown +unknown\n")
                .containsPattern("total +2 +8 ");
        assertThat(costs("--until", "2026-01-01").at("/total/agent_calls").asInt()).isZero();
        var damaged = logs().getFirst();
        Files.writeString(
                damaged,
                Files.readString(damaged).replaceFirst("(?s)\n([^\n]*\n)$", "\ndamaged\n$1"));
        assertThat(costs().at("/total/agent_calls").asInt()).isEqualTo(4);
        assertThat(costs().at("/total/runs").asInt()).isEqualTo(1);
        assertThat(place.foldline("costs").out()).contains("not counted: r", "cannot be read");
        Files.delete(damaged);
        Files.createDirectory(damaged);
        assertThat(costs().at("/total/agent_calls").asInt()).isEqualTo(4);
    }

    private java.util.List<Path> logs() throws Exception {
        try (var files = Files.walk(place.root.resolve(".git/foldline"))) {
            return files.filter(file -> file.endsWith("events.jsonl")).toList();
        }
    }
}
