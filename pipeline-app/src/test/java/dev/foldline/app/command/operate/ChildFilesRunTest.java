package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Runs workflow files whose steps start child runs of other files. */
class ChildFilesRunTest {
    private static final String PARENT =
            """
            workflow: fix-all
            roles: [planner]
            artifacts:
              findings: { items: problems }
            stages:
              - stage: find
                phases:
                  - phase: list
                    ask: { role: planner, prompt: prompts/list.md, artifact: findings }
              - stage: fix
                phases:
                  - phase: each
                    steps:
                      - children:
                          list: problems
                          workflow: fix-one
                          artifacts: [findings]
                          inputs: { tone: brief }
                          budget: { agent_calls: 8 }
            """;

    private static final String CHILD =
            """
            workflow: fix-one
            inputs:
              tone: { type: string }
            roles: [developer, committer]
            artifacts:
              findings: {}
              report: { schema: schemas/report.json }
            stages:
              - stage: fix
                phases:
                  - phase: work
                    ask: { role: developer, prompt: prompts/fix.md, artifact: report }
                  - phase: commit
                    commit: { message_from: committer }
            """;

    private static final String AGENT =
            """
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$FOLDLINE_ROLE-$FOLDLINE_RUN.md"
            case "$FOLDLINE_ROLE" in
              planner) echo '{"problems":["One","Two"]}' > .foldline/findings.json ;;
              developer) echo "$FOLDLINE_INPUT_TONE" > "$FOLDLINE_RUN.txt"
                echo '{"done":true}' > .foldline/report.json ;;
              committer) echo '{"subject":"Fix one"}' > .foldline/commit_message.json ;;
            esac
            echo "$FOLDLINE_ROLE has worked"
            """;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository_with_two_workflow_files() throws Exception {
        place = CliFixture.ready(folder).agent(AGENT);
        place.write("foldline/workflows/fix-all.yaml", PARENT);
        place.write("foldline/workflows/fix-one.yaml", CHILD);
        place.write("foldline/workflows/prompts/list.md", "{{task}}\n{{expected}}");
        place.write(
                "foldline/workflows/prompts/fix.md",
                "Fix, {{inputs.tone}}: {{task}}\n{{artifacts.findings}}\n{{expected}}");
        place.write(
                "foldline/workflows/schemas/report.json",
                "{\"type\":\"object\",\"required\":[\"done\"]}");
        place.git("add", "foldline");
        place.git("commit", "-q", "-m", "Add two workflows");
    }

    @Test
    void each_child_runs_its_own_file_with_its_inputs_prompts_and_schemas() throws Exception {
        var reported = place.foldline("run", "--workflow", "fix-all", "Fix all");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var files =
                place.git("log", "--branches", "--format=", "--name-only", "--", "r*.txt").strip();
        assertThat(files.lines()).hasSize(2);
        var home = Path.of(place.environment.get("HOME"));
        try (var prompts = Files.newDirectoryStream(home, "prompt-developer-*")) {
            for (var prompt : prompts)
                assertThat(Files.readString(prompt))
                        .startsWith("Fix, brief: ")
                        .contains("\"problems\"", "\"done\"");
        }
        for (var file : files.lines().toList())
            assertThat(place.git("log", "--all", "-p", "--format=", "--", file)).contains("+brief");
    }

    @Test
    void definitions_come_from_the_base_commit_and_not_from_the_users_folder() throws Exception {
        place.write("foldline/workflows/other.yaml", CHILD.replace("fix-one", "other"));
        var refused =
                place.foldline(
                        "run",
                        "--allow-dirty",
                        "--workflow",
                        "other",
                        "--input",
                        "tone=dry",
                        "Fix it");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(2);
        assertThat(refused.err()).contains("the workflow file is not committed", "commit it");
        var users = Path.of(place.environment.get("XDG_CONFIG_HOME"), "foldline/workflows");
        Files.createDirectories(users);
        Files.writeString(users.resolve("fix-one.yaml"), "workflow: broken\n");
        place.write("foldline/workflows/prompts/fix.md", "Changed, not committed: {{expected}}");
        var run =
                place.foldline(
                        "run",
                        "--allow-dirty",
                        "--workflow",
                        "fix-one",
                        "--input",
                        "tone=dry",
                        "Fix it");
        assertThat(run.exit()).as(run.all()).isZero();
        var home = Path.of(place.environment.get("HOME"));
        try (var prompts = Files.newDirectoryStream(home, "prompt-developer-*")) {
            assertThat(Files.readString(prompts.iterator().next())).startsWith("Fix, dry: Fix it");
        }
        assertThat(run.all())
                .contains(
                        "workflow fix-one is foldline/workflows/fix-one.yaml, not "
                                + users.resolve("fix-one.yaml"));
    }
}
