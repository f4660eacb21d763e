package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;

class ConfigReportTest {
    @TempDir Path directory;

    @Test
    void every_key_is_shown_with_value_and_origin() {
        var text = report().text(true);
        assertThat(text.lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "workflow ralph default",
                        "iterations 3 foldline.yaml:1:1",
                        "base - default",
                        "roles.developer [mine, metered] foldline.yaml:2:10",
                        "agents.mine.run [my-agent, {prompt_file}] foldline.yaml:3:34",
                        "budget.wall 1h30m flag --set budget.wall");
    }

    @Test
    void origins_are_shown_only_on_request() {
        assertThat(report().text(false)).doesNotContain("default").contains("iterations");
    }

    @Test
    void the_json_document_has_typed_values_and_null_for_none() {
        var json = JsonMapper.shared().readTree(report().json());
        assertThat(json.get("schema").asString()).isEqualTo("foldline.config/1");
        var values = json.get("values").valueStream().toList();
        assertThat(values)
                .anySatisfy(
                        value -> {
                            assertThat(value.get("key").asString()).isEqualTo("iterations");
                            assertThat(value.get("value").asInt()).isEqualTo(3);
                            assertThat(value.get("origin").asString())
                                    .isEqualTo("foldline.yaml:1:1");
                        });
        assertThat(values)
                .anySatisfy(
                        value -> {
                            assertThat(value.get("key").asString()).isEqualTo("base");
                            assertThat(value.get("value").isNull()).isTrue();
                        });
    }

    private ConfigReport report() {
        return new ConfigFixture(directory)
                .file(
                        """
                        iterations: 3
                        roles: { developer: [mine, metered] }
                        agents: { mine: { kind: command, run: [my-agent, "{prompt_file}"] } }
                        """)
                .set("budget.wall=1h30m")
                .load()
                .report();
    }
}
