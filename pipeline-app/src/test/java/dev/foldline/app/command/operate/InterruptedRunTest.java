package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/**
 * A driver died during a call, and its agent planted something for git to run: no command of ours
 * runs it.
 */
class InterruptedRunTest {
    @TempDir Path folder;

    private CliFixture place;
    private Path home;
    private Path ran;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
        home = Path.of(place.environment.get("HOME"));
        ran = home.resolve("ran");
    }

    /**
     * What a driver had kept during a call that was never answered, in a tree where the agent had
     * done nothing yet.
     */
    private void interrupted(String... flags) throws Exception {
        place.agent(
                "here=$(git rev-parse --path-format=absolute --git-common-dir)\n"
                        + "[ -d ~/kept ] || cp -a \"$here/foldline\" ~/kept\n"
                        + "exit 9\n");
        var words =
                Stream.concat(
                                Stream.of("run", "--budget", "agent_calls=1"),
                                Stream.concat(Stream.of(flags), Stream.of("Add work")))
                        .toArray(String[]::new);
        place.foldline(words);
        delete(place.root.resolve(".git/foldline"));
        Files.move(home.resolve("kept"), place.root.resolve(".git/foldline"));
        place.agent(AgentScripts.HELPFUL);
        assertThat(place.git("ls-files", "--others", "--exclude-standard", "-x", "foldline.yaml"))
                .isEmpty();
        try (Stream<Path> files = Files.walk(place.root.resolve(".git/foldline"))) {
            assertThat(files).anyMatch(file -> file.endsWith("guard.json"));
        }
    }

    private void plant() throws Exception {
        var monitor =
                Files.writeString(
                        home.resolve("monitor"), "#!/bin/sh\ntouch '" + ran + "'\nexit 1\n");
        Files.setPosixFilePermissions(monitor, PosixFilePermissions.fromString("rwxr-xr-x"));
        place.git("config", "core.fsmonitor", monitor.toString());
    }

    private static void delete(Path tree) throws IOException, InterruptedException {
        assertThat(
                        new ProcessBuilder("rm", "-rf", tree.toString())
                                .redirectErrorStream(true)
                                .redirectOutput(Redirect.DISCARD)
                                .start()
                                .waitFor())
                .isZero();
    }

    private void leavesNothing(String... words) throws Exception {
        var config = place.read(".git/config");
        plant();
        var reported = place.foldline(words);
        assertThat(ran).as(reported.all()).doesNotExist();
        assertThat(place.read(".git/config")).as(reported.all()).isEqualTo(config);
    }

    @Test
    void resuming_the_run_executes_nothing_that_was_planted() throws Exception {
        interrupted();
        leavesNothing("resume");
    }

    @Test
    void resuming_the_run_from_another_worktree_executes_nothing_that_was_planted()
            throws Exception {
        interrupted("--worktree");
        leavesNothing("resume");
    }

    @Test
    void listing_gates_and_starting_another_run_executes_nothing_that_was_planted()
            throws Exception {
        interrupted();
        var config = place.read(".git/config");
        plant();
        assertThat(place.foldline("gates").exit()).isZero();
        assertThat(ran).doesNotExist();
        var reported = place.foldline("run", "Add more");
        assertThat(ran).as(reported.all()).doesNotExist();
        assertThat(place.read(".git/config")).as(reported.all()).isEqualTo(config);
    }

    @Test
    void a_command_in_a_copy_of_the_repository_leaves_the_original_alone() throws Exception {
        interrupted();
        assertThat(
                        new ProcessBuilder(
                                        "cp",
                                        "-a",
                                        place.root.toString(),
                                        folder.resolve("copy").toString())
                                .redirectErrorStream(true)
                                .redirectOutput(Redirect.DISCARD)
                                .start()
                                .waitFor())
                .isZero();
        place.git("config", "alias.mine", "log");
        place.write(".git/hooks/pre-push", "#!/bin/sh\n");
        var config = place.read(".git/config");
        place.foldline("-C", folder.resolve("copy").toString(), "resume");
        assertThat(place.read(".git/config")).isEqualTo(config).contains("mine = log");
        assertThat(place.root.resolve(".git/hooks/pre-push")).hasContent("#!/bin/sh");
    }
}
