package dev.foldline.app.definition;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Sources;
import dev.foldline.app.operation.PublishedSchemas;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.ShippedWorkflows;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.Policy.Branching;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** The published schema accepts all valid files, and refuses files of a wrong shape. */
class WorkflowSchemaTest {
    private static final int DAMAGED = 300;
    private static final Schema SCHEMA = schema();

    @TempDir Path folder;

    private static Schema schema() {
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(PublishedSchemas.text("workflow"));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static List<com.networknt.schema.Error> errors(String yaml) {
        var settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
        Object document = new Load(settings).loadFromString(yaml);
        return SCHEMA.validate(JsonMapper.shared().valueToTree(document));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ralph", "feature"})
    void a_shipped_workflow_is_accepted(String name) {
        assertThat(errors(ShippedWorkflows.file(name).get().text())).isEmpty();
    }

    @Test
    void the_sample_and_the_starter_are_accepted() throws IOException {
        assertThat(errors(SampleFiles.SAMPLE)).isEmpty();
        try (var in =
                WorkflowSchemaTest.class.getResourceAsStream(
                        "/dev/foldline/app/workflow/workflow.yaml")) {
            var starter = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(errors(starter.replace("NAME", "mine"))).isEmpty();
        }
    }

    @Test
    void the_recipes_are_accepted() throws IOException {
        var recipes = Path.of("../docs/recipes");
        if (!Files.isDirectory(recipes)) return;
        try (var files = Files.walk(recipes)) {
            for (var file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
                var text = Files.readString(file);
                if (text.contains("\nworkflow: ") || text.startsWith("workflow: "))
                    assertThat(errors(text)).as(file.toString()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stages: []",
                "workflow: a",
                "workflow: A\nstages: []",
                "workflow: a\nstages: {}",
                "workflow: a\nstages: []\nextra: 1",
                "workflow: a\nstages: [{ stage: s }]",
                "workflow: a\nstages: [{ stage: s, phases: [], times: -1 }]",
                "workflow: a\nstages: [{ stage: s, phases: [], times: 2, each: x }]",
                "workflow: a\nstages: [{ stage: s, phases: [], done_after: p }]",
                "workflow: a\nstages: [{ stage: s, phases: [], until: { artifact: a, label: b } }]",
                "workflow: a\nstages: [{ stage: s, phases: [{ phase: p, steps: [{}] }] }]",
                "workflow: a\nstages: [{ stage: s, phases: [{ phase: p, steps: [{ cal: x }] }] }]",
                "workflow: a\n"
                        + "stages: [{ stage: s, phases: [{ phase: p, steps: [{ git: push }] }] }]",
                "workflow: a\n"
                    + "stages: [{ stage: s, phases: [{ phase: p, steps: [{ check: a, clean: b }] }]"
                    + " }]",
                "workflow: a\n"
                    + "stages: [{ stage: s, phases: [{ phase: p, steps: [{ clean: b, expect: fail"
                    + " }] }] }]",
                "workflow: a\n"
                    + "stages: [{ stage: s, phases: [{ phase: p, steps: [], commit: { message_from:"
                    + " c } }] }]",
                "workflow: a\nstages: [{ stage: s, phases: [{ phase: p, routes: { a: go } }] }]",
                "workflow: a\n"
                    + "stages: [{ stage: s, phases: [{ phase: p, routes: { a: { go_back: s } } }]"
                    + " }]",
                "workflow: a\n"
                    + "stages: [{ stage: s, phases: [{ phase: p, gate: { on_reject: ask } }] }]",
                "workflow: a\n"
                        + "stages: [{ stage: s, phases: [{ phase: p, budget: { wall: long } }] }]",
                "workflow: a\n"
                    + "stages: [{ stage: s, phases: [{ phase: p, steps: [{ children: { list: l } }]"
                    + " }] }]",
                "workflow: a\nstages: [{ stage: s, phases: [], attempts: 3 }]",
                "workflow: a\nstages: [{ stage: s, phases: [], pick: me }]",
                "workflow: a\nstages: [{ stage: s, phases: [], attempts: 3, pick: you }]",
                "workflow: a\nstages: [{ stage: s, phases: [], attempts: 3, pick: me, times: 2 }]",
                "workflow: a\nstages: [{ stage: s, workflow: ralph }]",
                "workflow: a\nstages: []\ninputs: { a: { type: text } }",
                "workflow: a\nstages: []\nchecks: { a: {} }",
                "workflow: a\nstages: []\nchecks: { a: [] }",
                "workflow: a\nstages: []\nchecks: { a: '' }",
                "workflow: a\nstages: []\nchecks: { a: true }",
                "workflow: a\nstages: []\nchecks: { a: { run: '' } }",
                "workflow: a\nstages: []\nchecks: { a: { run: b, report: '' } }",
                "workflow: a\nstages: []\nchecks: { a: { run: b, report: c, failures: d } }",
                "workflow: a\nstages: []\nchecks: { a: { run: b, rerun: 2 } }",
                "workflow: a\nstages: []\nchecks: { a: { run: b, known_failures: ignore } }",
                "workflow: a\nstages: []\nchecks: { a: { optional: true, report: c } }",
                "workflow: a\nstages: []\nrecovery: { attempts: many }"
            })
    void a_file_of_a_wrong_shape_is_refused_by_the_schema_and_by_the_reader(String yaml) {
        assertThat(errors(yaml)).isNotEmpty();
        assertThat(isAccepted(yaml)).isFalse();
    }

    @Test
    void what_the_schema_refuses_is_refused_by_the_reader() {
        int refused = 0;
        for (int seed = 1; seed <= DAMAGED; seed++) {
            var text = SampleFiles.damaged(new Random(seed));
            if (isRefused(text).orElse(false)) {
                refused++;
                assertThat(isAccepted(text)).as(text).isFalse();
            }
        }
        assertThat(refused).isGreaterThan(DAMAGED / 10);
    }

    /** Returns whether the schema refuses a text; empty if it is no YAML. */
    private static Optional<Boolean> isRefused(String text) {
        try {
            return Optional.of(!errors(text).isEmpty());
        } catch (YamlEngineException noYaml) {
            return Optional.empty();
        }
    }

    private boolean isAccepted(String text) {
        var settings =
                Configuration.load(
                                Sources.of(folder, Map.of(), List.of()),
                                WorkflowFactory.catalogue())
                        .settings();
        var file =
                WorkflowFileReader.parse(
                        folder.resolve("sample.yaml"),
                        "sample.yaml",
                        text.getBytes(StandardCharsets.UTF_8));
        return InputValues.combinations(file)
                .forAll(
                        values ->
                                new DefinedWorkflow(file, values)
                                        .expanded(settings, new Branching.Stay())
                                        .problems()
                                        .isEmpty());
    }
}
