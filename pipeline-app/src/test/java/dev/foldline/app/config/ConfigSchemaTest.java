package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.nio.file.Path;
import java.util.List;

class ConfigSchemaTest {
    private static final Schema SCHEMA =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(ConfigSchema.json());

    @TempDir Path directory;

    @Test
    void the_starter_is_accepted_commented_and_uncommented() {
        assertThat(errors(Starter.configuration())).isEmpty();
        assertThat(errors(StarterTest.uncommented())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "iteration: 5",
                "iterations: five",
                "iterations: -1",
                "iterations: 1001",
                "reviews: '2'",
                "workflow: 5",
                "workflow: Ralph",
                "base: '-x'",
                "roles: { developer: [] }",
                "roles: { developer: { mine: large } }",
                "roles: { 'the boss': [mine] }",
                "roles: { developer: [a, a] }",
                "agents: { mine: { run: x } }",
                "agents: { mine: { kind: robot } }",
                "agents: { mine: { kind: command } }",
                "agents: { mine: { kind: command, run: [] } }",
                "agents: { mine: { kind: command, run: x, script: y } }",
                "agents: { mine: { kind: scripted } }",
                "agents: { mine: { kind: scripted, script: y, run: x } }",
                "agents: { 'a b': { kind: scripted, script: y } }",
                "agents: { mine: }",
                "checks: make",
                "checks: [true]",
                "checks: [[]]",
                "checks: [{ name: unit }]",
                "checks: [{ run: a, reports: b.xml }]",
                "checks: [{ run: a, report: b.xml, failures: c }]",
                "checks: [{ run: a, rerun: 2 }]",
                "checks: [{ run: a, known_failures: ignore }]",
                "checks: [{ run: a, name: '' }]",
                "checks: { run: a }",
                "gates: [5]",
                "rebase: [sometimes]",
                "budget: { wall: 90 }",
                "budget: { wall: 1m1h }",
                "budget: { usd: 0 }",
                "limits: { loop: 1 }",
                "limits: [1]",
                "timeouts: { nap: 1h }",
                "env: ['A B']"
            })
    void text_that_the_schema_refuses_is_refused_by_the_loader_too(String text) {
        assertThat(errors(text)).isNotEmpty();
        assertThat(new ConfigFixture(directory).file(text).problems()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "iterations: 0",
                "workflow: feature",
                "base: feature/x",
                "roles: { developer: [metered, 'unmetered:big/one:2'] }",
                "agents: { mine: { kind: command, run: my-agent, env: [A], model: m } }",
                "agents: { mine: { kind: scripted, script: a b.jsonl } }",
                "checks: [make, [make, all]]",
                "checks: [{ run: make }, { name: b, run: [b], report: '**/T*.xml' }]",
                "checks: [{ run: a, failures: 'F (.*)', rerun: 0, known_failures: allow }]",
                "gates: [planning]",
                "rebase: [before, after]",
                "budget: { wall: 1h30m, agent_calls: 1 }",
                "limits: { backoff_first: 1s }",
                "limits:",
                "timeouts: { idle: 90s }",
                "env: [A_B]"
            })
    void text_that_the_loader_accepts_is_accepted_by_the_schema_too(String text) {
        assertThat(new ConfigFixture(directory).file(text).problems()).isEmpty();
        assertThat(errors(text)).isEmpty();
    }

    private static List<Error> errors(String yaml) {
        JsonNode tree = YAMLMapper.shared().readTree(yaml);
        return tree.isMissingNode() || tree.isNull() ? List.of() : SCHEMA.validate(tree);
    }
}
