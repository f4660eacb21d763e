package dev.foldline.app.embed;

import static dev.foldline.testkit.script.Plays.approves;
import static dev.foldline.testkit.script.Plays.edits;
import static dev.foldline.testkit.script.Plays.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.error.UserError;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.crash.CrashPoints;
import dev.foldline.testkit.simulation.Exploration;
import dev.foldline.testkit.simulation.Simulation;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Workflow files in a Java program: read, simulated, crashed, and run on a real repository. */
class EmbeddedWorkflowFileTest {
    private static final String PAGES =
            """
            workflow: pages
            inputs:
              area: { type: string }
              review: { type: boolean, default: "true" }
            roles: [writer, developer]
            artifacts:
              outline: { items: sections }
            stages:
              - stage: plan
                phases:
                  - phase: outline
                    ask: { role: writer, prompt: prompts/outline.md, artifact: outline }
                    gate: { on_reject: redo }
              - stage: write
                each: sections
                phases:
                  - phase: draft
                    steps: [call: { role: developer, prompt: prompts/draft.md }]
                  - phase: commit
                    commit: { message_from: writer }
            """;

    private static final Map<String, String> PROMPTS =
            Map.of(
                    "prompts/outline.md", "Outline {{inputs.area}}. {{expected}}",
                    "prompts/draft.md", "Draft {{item}} of {{artifacts.outline}}");

    private static final String WRITER =
            """
            case "$FOLDLINE_INPUT_AREA:$(cat)" in
                *Outline*) echo '{"sections": ["One", "Two"]}' > .foldline/outline.json ;;
                *) echo '{"subject": "Add a page"}' > .foldline/commit_message.json ;;
            esac
            """;

    private static final String DEVELOPER =
            """
            cat > "$HOME/draft-$(ls "$HOME" | grep -c draft)"
            echo page >> pages.md
            """;

    @TempDir private Path folder;
    private Path root;
    private Path home;
    private Foldline foldline;

    @BeforeEach
    void create() throws Exception {
        root = Repository.withOneCommit(folder.resolve("repository"));
        home = Files.createDirectory(folder.resolve("home"));
        foldline =
                Foldline.in(root)
                        .agent("writer", "sh", "-c", WRITER)
                        .agent("developer", "sh", "-c", DEVELOPER)
                        .environment(
                                Map.of("PATH", System.getenv("PATH"), "HOME", home.toString()));
    }

    private static EmbeddedWorkflowFile pages() {
        return EmbeddedWorkflowFile.parse("pages.yaml", PAGES, PROMPTS);
    }

    private static void write(Path folder, Map<String, String> files) throws IOException {
        for (var file : files.entrySet()) {
            var path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    @Test
    void all_problems_of_a_file_are_reported_at_once_with_their_places() throws IOException {
        var file = folder.resolve("pages.yaml");
        Files.writeString(
                file,
                PAGES.replace("role: developer", "role: develper")
                        .replace("each: sec", "each: sek"));
        write(folder, PROMPTS);
        write(folder, Map.of("prompts/outline.md", "Outline\n{{inputs.aera}}"));
        var invalid =
                catchThrowableOfType(
                        InvalidWorkflowFile.class, () -> EmbeddedWorkflowFile.read(file));
        assertThat(invalid.problems())
                .extracting(ConfigurationProblem::describe)
                .map(each -> each.replace(folder + "/", ""))
                .containsExactlyInAnyOrder(
                        "pages.yaml:15:11: no artifact has the items 'sektions'; did you mean"
                                + " 'sections'?",
                        "pages.yaml:18:31: the role 'develper' is not declared; did you mean"
                                + " 'developer'?",
                        "prompts/outline.md:2:1: unknown placeholder {{inputs.aera}}; did you mean"
                                + " 'inputs.area'?");
        assertThat(invalid.getMessage().lines()).hasSize(invalid.problems().size());
    }

    @Test
    void a_file_that_does_not_exist_is_refused() {
        assertThatThrownBy(() -> EmbeddedWorkflowFile.read(folder.resolve("absent.yaml")))
                .isInstanceOf(UserError.class)
                .hasMessage("the workflow file does not exist");
        assertThatThrownBy(() -> EmbeddedWorkflowFile.resource(getClass(), "absent.yaml"))
                .isInstanceOf(UserError.class)
                .hasMessage("the workflow file does not exist");
    }

    @Test
    void a_file_is_simulated_and_crashed() {
        var simulation =
                Simulation.of(pages().input("area", "src").workflow())
                        .agent("writer", plans("One", "Two"))
                        .agent("developer", edits("pages.md", "one"), edits("pages.md", "two"))
                        .gate("outline", approves());
        assertThat(simulation.run().outcome()).contains(Outcome.COMPLETED);
        assertThat(simulation.run().commits()).hasSize(2);
        assertThat(CrashPoints.sample(simulation, 40, 1).violations()).isEmpty();
        assertThat(pages().variants()).hasSize(2);
        assertThat(Exploration.of(pages().variants(), 1, 50).unreached()).isEmpty();
    }

    @Test
    void inputs_are_checked() {
        assertThatThrownBy(() -> pages().input("aera", "src"))
                .isInstanceOfSatisfying(
                        UserError.class,
                        error -> assertThat(error.hint()).contains("did you mean 'area'"));
        assertThatThrownBy(() -> pages().input("review", "perhaps"))
                .isInstanceOf(UserError.class)
                .hasMessage("the input review does not fit");
        assertThatThrownBy(() -> pages().workflow())
                .isInstanceOf(UserError.class)
                .hasMessage("the input area is missing");
        assertThatThrownBy(() -> foldline.run(pages(), "Write"))
                .isInstanceOf(UserError.class)
                .hasMessage("the input area is missing");
    }

    @Test
    void a_run_uses_the_prompts_inputs_and_artifacts_until_its_end() throws Exception {
        var waiting = foldline.run(pages().input("area", "src"), "Write pages");
        assertThat(waiting.outcome()).isEmpty();
        var approved = Cli.in(root).run("approve", "outline", waiting.id());
        assertThat(approved.exit()).as(approved.err()).isZero();
        var run = foldline.resume(waiting.id());
        assertThat(run.isCompleted()).isTrue();
        assertThat(Files.readString(home.resolve("draft-1")))
                .startsWith("Draft Two of ")
                .contains("\"sections\"");
        assertThat(Repository.git(root, "log", "--format=%s", "-3"))
                .isEqualTo("Add a page\nAdd a page\nfirst");
    }

    @Test
    void child_runs_call_the_agents_of_the_program() throws Exception {
        var parent =
                """
                workflow: both
                roles: [writer]
                artifacts: { outline: { items: sections } }
                stages:
                  - stage: all
                    phases:
                      - phase: outline
                        ask: { role: writer, prompt: prompts/outline.md, artifact: outline }
                      - phase: write
                        steps: [children: { list: sections, workflow: one }]
                """;
        var child =
                """
                workflow: one
                roles: [developer, writer]
                stages:
                  - stage: all
                    phases:
                      - phase: draft
                        steps: [call: { role: developer, prompt: prompts/one.md }]
                      - phase: commit
                        commit: { message_from: writer }
                """;
        var both =
                EmbeddedWorkflowFile.parse(
                        "both.yaml",
                        parent,
                        Map.of(
                                "one.yaml", child,
                                "prompts/outline.md", "Outline {{task}} {{expected}}",
                                "prompts/one.md", "Write a page"));
        assertThat(both.workflow().nested().map(Workflow::name)).containsExactly("one");
        assertThat(foldline.run(both, "Write pages").isCompleted()).isTrue();
        assertThat(home.toFile().list()).contains("draft-0");
    }

    @Test
    void a_file_of_the_repository_is_read_with_its_configuration() throws Exception {
        var checked =
                PAGES.replace(
                        "steps: [call: { role: developer, prompt: prompts/draft.md }]",
                        "steps: [call: { role: developer, prompt: prompts/draft.md }, check:"
                                + " checks]");
        write(root.resolve("foldline/workflows"), PROMPTS);
        write(root, Map.of("foldline/workflows/pages.yaml", checked));
        assertThatThrownBy(() -> foldline.workflowFile("pages"))
                .isInstanceOf(InvalidWorkflowFile.class)
                .hasMessageContaining("foldline/workflows/pages.yaml:");
        write(root, Map.of("foldline.yaml", "checks: [test -s pages.md]\n"));
        var read = foldline.workflowFile("pages").input("area", "src");
        assertThat(read.workflow().policy().checks().keySet()).contains("checks");
        assertThat(read.workflow().policy().chain("writer")).containsExactly("writer");
        assertThatThrownBy(() -> foldline.workflowFile("page"))
                .isInstanceOf(UserError.class)
                .hasMessage("unknown workflow 'page'");
    }

    @Test
    void a_run_of_another_workflow_needs_its_definition() throws Exception {
        var taking =
                foldline.agent(
                        "writer",
                        "sh",
                        "-c",
                        "echo '{\"title\": \"Hello\"}' > .foldline/note.json");
        var waiting = taking.run(FoldlineTest.NOTES, "Remember this");
        assertThat(waiting.outcome()).isEmpty();
        assertThatThrownBy(() -> foldline.resume(waiting.id()))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("is not a file");
    }
}
