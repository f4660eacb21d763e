package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.foldline.app.Cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

class CatalogueCommandsTest {
    @TempDir Path folder;

    @Test
    void workflows_are_listed_checked_and_shown() {
        assertThat(run("workflow", "list").out())
                .startsWith("Definitions\n  ralph    built in  Plan, develop, ")
                .contains("\n  feature  built in  ", "\n  tdd      ", "\n  tasks    ")
                .endsWith("\nWorkflows of tasks\n  none\n");
        assertThat(run("workflows", "check").out())
                .isEqualTo(
                        "ralph is valid; at most 400,400 steps until it ends or waits for you\n");
        assertThat(run("workflows", "show", "ralph").out())
                .startsWith("ralph 1\n\nprepare, 1 time\n  start\n    git open branch\n");
        assertThat(
                        JsonMapper.shared()
                                .readTree(run("workflows", "check", "--json").out())
                                .get("problems")
                                .isEmpty())
                .isTrue();
    }

    @Test
    void a_workflow_is_printed_as_its_file_and_as_its_expansion() {
        var file = run("workflow", "show", "ralph", "--yaml");
        assertThat(file.out()).startsWith("workflow: ralph\ndescription: ").contains("# Each turn");
        assertThat(run("workflow", "show", "feature", "--expanded").out())
                .startsWith("workflow: feature\nversion: 1\nexpanded: true\nstages:\n")
                .contains("policy:\n");
        assertThat(
                        JsonMapper.shared()
                                .readTree(
                                        run("workflow", "show", "ralph", "--yaml", "--json").out())
                                .get("text")
                                .asString())
                .isEqualTo(file.out());
        assertThat(run("workflow", "show", "tasks", "--yaml").err())
                .contains("workflow tasks is not a file", "show tasks --expanded");
        assertThat(run("workflow", "show", "ralph", "--yaml", "--expanded").err())
                .contains("leave out --yaml, --expanded or --input");
    }

    @Test
    void a_workflow_is_drawn_with_its_rewinds_dotted() {
        assertThat(run("workflows", "graph").out())
                .startsWith(
                        "---\n"
                                + "title: \"ralph: at most 400,400 steps until it ends or waits for"
                                + " you\"\n"
                                + "---\n"
                                + "flowchart TD\n"
                                + "  subgraph prepare[\"prepare, once\"]\n")
                .contains(
                        "  iterate_commit --> polish_review\n",
                        "  iterate_commit -.->|\"next turn\"| iterate_planning\n",
                        "  polish_review -->|\"issues\"| polish_fix\n",
                        "  iterate_development -.->|\"partial\"| iterate_development\n",
                        "  finish_final_validation --> close_commit\n",
                        "  close_commit --> the_end\n");
        assertThat(run("workflows", "graph", "--format", "dot").out())
                .startsWith("digraph \"ralph\" {")
                .contains("  polish_review -> polish_fix [label=\"issues\"];")
                .endsWith("}\n");
    }

    @Test
    void a_gate_is_drawn_as_a_gate() throws IOException {
        Files.writeString(folder.resolve("foldline.yaml"), "gates: [planning]\n");
        assertThat(run("workflows", "graph").out())
                .contains("iterate_planning{{\"planning (gate)\"}}");
    }

    @Test
    void a_simulation_reports_phases_ends_and_the_longest_path() {
        var reported = run("workflow", "simulate", "ralph", "--tries", "60");
        assertThat(reported.exit()).as(reported.out()).isZero();
        assertThat(reported.out())
                .startsWith("Phases reached in 60 simulated runs, seed 1\n  prepare/start ")
                .containsPattern("\n  polish/fix  +[1-9]")
                .containsPattern("\nEnds\n  completed  +[1-9]")
                .containsPattern(
                        "\nLongest path\n  [0-9,]+ steps until it ends or waits for you, in try"
                                + " [0-9]+; the bound is 400,400\n")
                .contains("\nTry 1\n  prepare 1, start\n", "plan accepted");
        assertThat(run("workflow", "simulate", "ralph", "--tries", "60").out())
                .isEqualTo(reported.out());
        assertThat(run("workflow", "simulate", "ralph", "--tries", "60", "--seed", "2").out())
                .isNotEqualTo(reported.out());
        for (var tries : new String[] {"0", "-1", "1001"})
            assertThat(run("workflow", "simulate", "ralph", "--tries", tries).err())
                    .isEqualTo("error: tries must be a whole number from 1 to 1000\n");
    }

    @Test
    void a_phase_that_no_simulation_reaches_is_named() throws IOException {
        Files.writeString(
                folder.resolve("some.yaml"),
                """
                workflow: some
                inputs: { rounds: { type: integer, default: 0 } }
                roles: [developer]
                stages:
                  - stage: work
                    phases: [ { phase: do, steps: [ { call: { role: developer, prompt: development } } ] } ]
                  - stage: more
                    times: { input: rounds }
                    phases: [ { phase: again, steps: [ { call: { role: developer, prompt: development } } ] } ]
                """);
        var reported = run("workflow", "simulate", "./some.yaml", "--tries", "9");
        assertThat(reported.exit()).as(reported.err()).isEqualTo(2);
        assertThat(reported.out()).endsWith("Never reached: more/again\n");
        assertThat(run("workflow", "simulate", "./some.yaml", "--input", "rounds=2").exit())
                .isZero();
    }

    @Test
    void a_simulation_of_a_delivery_reaches_each_of_its_phases() throws IOException {
        Files.writeString(
                folder.resolve("some.yaml"),
                """
                workflow: some
                deliver: pull_request
                roles: [developer]
                stages:
                  - stage: work
                    phases:
                      - phase: do
                        steps: [ { call: { role: developer, prompt: development } } ]
                      - phase: save
                        commit: { message_from: developer }
                """);
        var reported = run("workflow", "simulate", "./some.yaml", "--tries", "60");
        assertThat(reported.exit()).as(reported.out()).isZero();
        assertThat(reported.out())
                .containsPattern("\n  deliver/resolve  +[1-9]")
                .containsPattern("\n  handover/request  +[1-9]");
    }

    @Test
    void an_unknown_workflow_names_the_nearest() {
        var answer = run("workflows", "show", "ralhp");
        assertThat(answer.err())
                .isEqualTo(
                        "error: unknown workflow 'ralhp'\n  try: foldline workflow show ralph\n");
        assertThat(answer.exit()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "config",
                "run",
                "error",
                "plan",
                "development_result",
                "issues",
                "fix_result",
                "commit_message",
                "spec",
                "requirements",
                "research",
                "feature_plan",
                "merge_message"
            })
    void every_schema_is_a_json_schema(String name) {
        var text = run("schema", name).out();
        assertThat(JsonMapper.shared().readTree(text).isObject()).isTrue();
        var dialect = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        assertThat(dialect.getSchema(text, InputFormat.JSON)).isNotNull();
        assertThat(run("schema").out()).contains(name);
    }

    @Test
    void an_unknown_schema_names_the_nearest() {
        assertThat(run("schema", "confg").err())
                .isEqualTo("error: unknown schema 'confg'\n  try: foldline schema config\n");
        assertThat(run("schema", "something-else").err()).endsWith("  try: foldline schema\n");
    }

    @Test
    void a_failure_conforms_to_its_schema() {
        var schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(run("schema", "error").out(), InputFormat.JSON);
        assertThat(schema.validate(run("status", "--json").out(), InputFormat.JSON)).isEmpty();
    }

    @Test
    void settings_are_shown_with_their_origins() throws IOException {
        Files.writeString(folder.resolve("foldline.yaml"), "iterations: 3\n");
        assertThat(
                        run("config", "show", "--origin", "--set", "reviews=1")
                                .out()
                                .lines()
                                .map(line -> line.replaceAll(" +", " "))
                                .toList())
                .contains(
                        "iterations 3 foldline.yaml:1:1",
                        "reviews 1 flag --set reviews",
                        "workflow ralph default");
        assertThat(Cli.in(folder).variable("FOLDLINE_ITERATIONS", "4").run("config", "show").out())
                .containsPattern("iterations +4\n");
        assertThat(
                        JsonMapper.shared()
                                .readTree(run("config", "show", "--json").out())
                                .get("schema")
                                .asString())
                .isEqualTo("foldline.config/1");
    }

    @Test
    void settings_that_are_wrong_are_refused() throws IOException {
        Files.writeString(folder.resolve("foldline.yaml"), "iterations: -3\n");
        assertThat(run("config", "show").exit()).isEqualTo(2);
        var problem =
                JsonMapper.shared()
                        .readTree(run("config", "show", "--json").out())
                        .get("error")
                        .get("problems")
                        .get(0);
        assertThat(problem.get("place").asString()).isEqualTo("foldline.yaml:1:13");
    }

    @Test
    void a_group_without_a_command_shows_its_help() {
        assertThat(run("workflow").out())
                .contains(
                        "Usage: foldline workflow COMMAND",
                        "\nDefinitions of workflows:\n  list ",
                        "\nWorkflows of tasks:\n")
                .isEqualTo(run("workflows").out())
                .isEqualTo(run("workflow", "--help").out());
        assertThat(run("config").out()).contains("  show  Show every key with its value.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void bash_can_read_its_completions(String shell) throws IOException, InterruptedException {
        var script =
                Files.writeString(folder.resolve("completion"), run("completion", shell).out());
        var check =
                new ProcessBuilder("bash", "-n", script.toString())
                        .redirectErrorStream(true)
                        .start();
        assertThat(new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(check.waitFor()).isZero();
        assertThat(Files.readString(script)).contains("explain", "--oneline");
    }

    @Test
    void fish_completion_contains_each_command_and_option() {
        var lines = run("completion", "fish").out().lines().collect(Collectors.toSet());
        assertThat(lines)
                .contains(
                        "complete -c foldline -n '__fish_seen_subcommand_from log' -l oneline -d"
                                + " 'Print event number and event only.'",
                        "complete -c foldline -l json -d 'Print JSON: one document, or one per line"
                                + " for streams. Diagnostics go to stderr.'");
        assertThat(lines)
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "complete -c foldline -n '__fish_use_subcommand' -a explain"
                                                + " -d '"));
    }

    @Test
    void a_graph_is_printed_as_one_document_too() {
        var mermaid = JsonMapper.shared().readTree(run("workflows", "graph", "--json").out());
        assertThat(mermaid.get("schema").asString()).isEqualTo("foldline.graph/1");
        assertThat(mermaid.get("graph").asString()).isEqualTo(run("workflows", "graph").out());
        var dot =
                JsonMapper.shared()
                        .readTree(run("workflows", "graph", "--format", "dot", "--json").out());
        assertThat(dot.get("language").asString()).isEqualTo("dot");
        assertThat(dot.get("graph").asString())
                .isEqualTo(run("workflows", "graph", "--format", "dot").out());
    }

    @Test
    void an_unknown_shell_is_refused() {
        assertThat(run("completion", "tcsh").err()).contains("bash, zsh, fish");
    }

    private Cli.Answer run(String... arguments) {
        return Cli.in(folder).run(arguments);
    }
}
