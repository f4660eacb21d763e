package dev.foldline.app.embed;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;

import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;

/** Workflows of a Java program, on a real repository. */
class FoldlineTest {
    static final EmbeddedWorkflow NOTES =
            EmbeddedWorkflow.of(
                            "notes",
                            phase("note", git(OPEN_BRANCH), ask("writer", "note"))
                                    .gate(new GateSpec(OnReject.REDO)),
                            phase("save", ask("writer", "commit_message"), git(COMMIT)))
                    .prompt("note", "Take a note. {{reason}}{{expected}}")
                    .schema("note", "{\"type\": \"object\", \"required\": [\"title\"]}");

    /** Submits an invalid note first, and keeps its prompts. */
    private static final String WRITER =
            """
            n=$(ls "$HOME" | grep -c prompt)
            cat > "$HOME/prompt-$n"
            case $n in
                0) echo '{"heading": "Hello"}' > .foldline/note.json ;;
                1) echo '{"title": "Hello"}' > .foldline/note.json; echo hello > NOTE.md ;;
                *) echo '{"subject": "Add a note"}' > .foldline/commit_message.json ;;
            esac
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
                        .environment(
                                Map.of("PATH", System.getenv("PATH"), "HOME", home.toString()));
    }

    @Test
    void prompts_and_schemas_of_the_workflow_are_used_until_its_end() throws Exception {
        var events = new ArrayList<Event>();
        var observed =
                foldline.observedBy(
                        new RunObserver() {
                            @Override
                            public void onEvent(
                                    Event event, Option<String> message, PipelineState state) {
                                events.add(event);
                            }
                        });
        var waiting = observed.run(NOTES, "Remember this");
        assertThat(waiting.outcome()).isEmpty();
        assertThat(waiting.state().slots().gate()).isInstanceOf(GateSlot.Open.class);
        assertThat(events).filteredOn(ArtifactRefused.class::isInstance).hasSize(1);
        assertThat(Files.readString(home.resolve("prompt-0")))
                .startsWith("Take a note.")
                .contains("\"required\": [\"title\"]");
        assertThat(Files.readString(home.resolve("prompt-1"))).contains("title");

        var approved = Cli.in(root).run("approve", "note", waiting.id());
        assertThat(approved.exit()).as(approved.err()).isZero();
        var run = observed.resume(NOTES, waiting.id());
        assertThat(run.id()).isEqualTo(waiting.id());
        assertThat(run.outcome()).contains(Outcome.COMPLETED);
        assertThat(run.isCompleted()).isTrue();
        assertThat(Repository.git(root, "log", "-1", "--format=%s")).isEqualTo("Add a note");
        assertThat(Repository.git(root, "show", "HEAD:NOTE.md")).isEqualTo("hello");
    }

    @Test
    void prompts_contain_artifacts_and_outputs_of_checks() throws Exception {
        var both =
                EmbeddedWorkflow.of(
                                "both",
                                phase("note", git(OPEN_BRANCH), ask("writer", "note")),
                                phase(
                                        "work",
                                        clean(),
                                        call("writer", "work"),
                                        check("words"),
                                        call("writer", "more")))
                        .check("words", "echo three words")
                        .prompt("note", "Before: {{artifacts.note}}. {{reason}}{{expected}}")
                        .prompt("work", "Work by {{artifacts.note}}{{checks.words.output}}.")
                        .prompt("more", "Printed: {{checks.words.output}}");
        assertThat(foldline.run(both, "Remember this").isCompleted()).isTrue();
        assertThat(Files.readString(home.resolve("prompt-0"))).startsWith("Before: . ");
        assertThat(Files.readString(home.resolve("prompt-1")))
                .startsWith("Work by ```json")
                .contains("\"heading\"")
                .doesNotContain("{{");
        assertThat(Files.readString(home.resolve("prompt-2"))).contains("three words");
    }

    @Test
    void a_run_in_a_worktree_leaves_the_checkout_unchanged() throws Exception {
        var waiting = foldline.inWorktrees().run(NOTES, "Remember this");
        assertThat(Cli.in(root).run("approve", "note", waiting.id()).exit()).isZero();
        assertThat(foldline.resume(NOTES, waiting.id()).isCompleted()).isTrue();
        assertThat(Repository.git(root, "branch", "--show-current")).isEqualTo("main");
        assertThat(Repository.git(root, "show", "foldline/remember-this:NOTE.md"))
                .isEqualTo("hello");
    }

    @Test
    void all_problems_of_a_definition_are_reported_before_the_run_starts() {
        var wrong =
                EmbeddedWorkflow.of("ralph", phase("note", ask("editor", "note")))
                        .prompt("note", "{{tusk}}")
                        .prompt("other", "{{artifacts.nite}}")
                        .schema("plan", "{}")
                        .schema("note", "not JSON");
        assertThatThrownBy(() -> foldline.run(wrong, "Remember this"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("ralph is taken")
                .hasMessageContaining("{{tusk}}")
                .hasMessageContaining("{{artifacts.nite}}, only for task")
                .hasMessageContaining("artifacts.note")
                .hasMessageContaining("plan has a schema already")
                .hasMessageContaining("the schema of note")
                .hasMessageContaining("role editor has no agents");
        assertThat(root.resolve(".git/foldline/runs")).doesNotExist();
    }

    @Test
    void an_unknown_agent_is_reported_before_the_run_starts() {
        assertThatThrownBy(() -> foldline.role("writer", "nobody").run(NOTES, "Remember this"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("unknown agent nobody");
    }
}
