package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** What agents are told can be read beforehand, and said in other words. */
class PromptsCommandTest {
    @TempDir Path folder;

    @Test
    void a_template_of_the_user_replaces_ours_and_is_read_by_the_agent() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .write("ours/plan.md", "PLAN IT MY WAY\n{{task}}\n{{expected}}")
                        .agent(
                                AgentScripts.except(
                                        "planner",
                                        "cp \"$FOLDLINE_PROMPT_FILE\" \"$HOME/prompt\"; echo"
                                            + " '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}'"
                                            + " > .foldline/plan.json; echo planned"));
        assertThat(place.foldline("prompts", "show", "planning", "Add a login").out())
                .contains("--- plan, for the planner", "You plan a change", "Add a login")
                .contains("`.foldline/plan.json`", "\"steps\"");
        place.configured("prompts: ours\niterations: 1\nreviews: 0\n");
        place.git("add", "ours");
        place.git("commit", "-q", "-m", "Our prompts");
        assertThat(place.foldline("prompts").out())
                .containsPattern("plan +.*/ours/plan.md")
                .containsPattern("issues +ours");
        assertThat(place.foldline("prompts", "show", "planning", "Add a login").out())
                .contains("PLAN IT MY WAY")
                .doesNotContain("You plan a change");
        var reported = place.foldline("run", "Add a login");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(Files.readString(Path.of(place.environment.getOrDefault("HOME", ""), "prompt")))
                .startsWith("PLAN IT MY WAY")
                .contains("Add a login");
    }

    @Test
    void a_template_that_replaces_none_is_detected_before_a_run() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .write("ours/plna.md", "x")
                        .write("ours/plan.md", "{{tsk}}");
        place.configured("prompts: ours\n");
        place.git("add", "ours");
        place.git("commit", "-q", "-m", "Our prompts");
        var reported = place.foldline("run", "Add a login");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(2);
        assertThat(reported.all())
                .contains("plna.md: no prompt has this name, only ")
                .contains("plan.md: nothing is filled in for {{tsk}}");
        assertThat(place.configured("prompts: nowhere\n").foldline("run", "Add a login").all())
                .contains("there is no such folder");
    }
}
