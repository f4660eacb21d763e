package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.sandbox.Sandboxes;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Whole runs whose calls have a sandbox, and runs that can have none. */
class SandboxRunTest {
    private static final String LINES = "iterations: 1\nreviews: 0\n";

    @TempDir Path folder;

    private CliFixture place;
    private Path home;

    @BeforeEach
    void a_repository() throws IOException, InterruptedException {
        place = CliFixture.ready(folder);
        home = Path.of(place.environment.get("HOME"));
        Files.createDirectories(home.resolve(".ssh"));
        Files.writeString(home.resolve(".ssh/id"), "key\n");
    }

    @Test
    void a_run_is_worked_through_in_sandboxes_in_the_main_tree_and_in_a_worktree()
            throws IOException, InterruptedException {
        Sandboxes.program();
        withASubmodule();
        withASparseCheckout();
        place.agent(
                AgentScripts.except(
                        "developer",
                        """
                        git commit -q --allow-empty -m "by the agent" || exit 9
                        { cat ~/.ssh/id || echo "no key"; echo x > ~/evil || echo "no evil"; } >> work.txt 2>/dev/null
                        ls .git/hooks >/dev/null 2>&1 && echo x > .git/hooks/pre-commit
                        true
                        """));
        place.configured(
                LINES
                        + "sandbox: { kind: bwrap }\n"
                        + "checks: [\"test ! -e ~/.ssh/id && ! touch ~/from-check\"]\n");
        for (var placement : List.of("", "--worktree")) {
            var words =
                    placement.isEmpty()
                            ? new String[] {"run", "--allow-dirty", "Add work"}
                            : new String[] {"run", "--allow-dirty", placement, "Add work"};
            var answer = place.foldline(words);
            assertThat(answer.exit()).as(answer.all()).isZero();
            assertThat(place.git("show", branch(answer) + ":work.txt"))
                    .isEqualTo("no key\nno evil");
            assertThat(place.git("ls-tree", "-r", "--name-only", branch(answer)))
                    .contains("b/x", "sub", "work.txt");
            if (placement.isEmpty()) place.git("switch", "-q", "main");
        }
        assertThat(home.resolve("evil")).doesNotExist();
        assertThat(home.resolve("from-check")).doesNotExist();
        assertThat(place.root.resolve(".git/hooks/pre-commit")).doesNotExist();
    }

    private void withASubmodule() throws IOException, InterruptedException {
        var library = folder.resolve("library").toString();
        place.git("init", "-q", "-b", "main", library);
        place.git("-C", library, "commit", "-q", "--allow-empty", "-m", "library");
        place.git("-c", "protocol.file.allow=always", "submodule", "-q", "add", library, "sub");
        place.git("commit", "-q", "-m", "submodule");
    }

    private void withASparseCheckout() throws IOException, InterruptedException {
        for (var name : List.of("a", "b"))
            Files.writeString(Files.createDirectories(place.root.resolve(name)).resolve("x"), name);
        place.git("add", "a", "b");
        place.git("commit", "-q", "-m", "two folders");
        place.git("sparse-checkout", "set", "a");
    }

    private String branch(CliFixture.CommandResult answer) {
        var line = answer.all().lines().filter(each -> each.contains("branch  ")).findFirst();
        return line.orElseThrow().strip().split(" +")[1];
    }

    @Test
    void the_event_of_a_call_names_the_hosts_it_used_and_was_refused()
            throws IOException, InterruptedException {
        Sandboxes.program();
        try (var service = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            place.agent(
                    AgentScripts.except(
                            "planner",
                            """
                            ask() { perl -MIO::Socket::INET -e '$ENV{http_proxy} =~ m{//(.*)}; $s = IO::Socket::INET->new($1);
                              print $s "CONNECT $ARGV[0] HTTP/1.1\\r\\n\\r\\n"; print scalar <$s>' $1; }
                            ask localhost:%d; ask evil.example:443
                            echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json
                            """
                                    .formatted(service.getLocalPort())));
            place.configured(
                    LINES
                            + "sandbox: { kind: bwrap, network: hosts, grants: { hosts:"
                            + " [\"localhost:"
                            + service.getLocalPort()
                            + "\"] } }\n");
            var answer = place.foldline("run", "--allow-dirty", "Add work");
            assertThat(answer.exit()).as(answer.all()).isZero();
            assertThat(place.foldline("log").out())
                    .contains("the call connected to localhost (1)")
                    .contains("the sandbox refused the call a connection to evil.example (1)");
        }
    }

    /** A program that fails as bubblewrap does without user namespaces. */
    private void withoutNamespaces() throws IOException {
        var bin = Files.createDirectories(folder.resolve("bin"));
        var fake =
                Files.writeString(
                        bin.resolve("bwrap"),
                        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit"
                                + " 1\n");
        Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
        place.environment.merge("PATH", bin + ":", (path, before) -> before + path);
    }

    /** A program that makes sandboxes, but not with the rules of a call. */
    private Path withoutMounts() throws IOException {
        var bin = Files.createDirectories(folder.resolve("bin"));
        var fake =
                Files.writeString(
                        bin.resolve("bwrap"),
                        "#!/bin/sh\ncase \"$*\" in *--chdir*) echo \"bwrap: Can't mount proc on"
                                + " /newroot/proc: Operation not permitted\" >&2; exit 1;; esac\n"
                                + "exec "
                                + Sandboxes.program()
                                + " \"$@\"\n");
        Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
        place.environment.merge("PATH", bin + ":", (path, before) -> before + path);
        return fake;
    }

    @Test
    void a_sandbox_that_fails_under_a_call_halts_the_run_until_it_works()
            throws IOException, InterruptedException {
        place.configured(LINES + "sandbox: { kind: bwrap, required: true }\n");
        assertThat(place.foldline("plan", "Add work").out())
                .contains("sandbox  bwrap, home readable, network on\n");
        var bwrap = withoutMounts();
        var run = place.foldline("run", "--allow-dirty", "Add work");
        assertThat(run.exit()).as(run.all()).isEqualTo(1);
        assertThat(run.all())
                .contains(
                        "the sandbox of the call cannot be made: bwrap: Can't mount proc on"
                                + " /newroot/proc: Operation not permitted; foldline doctor");
        assertThat(place.foldline("log").out().lines().filter(line -> line.contains(" planner ")))
                .as("no agent is called again")
                .hasSize(1);
        assertThat(place.foldline("doctor").out())
                .contains("broken  sandbox: no call can start in it: bwrap: Can't mount proc");
        Files.delete(bwrap);
        assertThat(place.foldline("doctor").out()).contains("sandbox: works");
        var again = place.foldline("retry");
        assertThat(again.exit()).as(again.all()).isZero();
    }

    @Test
    void a_sandbox_that_fails_under_a_check_is_not_reported_as_a_failing_check()
            throws IOException, InterruptedException {
        place.configured(LINES + "sandbox: { kind: bwrap }\nchecks: [\"true\"]\n");
        withoutMounts();
        var run = place.foldline("run", "--allow-dirty", "Add work");
        assertThat(run.exit()).as(run.all()).isEqualTo(1);
        assertThat(run.all())
                .contains("the sandbox of the call cannot be made: bwrap: Can't mount proc")
                .doesNotContain("the checks fail on the base");
    }

    @Test
    void where_no_sandbox_can_be_made_one_line_says_so() throws IOException, InterruptedException {
        withoutNamespaces();
        place.configured(LINES + "sandbox: { kind: bwrap }\n");
        var line =
                "no sandbox: bwrap: No permissions to create new namespace; calls have your rights";
        assertThat(place.foldline("plan", "Add work").out()).contains(line);
        assertThat(place.foldline("doctor").out())
                .contains(
                        "sandbox: bwrap: No permissions to create new namespace: calls have your");
        var run = place.foldline("run", "--allow-dirty", "--gate", "planning", "Add work");
        assertThat(run.exit()).isEqualTo(3);
        assertThat(run.all()).contains(line);
        assertThat(place.foldline("status").out()).contains(line);
    }

    @Test
    void a_path_that_a_check_could_not_write_is_named_with_the_grant_that_helps()
            throws IOException, InterruptedException {
        Sandboxes.program();
        Files.createDirectories(home.resolve(".tool"));
        var configuration = LINES + "checks: [\"touch ~/.tool/cache\"]\n";
        place.configured(configuration + "sandbox: { kind: bwrap }\n");
        var run = place.foldline("run", "--allow-dirty", "Add work");
        assertThat(run.exit()).as(run.all()).isEqualTo(1);
        var remedy =
                "the sandbox did not let the call write ~/.tool; to allow it: foldline sandbox"
                        + " allow ~/.tool";
        assertThat(run.all()).contains(remedy);
        assertThat(place.foldline("explain").out()).contains(remedy);
        // A shell replaces ~ before Foldline sees it.
        var lines = place.foldline("sandbox", "allow", home + "/.tool").out();
        assertThat(lines).startsWith("in the block sandbox of foldline.yaml, if calls may do this");
        place.configured(
                configuration
                        + lines.substring(lines.indexOf("sandbox:\n"))
                                .replace("sandbox:\n", "sandbox:\n  kind: bwrap\n")
                        + "\n");
        var again = place.foldline("retry");
        assertThat(again.exit()).as(again.all()).isZero();
        assertThat(home.resolve(".tool/cache")).exists();
    }

    @Test
    void a_required_sandbox_that_cannot_be_made_refuses_the_run()
            throws IOException, InterruptedException {
        place.configured(LINES + "sandbox: { kind: bwrap }\n");
        var waiting = place.foldline("run", "--allow-dirty", "--gate", "planning", "Add work");
        withoutNamespaces();
        place.configured(LINES + "sandbox: { kind: bwrap, required: true }\n");
        var error =
                "a sandbox is required and cannot be made: bwrap: No permissions to create new"
                        + " namespace";
        var resumed = place.foldline("approve");
        assertThat(resumed.err() + place.foldline("resume").err()).contains(error);
        assertThat(waiting.exit()).isEqualTo(3);
        place.foldline("cancel", "--yes");
        place.git("switch", "-q", "main");
        var before = place.runs().newestFirst().size();
        var answer = place.foldline("run", "--allow-dirty", "Add work");
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.err()).contains(error);
        assertThat(place.runs().newestFirst()).hasSize(before);
        var planned = place.foldline("plan", "Add work");
        assertThat(planned.exit()).isEqualTo(1);
        assertThat(planned.out()).contains("a run would be refused");
        assertThat(place.foldline("doctor").out()).contains("broken  sandbox");
    }
}
