package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.forge.ForgeKind;

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
    void what_the_remote_or_the_forge_refuses_halts_the_run_until_it_is_allowed() throws Exception {
        var branch = "fix/\u00FC&b=c#1+2%20";
        at.configured(", draft: true, labels: [shop]");
        at.place.git("switch", "-q", "-c", branch);
        at.place.git("remote", "set-url", "origin", "/nonexistent/shop.git");
        assertHalts(
                at.place.foldline("run", "--pr", "--in-place", "Add work"),
                "does not appear to be a git repository");
        at.place.git("remote", "set-url", "origin", at.bare.toString());
        var hook = at.bare.resolve("hooks/pre-receive");
        Files.writeString(
                hook, "#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(assertRetryHalts("[remote rejected]").all()).contains("hook declined");
        Files.delete(hook);
        at.place.environment.put("GITHUB_TOKEN", "wrong");
        assertRetryHalts("401");
        at.place.environment.put("GITHUB_TOKEN", FakeForge.TOKEN);
        at.forge.disturb("POST", "/pulls", 403, Map.of(), false);
        assertRetryHalts("the forge answered with 403");
        at.place.git("--git-dir", at.bare.toString(), "branch", "-q", "-m", "main", "trunk");
        assertRetryHalts("refused: base is invalid");
        at.place.git("--git-dir", at.bare.toString(), "branch", "-q", "-m", "trunk", "main");
        at.forge.disturb("POST", "/pulls", 422, Map.of(), false);
        assertRetryHalts("the pull request was refused: disturbed");
        assertThat(at.forge.requests).isEmpty();
        at.forge.disturb("POST", "/labels", 403, Map.of(), false);
        assertRetryHalts(
                "/labels: the forge answered with 403: disturbed; check the rights of the token");
        var opened = at.place.foldline("retry");
        assertThat(opened.exit()).as(opened.all()).isEqualTo(3);
        assertThat(at.request().state).isEqualTo("open");
        assertThat(at.request().branch).isEqualTo(branch);
        assertThat(at.request().labels).containsExactly("shop");
        at.synced(3);
    }

    private CliFixture.CommandResult assertRetryHalts(String why) throws Exception {
        var halted = at.place.foldline("retry");
        assertHalts(halted, why);
        return halted;
    }

    private void assertHalts(CliFixture.CommandResult halted, String why) throws Exception {
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(halted.all()).contains(why).doesNotContain("internal error", "Exception");
        assertThat(at.place.git("ls-tree", "--name-only", "HEAD"))
                .as("its work is kept")
                .contains("work.txt");
    }

    /** A method that is not allowed is a reason to wait. */
    @Test
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
}
