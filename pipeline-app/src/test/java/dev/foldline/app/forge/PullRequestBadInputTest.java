package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** A forge that refuses what a run needs, and people and checks that do what nobody expects. */
class PullRequestBadInputTest {
    private static final int LOG_CHARS = 10_000_000;
    private static final int PROMPT_CHARS_MAX = 60_000;

    @TempDir Path folder;
    private DeliveryFixture at;

    @BeforeEach
    void host() throws Exception {
        at = new DeliveryFixture(folder, ForgeKind.GITHUB);
    }

    @AfterEach
    void stop() {
        at.close();
    }

    /** Each refusal halts the run with its work kept, and a retry continues from there. */
    @Test
    void a_protected_branch_and_a_fork_without_rights_halt_the_run_until_they_allow_it()
            throws Exception {
        var hook = at.bare.resolve("hooks/pre-receive");
        Files.writeString(
                hook, "#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        var halted = at.place.foldline("run", "--pr", "Add work");
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(halted.all()).contains("[remote rejected]", "hook declined");
        assertThat(at.place.committed()).containsExactly("work.txt");
        Files.delete(hook);
        at.forge.disturb("POST", "/pulls", 403, Map.of(), false);
        var refused = at.place.foldline("retry");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.all()).contains("the forge answered with 403");
        assertThat(at.forge.requests).isEmpty();
        var opened = at.place.foldline("retry");
        assertThat(opened.exit()).as(opened.all()).isEqualTo(3);
        assertThat(at.request().state).isEqualTo("open");
    }

    @Thorough
    @Test
    void a_huge_log_is_cut_and_a_forced_push_of_someone_else_is_kept() throws Exception {
        var request = at.opened();
        var log = "##[group]Run make\n" + "x".repeat(LOG_CHARS) + "\n##[error]failed\n";
        at.forge.check("test", request.branch, "failure", log);
        at.synced(3);
        assertThat(at.prompts("fixer"))
                .singleElement()
                .asString()
                .hasSizeLessThan(PROMPT_CHARS_MAX);
        var clone = folder.resolve("clone").toString();
        at.place.git("clone", "-q", "-b", request.branch, at.bare.toString(), clone);
        at.place.git("-C", clone, "commit", "-q", "--amend", "-m", "Theirs");
        at.place.git("-C", clone, "push", "-q", "--force");
        var theirs = at.forge.head(request.branch);
        assertThat(at.synced(1).all()).contains("has commits that the run did not push");
        assertThat(at.place.foldline("retry").exit()).isEqualTo(1);
        assertThat(at.forge.head(request.branch)).isEqualTo(theirs);
    }

    @Test
    @Thorough
    void what_the_forge_refuses_when_a_request_is_opened_halts_the_run_until_it_allows_it()
            throws Exception {
        at.configured(", draft: true, labels: [shop]");
        at.place.git("--git-dir", at.bare.toString(), "branch", "-q", "-m", "main", "trunk");
        assertHalts(at.place.foldline("run", "--pr", "Add work"), "refused: base is invalid");
        at.place.git("--git-dir", at.bare.toString(), "branch", "-q", "-m", "trunk", "main");
        at.forge.disturb("POST", "/pulls", 422, Map.of(), false);
        assertHalts(at.place.foldline("retry"), "the pull request was refused: disturbed");
        at.forge.disturb("POST", "/labels", 403, Map.of(), false);
        assertHalts(
                at.place.foldline("retry"),
                "/labels: the forge answered with 403: disturbed; check the rights of the token");
        var opened = at.place.foldline("retry");
        assertThat(opened.exit()).as(opened.all()).isEqualTo(3);
        assertThat(at.request().labels).containsExactly("shop");
        assertThat(at.place.committed()).containsExactly("work.txt");
    }

    private static void assertHalts(CliFixture.CommandResult halted, String why) {
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(halted.all()).contains(why).doesNotContain("internal error", "Exception");
    }

    /** A method that is not allowed is a reason to wait. */
    @Test
    @Thorough
    void a_merge_that_the_forge_refuses_is_shown_and_waits() throws Exception {
        at.configured(", merge: squash");
        var request = at.opened();
        at.forge.check("test", request.branch, "success", "");
        at.forge.disturb("PUT", "/merge", 405, Map.of(), false);
        var waits = at.synced(3);
        assertThat(waits.out()).contains("does not merge yet: disturbed");
        assertThat(at.place.foldline("status").out()).contains("does not merge yet: disturbed");
        assertThat(request.merged).isFalse();
    }

    @Thorough
    @Test
    void a_branch_with_odd_characters_has_its_request() throws Exception {
        at.place.git("switch", "-q", "-c", "fix/\u00FC&b=c#1+2%20");
        var opened = at.place.foldline("run", "--pr", "--in-place", "Add work");
        assertThat(opened.exit()).as(opened.all()).isEqualTo(3);
        assertThat(at.request().branch).isEqualTo("fix/\u00FC&b=c#1+2%20");
        at.synced(3);
    }
}
