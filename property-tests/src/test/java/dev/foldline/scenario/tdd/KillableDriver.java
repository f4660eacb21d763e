package dev.foldline.scenario.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.app.engine.Engines;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A driver in a process of its own, which is killed once while it carries out a call: around a git
 * command, or with git in the middle of one.
 *
 * @param top where the trial lies
 */
record KillableDriver(Path top, AgentTrial trial) {
    private static final int KILLED = 137;

    /** When it is to die. */
    sealed interface KillPoint {
        String name();

        /** Git never gets the command. */
        record BeforeCommand(String command) implements KillPoint {
            @Override
            public String name() {
                return "before " + command;
            }
        }

        /** Git has done it. */
        record AfterCommand(String command) implements KillPoint {
            @Override
            public String name() {
                return "after " + command;
            }
        }

        /** Git dies with it, in this command, when it comes to write this file. */
        record DuringFileWrite(String command, String file) implements KillPoint {
            @Override
            public String name() {
                return "writing " + file + " in " + command;
            }
        }

        /** Git dies with it when it has moved this ref. */
        record AfterRefUpdate(String ref) implements KillPoint {
            @Override
            public String name() {
                return "moving " + ref;
            }
        }
    }

    /** Carries the call out until the blow falls. */
    void kill(KillPoint blow, String... words) throws IOException {
        arm(blow);
        var said = drive(words);
        disarm();
        assertThat(top.resolve("died")).as(blow.name() + " was never reached: " + said).exists();
        Files.delete(top.resolve("died"));
    }

    private void arm(KillPoint blow) throws IOException {
        switch (blow) {
            case KillPoint.BeforeCommand(var command) ->
                    git(
                            "case \"$*\" in *'"
                                    + command
                                    + "'*) "
                                    + once("exit 1")
                                    + " ;; esac\nexec "
                                    + real()
                                    + " \"$@\"");
            case KillPoint.AfterCommand(var command) ->
                    git(
                            "case \"$*\" in *'"
                                    + command
                                    + "'*) "
                                    + real()
                                    + " \"$@\"; code=$?; "
                                    + once("")
                                    + "; exit $code ;; esac\nexec "
                                    + real()
                                    + " \"$@\"");
            case KillPoint.DuringFileWrite(var command, var file) -> {
                git(
                        "case \"$*\" in *'"
                                + command
                                + "'*) touch '"
                                + top.resolve("armed")
                                + "' ;; esac\nexec "
                                + real()
                                + " \"$@\"");
                Files.writeString(
                        Files.createDirectories(trial.folder().resolve(".git/info"))
                                .resolve("attributes"),
                        file + " filter=deadly\n");
                trial.git(
                        "config",
                        "filter.deadly.smudge",
                        "if [ -e '"
                                + top.resolve("armed")
                                + "' ]; then "
                                + once("kill -TERM $PPID; sleep 1")
                                + "; fi; cat");
            }
            case KillPoint.AfterRefUpdate(var ref) ->
                    hook(
                            "[ \"$1\" = committed ] && grep -q ' "
                                    + ref
                                    + "' && "
                                    + once("kill -TERM $PPID; sleep 1")
                                    + "; exit 0");
        }
    }

    private void disarm() throws IOException {
        git("exec " + real() + " \"$@\"");
        Files.deleteIfExists(top.resolve("armed"));
        Files.deleteIfExists(trial.folder().resolve(".git/info/attributes"));
        Files.deleteIfExists(trial.folder().resolve(".git/hooks/reference-transaction"));
    }

    private void git(String lines) throws IOException {
        trial.program("git", lines);
    }

    private void hook(String line) throws IOException {
        var file =
                Files.createDirectories(trial.folder().resolve(".git/hooks"))
                        .resolve("reference-transaction");
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** The first who comes here kills the driver, then does this. */
    private String once(String then) {
        return "if mkdir '"
                + top.resolve("died")
                + "' 2>/dev/null; then kill -9 $(cat '"
                + top.resolve("driver")
                + "'); "
                + (then.isEmpty() ? ":" : then)
                + "; fi";
    }

    private String drive(String... words) throws IOException {
        var builder =
                new ProcessBuilder(
                                List.of(
                                        "sh",
                                        "-c",
                                        "echo $$ > '"
                                                + top.resolve("driver")
                                                + "'; exec "
                                                + Engines.line(words)))
                        .directory(trial.folder().toFile())
                        .redirectErrorStream(true);
        builder.environment()
                .putAll(
                        java.util.Map.of(
                                "PATH",
                                top.resolve("bin") + ":" + System.getenv("PATH"),
                                "HOME",
                                top.resolve("home").toString(),
                                "GIT_CONFIG_NOSYSTEM",
                                "1",
                                "GIT_AUTHOR_NAME",
                                "Trial User",
                                "GIT_AUTHOR_EMAIL",
                                "user@example.org",
                                "GIT_COMMITTER_NAME",
                                "Trial User",
                                "GIT_COMMITTER_EMAIL",
                                "user@example.org"));
        var driver = builder.start();
        var said = new String(driver.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(driver.waitFor()).as(said).isEqualTo(KILLED);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return said;
    }

    private static String real() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, "git"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow()
                .toString();
    }
}
