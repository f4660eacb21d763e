package dev.foldline.effects.git.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.machine.MachineRequirement;
import dev.foldline.effects.process.ProcessMarker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The child process behind every git command, tried with programs that stand in for git. */
class GitCommandTest {
    /** However little of the machine it gets. */
    private static final Duration LONG_ENOUGH_TO_BEGIN = Duration.ofSeconds(10);

    @TempDir Path folder;

    @Test
    void arguments_input_and_output_pass_through_unchanged() throws IOException {
        var ran =
                standIn("printf '%s|' \"$@\"; cat")
                        .arguments("a b", "$x", "*")
                        .fed(GitCommand.utf8("in\0put"))
                        .run();
        assertThat(new String(ran.out(), StandardCharsets.UTF_8)).endsWith("|a b|$x|*|in\0put");
    }

    @Test
    void the_child_sees_a_plain_locale_and_no_terminal() throws IOException {
        var ran =
                standIn("echo $LC_ALL $GIT_TERMINAL_PROMPT $SECRET_OF_THE_CALLER")
                        .arguments("x")
                        .run();
        assertThat(ran.text()).isEqualTo("C 0");
    }

    @Test
    void only_a_command_that_needs_the_users_programs_may_start_them() throws Exception {
        var planted = Files.createDirectories(folder.resolve("planted"));
        for (var name : List.of("post-index-change", "fsmonitor", "pre-commit")) {
            var hook = planted.resolve(name);
            Files.writeString(hook, "#!/bin/sh\ntouch '" + folder + "/ran-" + name + "'\n");
            assertThat(hook.toFile().setExecutable(true)).isTrue();
        }
        var options =
                GitOptions.from(System.getenv())
                        .configured(
                                Map.of(
                                        "core.hooksPath",
                                        planted.toString(),
                                        "core.fsmonitor",
                                        planted.resolve("fsmonitor").toString(),
                                        "user.name",
                                        "A",
                                        "user.email",
                                        "a@example.org"));
        var root = Files.createDirectories(folder.resolve("repository"));
        GitCommand.in(options, root, "init", "-q").succeed();
        Files.writeString(root.resolve("a.txt"), "a");
        for (var words : List.of("add -A", "status", "update-index -q --refresh", "write-tree"))
            GitCommand.in(options, root, words.split(" "))
                    .with("GIT_OPTIONAL_LOCKS", "1")
                    .succeed();
        assertThat(folder).isDirectoryNotContaining("glob:**/ran-*");
        GitCommand.in(options, root, "commit", "-q", "-m", "a").runningHooks().succeed();
        assertThat(folder.resolve("ran-pre-commit")).exists();
    }

    /** Whatever its hook starts cannot speak for the user. */
    @Test
    void the_hook_of_a_moved_ref_has_the_mark_of_the_run() throws Exception {
        var mark = ProcessMarker.forTools("rabcdefghijklmnop");
        var launcher = ProcessMarker.launcherOfTool(mark);
        MachineRequirement.demand(!launcher.isEmpty(), "prlimit, and no mark of a run");
        var hook =
                Files.writeString(
                        Files.createDirectories(folder.resolve("hooks"))
                                .resolve("reference-transaction"),
                        "#!/bin/sh\ncat /proc/self/limits > '" + folder + "/limits'\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        var options =
                GitOptions.from(System.getenv())
                        .configured(Map.of("core.hooksPath", hook.getParent().toString()))
                        .with(mark);
        GitCommand.in(options, folder, "init", "-q", "repository").succeed();
        var root = folder.resolve("repository");
        var blob = GitCommand.in(options, root, "hash-object", "-w", "--stdin").succeed().text();
        GitCommand.in(options, root, "update-ref", "refs/foldline/kept", blob).succeed();
        var locks = launcher.get(1).replaceAll("^--locks=(\\d+):.*", "$1");
        assertThat(folder.resolve("limits")).content().contains(locks);
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "update-index", "commit", "fetch"})
    void a_secret_is_only_for_commands_that_may_ask_a_server(String verb) throws IOException {
        var settings = standIn("echo $SERVICE_TOKEN").arguments(verb).settings();
        var command = GitCommand.in(settings.withVariable("SERVICE_TOKEN", "s3cret"), folder, verb);
        assertThat(command.run().text()).isEqualTo(verb.equals("fetch") ? "s3cret" : "");
    }

    @Test
    void output_is_read_even_if_no_virtual_thread_is_scheduled() throws IOException {
        var over = new AtomicBoolean();
        for (int each = 0; each < 2 * Runtime.getRuntime().availableProcessors(); each++)
            Thread.ofVirtual()
                    .start(
                            () -> {
                                while (!over.get()) Thread.onSpinWait();
                            });
        try {
            assertThat(standIn("echo said").arguments("x").run().text()).isEqualTo("said");
        } finally {
            over.set(true);
        }
    }

    @Test
    void more_output_than_the_limit_is_dropped_and_the_child_ends() throws IOException {
        var command =
                standIn("head -c 5000000 /dev/zero; head -c 5000000 /dev/zero >&2; exit 3")
                        .arguments("x")
                        .atMost(1000);
        var ran = command.run();
        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.out()).hasSize(1000);
        assertThat(ran.cut()).isTrue();
        assertThat(ran.err()).hasSizeLessThan(64 << 10);
        assertThatThrownBy(command::succeed)
                .isInstanceOfSatisfying(
                        GitFault.class,
                        fault -> assertThat(fault.kind()).isEqualTo(Kind.TOO_LARGE));
    }

    @Test
    void a_command_that_takes_too_long_is_killed_with_its_children() throws IOException {
        var pids = folder.resolve("pids");
        var command =
                standIn("sleep 600 & echo $! $$ > '" + pids + "'; wait")
                        .timeout(LONG_ENOUGH_TO_BEGIN)
                        .arguments("slow");
        assertThatThrownBy(command::run)
                .isInstanceOfSatisfying(
                        GitFault.class,
                        fault -> assertThat(fault.kind()).isEqualTo(Kind.TIMED_OUT));
        assertEnded(pids);
    }

    @Test
    void an_interrupted_command_is_killed_with_its_children() throws Exception {
        var pids = folder.resolve("pids");
        var command = standIn("sleep 600 & echo $! $$ > '" + pids + "'; wait").arguments("slow");
        var fault = new CompletableFuture<GitFault>();
        Thread caller =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        command.run();
                                    } catch (GitFault stopped) {
                                        fault.complete(stopped);
                                    }
                                });
        while (!Files.exists(pids) || Files.size(pids) == 0) Thread.sleep(10);
        caller.interrupt();
        assertThat(fault.get().kind()).isEqualTo(Kind.INTERRUPTED);
        assertEnded(pids);
    }

    @Test
    void a_lock_that_is_released_is_awaited() throws IOException {
        var command =
                standIn(
                                """
                                echo x >> count
                                test $(wc -l < count) -ge 3 && exit 0
                                echo "fatal: Unable to create '/r/.git/index.lock': File exists." >&2; exit 128\
                                """)
                        .arguments("x");
        assertThat(command.runWithRetries().exit()).isZero();
        assertThat(Files.readAllLines(folder.resolve("count"))).hasSize(3);
    }

    /** What git was heard to say where several of its commands made and removed trees at once. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "failed to read .git/worktrees/other/commondir: Success",
                "failed to read '.git/worktrees/other/locked': No such file or directory",
                "failed to read '/my work/.git/worktrees/other/locked': No such file or directory",
                "Invalid path '/my work/.git/worktrees/other': No such file or directory"
            })
    void a_working_tree_that_is_just_being_made_or_removed_is_waited_for(String said)
            throws IOException {
        var command =
                standIn(
                                "echo x >> count\n"
                                        + "test $(wc -l < count) -ge 3 && exit 0\n"
                                        + "echo \"fatal: "
                                        + said
                                        + "\" >&2; exit 128")
                        .arguments("x");
        assertThat(command.runWithRetries().exit()).isZero();
        assertThat(Files.readAllLines(folder.resolve("count"))).hasSize(3);
    }

    @Test
    void a_lock_that_stays_is_reported_with_its_file() throws IOException {
        var command =
                standIn(
                                "echo 'error: could not lock config file .git/config: File exists'"
                                        + " >&2; exit 255")
                        .withLockTimeout(Duration.ofMillis(200))
                        .arguments("x");
        assertThat(command.runWithRetries().heldLock()).contains(".git/config.lock");
        assertThatThrownBy(command::succeed)
                .isInstanceOfSatisfying(
                        GitFault.class, fault -> assertThat(fault.kind()).isEqualTo(Kind.LOCKED));
    }

    @Test
    void a_failure_carries_the_error_output_of_the_command() throws IOException {
        assertThatThrownBy(() -> standIn("echo because >&2; exit 9").arguments("status").succeed())
                .hasMessage("git status failed (exit 9): because");
    }

    /** Else a question would be taken for answered with no. */
    @Test
    void a_killed_command_is_a_separate_fault() {
        assertThatThrownBy(() -> standIn("kill -9 $$").arguments("-c", "a=b", "write-tree").run())
                .isInstanceOfSatisfying(
                        GitFault.class, fault -> assertThat(fault.kind()).isEqualTo(Kind.KILLED))
                .hasMessage("git write-tree was ended by signal 9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"plain", "with space", "grün", "\"quoted\"", "back\\slash", "new\nline"})
    void a_name_survives_the_round_trip(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        assertThat(PathNames.encode(PathNames.decode(bytes))).isEqualTo(bytes);
    }

    @Test
    void a_name_that_is_no_text_survives_too() {
        byte[] bytes = {'a', (byte) 0xe9, '"', '\\', '\n', 'z'};
        assertThat(PathNames.decode(bytes)).isEqualTo("\"a\\351\\042\\134\\012z\"");
        assertThat(PathNames.encode(PathNames.decode(bytes))).isEqualTo(bytes);
    }

    private FakeGit standIn(String script) throws IOException {
        Path program = folder.resolve("stand-in");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new FakeGit(program, folder, Duration.ofMinutes(2), Duration.ofMinutes(2));
    }

    private static void assertEnded(Path pids) throws IOException {
        for (String pid : List.of(Files.readString(pids).strip().split(" "))) {
            Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid));
            process.ifPresent(it -> it.onExit().join());
        }
    }

    private record FakeGit(Path program, Path folder, Duration timeout, Duration patience) {
        FakeGit timeout(Duration other) {
            return new FakeGit(program, folder, other, patience);
        }

        FakeGit withLockTimeout(Duration other) {
            return new FakeGit(program, folder, timeout, other);
        }

        GitCommand arguments(String... arguments) {
            var environment = Map.of("PATH", System.getenv("PATH"));
            var settings =
                    new GitOptions(program.toString(), environment, patience, timeout, timeout);
            return GitCommand.in(settings, folder, arguments);
        }
    }
}
