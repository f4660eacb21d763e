package dev.foldline.app.command.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Artifacts that a user replaces at an open gate. */
class EditCommandTest {
    private static final String PLAN =
            "{\"summary\":\"better\",\"steps\":[{\"title\":\"one\"},{\"title\":\"two\"}]}";

    @TempDir Path folder;

    /** A user whose editor is this script; its argument is the file. */
    private CliFixture editing(String script) throws Exception {
        var place = CliFixture.gated(folder);
        var editor = Path.of(place.environment.get("HOME"), "editor.sh");
        Files.writeString(editor, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(editor, PosixFilePermissions.fromString("rwxr-xr-x"));
        place.environment.put("EDITOR", editor.toString());
        return place;
    }

    private static Path written(CliFixture place, String text) throws IOException {
        var file = Path.of(place.environment.get("HOME"), "plan.json");
        return Files.writeString(file, text);
    }

    @Test
    void the_next_phase_works_with_the_plan_that_the_user_wrote() throws Exception {
        var place = CliFixture.gated(folder);
        place.agent(
                AgentScripts.except(
                        "developer", "cp \"$FOLDLINE_PROMPT_FILE\" \"$HOME/prompt\"; echo a > b"));

        var edited = place.foldline("edit", "plan", "-f", written(place, PLAN).toString());

        assertThat(edited.exit()).as(edited.all()).isZero();
        assertThat(edited.out()).contains("Replaced: plan. The gate planning now shows revision 2");
        assertThat(Remedy.done(place, edited, "foldline gates planning").out())
                .contains("shows         revision 2", "summary: better", "title: two")
                .containsPattern(
                        "replaced +plan, since then revision 2, at .* by .*\\(terminal\\)");
        assertThat(place.foldline("log").out())
                .contains("plan replaced at the gate planning, now revision 2, by ");
        var stale = place.foldline("approve", "planning", "--revision", "1");
        assertThat(stale.exit()).as(stale.all()).isEqualTo(1);
        assertThat(stale.err())
                .contains("Gate planning now shows revision 2, ", "; review it again");
        assertThat(place.foldline("approve", "planning", "--revision", "2").exit()).isZero();
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(Files.readString(Path.of(place.environment.get("HOME"), "prompt")))
                .contains("better", "two")
                .doesNotContain("\"t\"");
    }

    @Test
    void what_does_not_fit_or_holds_a_secret_changes_nothing() throws Exception {
        var place = CliFixture.gated(folder);
        var before = place.foldline("gates").out();
        for (var text :
                new String[] {
                    "{\"summary\":\"s\"}",
                    "not JSON",
                    "{\"summary\":\""
                            + "ghp_"
                            + "a".repeat(36)
                            + "\",\"steps\":[{\"title\":\"t\"}]}"
                }) {
            var refused = place.foldline("edit", "plan", "-f", written(place, text).toString());
            assertThat(refused.exit()).as(refused.all()).isEqualTo(2);
            assertThat(refused.err()).contains("plan is not replaced: ");
        }
        var same = place.foldline("edit", "plan", "-f", written(place, PLAN).toString());
        assertThat(same.exit()).as(same.all()).isZero();
        var again = place.foldline("edit", "plan", "-f", written(place, PLAN).toString());
        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.err()).contains("The artifact plan has this content already");
        assertThat(before).contains("revision 1");
        assertThat(place.foldline("gates").out()).contains("shows         revision 2");
        place.foldline("reject", "planning", "-m", "smaller");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(place.foldline("gates").out())
                .contains("shows         revision 3", "title: t", "foldline edit plan planning r");
    }

    @Test
    void only_artifacts_of_the_gate_that_decide_nothing_may_be_replaced() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--gate", "development", "Add work").exit()).isEqualTo(3);
        for (var name : new String[] {"plan", "development_result"}) {
            var refused = place.foldline("edit", name, "-f", written(place, PLAN).toString());
            assertThat(refused.exit()).as(refused.all()).isEqualTo(2);
            assertThat(refused.err())
                    .contains(
                            "the gate development shows no artifact "
                                    + name
                                    + " that can be replaced");
            assertThat(Remedy.done(place, refused, "foldline gates development").out())
                    .doesNotContain("foldline edit");
        }
        place.foldline("approve");
        place.foldline("freeze", "mine", "-m", "why");
        var frozen = place.foldline("edit", "development_result", "-f", place.root + "/a.txt");
        assertThat(frozen.err()).contains("the gate mine shows no artifact development_result");
        place.foldline("approve");
        assertThat(place.foldline("edit", "plan", "-f", place.root + "/a.txt").err())
                .contains("no gate is open");
    }

    @Test
    void a_revision_that_another_edit_made_meanwhile_is_not_overwritten() throws Exception {
        var place =
                editing(
                        "touch \"$HOME/open\"; until [ -e \"$HOME/go\" ]; do sleep 0.05; done\n"
                                + "sed -i 's/\"t\"/\"late\"/' \"$1\"");
        var home = Path.of(place.environment.get("HOME"));
        var slow = place.inAnotherTerminal("edit", "plan");
        CliFixture.until(
                "an editor", () -> Files.exists(home.resolve("open")), () -> !slow.isDone());
        var quick = place.foldline("edit", "plan", "-f", written(place, PLAN).toString());
        assertThat(quick.exit()).as(quick.all()).isZero();
        Files.writeString(home.resolve("go"), "");
        var refused = slow.get();
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("Gate planning now shows revision 2");
        assertThat(place.foldline("gates").out()).contains("title: two");
        var kept = Path.of(Remedy.arguments(refused, "foldline edit plan planning")[5]);
        assertThat(kept).content().contains("late");
    }

    @Test
    void an_edited_text_that_does_not_fit_is_kept_and_given_again_as_printed() throws Exception {
        var place = editing("echo '{}' > \"$1\"");
        var refused = place.foldline("edit", "plan");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(2);
        var file = Path.of(Remedy.arguments(refused, "foldline edit plan planning")[5]);
        assertThat(file).hasContent("{}");
        Files.writeString(file, PLAN);
        Remedy.done(place, refused, "foldline edit plan planning");
        assertThat(place.foldline("gates").out()).contains("title: two");
        place.foldline("reject", "planning", "-m", "smaller");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        var page = place.foldline("gates");
        place.environment.put("EDITOR", "sed -i 's/\"t\"/\"edited\"/'");
        assertThat(Remedy.done(place, page, "foldline edit plan planning").out())
                .contains("now shows revision 4");
        assertThat(place.foldline("gates").out()).contains("title: edited");
    }

    @Test
    void an_editor_that_changes_nothing_or_fails_or_is_missing_changes_nothing() throws Exception {
        var place = editing("exit 0");
        assertThat(place.foldline("edit", "plan").err()).contains("the text is unchanged");
        place.environment.put("GIT_EDITOR", "false");
        assertThat(place.foldline("edit", "plan").err()).contains("the editor failed");
        place.environment.remove("GIT_EDITOR");
        place.environment.remove("EDITOR");
        var none = place.foldline("edit", "plan");
        assertThat(none.exit()).isEqualTo(2);
        var words = Remedy.arguments(none, "foldline edit plan planning");
        assertThat(words[words.length - 1]).isEqualTo("FILE");
        words[words.length - 1] = written(place, PLAN).toString();
        assertThat(place.foldline(words).exit()).isZero();
    }
}
