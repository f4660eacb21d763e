package dev.foldline.effects.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.ConfiguredProgram;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.sandbox.SandboxProfile.Network;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A home folder that is the working tree, where nobody has configured Foldline yet. */
class SettingsInSandboxTest {
    @TempDir Path folder;

    @Test
    void a_call_does_not_write_a_program_that_the_driver_starts() throws Exception {
        var tree = folder.toRealPath();
        var git = Files.createDirectories(tree.resolve(".git"));
        var program = Files.createDirectories(tree.resolve("tools/deep")).resolve("program");
        Files.writeString(program, "theirs\n");
        var site =
                SandboxSiteReader.read(
                                new Place(tree, git, git),
                                Optional.empty(),
                                git.resolve("hooks"),
                                Sandboxes.environment(tree))
                        .starting(
                                List.of(
                                        new ConfiguredProgram(
                                                "notify.command", "sh tools/deep/program")));
        var profile = Sandboxes.profile(Network.ON);
        var rules = SandboxRules.of(profile, site, SandboxNeeds.NOTHING, List.of());
        var words =
                new ArrayList<>(
                        SandboxLauncher.prepared(Sandboxes.program(), profile, rules).launcher());
        words.addAll(
                List.of(
                        "/bin/sh",
                        "-c",
                        "touch tools/written; echo planted >tools/deep/program;"
                                + " rm -f tools/deep/program; echo planted >new;"
                                + " mv new tools/deep/program; mv tools away;"
                                + " mv tools/deep deeper; mkdir -p tools/deep;"
                                + " echo planted >tools/deep/program"));
        new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
        assertThat(tree.resolve("tools/written")).exists();
        assertThat(program).hasContent("theirs\n");
    }

    @Test
    void a_call_makes_no_user_in_a_tree_that_contains_the_users_configuration() throws Exception {
        var home = folder.toRealPath();
        var git = Files.createDirectories(home.resolve(".git"));
        var site =
                SandboxSiteReader.read(
                        new Place(home, git, git),
                        Optional.empty(),
                        git.resolve("hooks"),
                        Sandboxes.environment(home));
        var profile = Sandboxes.profile(Network.ON);
        var rules = SandboxRules.of(profile, site, SandboxNeeds.NOTHING, List.of());
        var words =
                new ArrayList<>(
                        SandboxLauncher.prepared(Sandboxes.program(), profile, rules).launcher());
        words.addAll(
                List.of(
                        "/bin/sh",
                        "-c",
                        "touch written; echo 'users:' > .config/foldline/users.yaml;"
                                + " mv .config away; mkdir -p .config/foldline;"
                                + " echo 'users:' > .config/foldline/users.yaml"));
        new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
        assertThat(home.resolve("written")).exists();
        assertThat(home.resolve(".config/foldline/users.yaml")).doesNotExist();
    }
}
