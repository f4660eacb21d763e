package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs a workflow file from the command line, on a real repository with scripted agents. */
class WorkflowFileRunTest {
    private static final String FILE =
            """
            workflow: docs-first
            description: Write the documentation section by section.
            inputs:
              area: { type: string, description: Folder to document, default: "." }
              careful: { type: boolean, default: true }
            roles: [writer, developer, critic, committer]
            artifacts:
              outline: { schema: schemas/outline.json, items: sections }
              verdict: { labels: [good, weak, wrong] }
            checks:
              docs: { run: 'test -s docs.md && grep -q Install .foldline/outline.json' }
            stages:
              - stage: plan
                phases:
                  - phase: outline
                    ask: { role: writer, prompt: prompts/outline.md, artifact: outline }
              - stage: write
                each: sections
                phases:
                  - phase: draft
                    steps:
                      - call: { role: developer, prompt: prompts/draft.md }
                      - ask: { role: critic, prompt: prompts/verdict.md, artifact: verdict }
                        if: { input: careful, is: true }
                      - check: docs
                    routes: { good: next_step, weak: repeat, wrong: { go_back: write, times: 2 } }
                    retry: { outputs: 3, repeats: 5 }
                    budget: { agent_calls: 12 }
                  - phase: commit
                    commit: { message_from: committer, requires: docs }
            """;

    private static final String LINT_FIRST =
            """
            workflow: lint-first
            roles: [developer, committer]
            checks:
              lint: { run: 'echo "it says: $(cat lint.txt) sk-ant-api03-$(printf %040d 7)"; grep -q fine lint.txt' }
              tests: { run: 'cat tests.txt; grep -q passed tests.txt' }
            stages:
              - stage: work
                phases:
                  - phase: show
                    steps:
                      - check: lint
                        expect: fail
                  - phase: fix
                    steps:
                      - call: { role: developer, prompt: prompts/fix.md }
                      - check: lint
                      - check: tests
                  - phase: commit
                    commit: { message_from: committer, prompt: prompts/message.md, requires: lint }
            """;

    private static final String AGENT =
            """
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$FOLDLINE_ROLE.md"
            case "$FOLDLINE_ROLE" in
              writer) echo '{"sections":["Start","Install"]}' > .foldline/outline.json ;;
              developer) echo "line $FOLDLINE_TICKET of $FOLDLINE_INPUT_AREA" >> docs.md ;;
              critic) echo '{"status":"good"}' > .foldline/verdict.json ;;
              committer) echo '{"subject":"Write a section"}' > .foldline/commit_message.json ;;
            esac
            echo "$FOLDLINE_ROLE has worked"
            """;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository_with_a_workflow_file() throws Exception {
        place = CliFixture.ready(folder).agent(AGENT);
        place.write("foldline/workflows/docs-first.yaml", FILE);
        place.write("foldline/workflows/prompts/outline.md", "{{task}}\n{{expected}}");
        place.write(
                "foldline/workflows/prompts/draft.md",
                "Write {{item}} of {{inputs.area}}.\n{{artifacts.outline}}");
        place.write("foldline/workflows/prompts/verdict.md", "{{task}}\n{{expected}}");
        place.write(
                "foldline/workflows/schemas/outline.json",
                "{\"type\":\"object\",\"required\":[\"sections\"]}");
        commit();
    }

    private void commit() throws IOException, InterruptedException {
        place.git("add", "foldline");
        place.git("commit", "-q", "-m", "Add a workflow");
    }

    private String home(String file) throws IOException {
        return Files.readString(Path.of(place.environment.get("HOME")).resolve(file));
    }

    @Test
    void a_workflow_file_runs_to_its_end() throws Exception {
        var checked = place.foldline("workflow", "check", "docs-first");
        assertThat(checked.out()).startsWith("docs-first is valid; at most ");
        var reported =
                place.foldline(
                        "run", "--workflow", "docs-first", "--input", "area=src", "Write docs");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("docs.md");
        assertThat(place.git("log", "--format=%s", "main..HEAD").lines()).hasSize(2);
        assertThat(place.read("docs.md").lines())
                .hasSize(2)
                .allMatch(line -> line.endsWith(" of src"));
        assertThat(home("prompt-developer.md"))
                .startsWith("Write Install of src.")
                .contains("\"sections\"");
        assertThat(home("prompt-critic.md")).contains("\"good\"", "\"weak\"", "\"wrong\"");
    }

    /** Fixes one of three failures in each call. */
    private static final String FIXER =
            """
            if [ "$FOLDLINE_ROLE" = developer ]; then
              n=$(ls "$HOME" | grep -c '^fix-')
              cp "$FOLDLINE_PROMPT_FILE" "$HOME/fix-$n"
              case "$n" in
                0) echo "a dot is missing" > lint.txt ;;
                1) echo fine > lint.txt ;;
                2) echo passed > tests.txt ;;
              esac
            fi
            """;

    @Test
    void a_prompt_carries_the_output_of_the_last_run_of_a_check() throws Exception {
        place.write("foldline/workflows/lint-first.yaml", LINT_FIRST);
        place.write(
                "foldline/workflows/prompts/fix.md",
                "Fix:\n"
                        + "{{checks.lint.output}}[{{checks.tests.output}}] as in {{task}}\n"
                        + "{{feedback}}");
        place.write("foldline/workflows/prompts/message.md", "{{checks.lint.output}}{{expected}}");
        place.write("lint.txt", "a comma is missing");
        place.write("tests.txt", "3 tests failed");
        place.git("add", "lint.txt", "tests.txt");
        commit();
        place.agent(AGENT + FIXER);
        var task = "the page {{checks.lint.output}}";
        var reported = place.foldline("run", "--workflow", "lint-first", task);
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(home("fix-0"))
                .contains("Fix:\n```\nit says: a comma is missing ", "[] as in " + task)
                .doesNotContain("sk-ant-api03-0", "said about");
        assertThat(home("fix-1")).containsOnlyOnce("was said about").contains("a dot is missing");
        assertThat(home("fix-2").substring(home("fix-2").indexOf("was said about")))
                .contains("3 tests failed")
                .doesNotContain("is missing");
        assertThat(home("prompt-committer.md")).startsWith("```\nit says: fine ");
    }

    @Test
    void inputs_and_roles_are_checked_before_the_run_starts() throws Exception {
        assertThat(run("--input", "aera=src").err())
                .contains("workflow docs-first has no input 'aera'", "did you mean 'area'?");
        assertThat(run("--input", "careful=perhaps").err()).contains("give true or false");
        assertThat(run("--until", "drafts").err()).contains("has no phase drafts");
        var configured = place.read("foldline.yaml");
        for (var wrong : new String[] {"critc: critic", "develper: developer"}) {
            var role = wrong.split(": ")[0];
            place.write(
                    "foldline.yaml",
                    configured.replace("roles: {", "roles: { " + role + ": [mine],"));
            assertThat(run("--input", "area=src").err())
                    .contains("the workflow has no role '" + role + "'", "at: roles." + role)
                    .contains("did you mean '" + wrong.split(": ")[1] + "'?");
        }
    }

    private CliFixture.CommandResult run(String option, String value) {
        var reported =
                place.foldline("run", "--workflow", "docs-first", option, value, "Write docs");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(2);
        return reported;
    }

    @Test
    void all_mistakes_are_reported_with_their_places() throws Exception {
        place.write(
                "foldline/workflows/docs-first.yaml",
                FILE.replace(
                                "    phases:\n      - phase: outline",
                                "    phasse: 1\n    phases:\n      - phase: outline")
                        .replace("role: critic", "role: critc")
                        .replace("weak: repeat", "weak: repaet")
                        .replace("- check: docs", "- check: dosc"));
        place.write(
                "foldline/workflows/prompts/draft.md",
                "Write\n  {{inputs.aera}}\n{{checks.dosc.output}}");
        var reported = place.foldline("workflow", "check", "docs-first");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.out())
                .contains(
                        "docs-first.yaml:14:5: unknown key 'phasse' in a stage; did you mean"
                                + " 'phases'?\n",
                        "docs-first.yaml:24:26: the role 'critc' is not declared; did you mean"
                                + " 'critic'?\n",
                        "docs-first.yaml:26:20: the check 'dosc' is not defined; did you mean"
                                + " 'docs'?\n",
                        "unknown route 'repaet'; did you mean 'repeat'?\n",
                        "foldline/workflows/prompts/draft.md:2:3: unknown placeholder"
                                + " {{inputs.aera}}; did you mean 'inputs.area'?\n",
                        "foldline/workflows/prompts/draft.md:3:1: unknown placeholder"
                                + " {{checks.dosc.output}}; did you mean 'checks.docs.output'?\n");
        assertThat(place.foldline("workflow", "check", "foldline/workflows/docs-first.yaml").out())
                .isEqualTo(reported.out());
        var refused = place.foldline("run", "--workflow", "docs-first", "Write docs");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(2);
        assertThat(refused.err()).contains("unknown route 'repaet'");
    }

    @Test
    void a_new_workflow_runs_as_it_is() throws Exception {
        var created = place.foldline("workflow", "new", "mine");
        assertThat(created.exit()).as(created.all()).isZero();
        assertThat(created.out())
                .startsWith("wrote " + Path.of("foldline", "workflows", "mine.yaml") + "\n");
        assertThat(place.foldline("workflow", "new", "mine").exit()).isEqualTo(2);
        assertThat(place.foldline("workflow", "check", "mine").out()).contains("mine is valid");
        assertThat(place.foldline("workflow", "show", "mine").out()).contains("prompts/mine.md");
        assertThat(place.foldline("workflow", "graph", "mine").out()).contains("build_review");
        commit();
        place.agent(AgentScripts.HELPFUL);
        var file = "./foldline/workflows/mine.yaml";
        assertThat(place.foldline("plan", "--full", "--workflow", file, "Add work").out())
                .contains("agent planner: mine");
        var reported = place.foldline("run", "--workflow", file, "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void a_copy_of_a_workflow_of_foldline_is_the_original_by_another_name() throws Exception {
        var noFile = place.foldline("workflow", "new", "mine", "--from", "tdd");
        assertThat(noFile.exit()).isEqualTo(2);
        assertThat(Remedy.follow(place, noFile, "foldline workflow show tdd --expanded").out())
                .startsWith("workflow: tdd\n")
                .contains("expanded: true\n", "internal:");
        assertThat(place.foldline("workflow", "new", "mine", "--from", "ralph").exit()).isZero();
        var shown = place.foldline("workflow", "show", "ralph", "--yaml").out();
        var line = "# yaml-language-server: $schema=workflow.schema.json\n";
        assertThat(place.read("foldline/workflows/mine.yaml"))
                .isEqualTo(line + shown.replace("workflow: ralph", "workflow: mine"));
        assertThat(place.read("foldline/workflows/workflow.schema.json").strip())
                .isEqualTo(place.foldline("schema", "workflow").out().strip());
        assertThat(place.foldline("workflow", "check", "mine").out()).contains("mine is valid");
    }

    @Test
    void a_copy_of_a_workflow_runs_with_prompts_of_its_own() throws Exception {
        assertThat(place.foldline("workflow", "new", "mine", "--from", "docs-first").exit())
                .isZero();
        place.write(
                "foldline/workflows/mine/prompts/draft.md",
                "Write {{item}} of {{inputs.area}} for me.");
        commit();
        var reported = place.foldline("run", "--workflow", "mine", "Write docs");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(home("prompt-developer.md")).startsWith("Write Install of . for me.");
        Files.delete(place.root.resolve("foldline/workflows/prompts/draft.md"));
        var refused = place.foldline("workflow", "new", "other", "--from", "docs-first");
        assertThat(refused.err()).contains("names prompts/draft.md, which cannot be copied");
        assertThat(Remedy.follow(place, refused, "foldline workflow check ").out())
                .contains("the file prompts/draft.md does not exist");
    }
}
