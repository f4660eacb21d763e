package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.driver.DriverInput.Reported;
import dev.foldline.effects.environment.LocalEnvironment;
import dev.foldline.effects.guard.RepositoryGuard;
import dev.foldline.effects.guard.RepositoryGuard.Commits;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Drivers that die in the middle of a call: what the agent did besides its work is seen by the next
 * one all the same.
 */
class InterruptedCallTest {
    private static final String COMMITTING =
            "git -c core.fsmonitor= -c core.hooksPath=/dev/null -c user.name=x -c user.email=x@x"
                    + " commit -q";

    @TempDir Path folder;
    private HandlerFixture at;
    private Vector<String> kept = Vector.empty();

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        at.git("branch", "other");
        at.git("checkout", "-q", "-b", "foldline/run");
    }

    @AfterEach
    void close() {
        at.close();
    }

    /** The driver looks, the agent does its deed, and nobody is there to look again. */
    private void interrupted(String script) throws IOException, InterruptedException {
        RepositoryGuard.before(at.contextAnew(), AgentCalls.TICKET, kept, Commits.TAKEN_BACK);
        ran(script);
    }

    /** The same, as it is in the log. */
    private void logged(String script) throws IOException, InterruptedException {
        var guarded =
                RepositoryGuard.before(
                                at.contextAnew(), AgentCalls.TICKET, kept, Commits.TAKEN_BACK)
                        .digest();
        if (!(FileEventLog.open(at.directory.events(), _ -> {})
                instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError("the log is damaged");
        try (log) {
            for (var event : new Event[] {guarded, new EffectStarted(AgentCalls.TICKET, call())})
                log.append(LogEntry.of(Instant.EPOCH, Wire.toJson(event)));
        }
        ran(script);
    }

    private void ran(String script) throws IOException, InterruptedException {
        var agent =
                new ProcessBuilder("sh", "-c", script)
                        .directory(at.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.DISCARD)
                        .start();
        assertThat(agent.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private AgentFailed reconciled() throws IOException {
        return (AgentFailed) reconcile();
    }

    private Event reconcile() throws IOException {
        try (var world =
                new LocalEnvironment(at.contextAnew(), new AgentRegistry(Map.of()), line -> {})) {
            return world.perform(AgentCalls.TICKET, new Reconcile(AgentCalls.TICKET, call()));
        }
    }

    private InvokeAgent call() throws IOException {
        return new InvokeAgent(
                AgentCalls.PLACE,
                "developer",
                "mine",
                at.blob("x"),
                Option.none(),
                kept,
                AgentCalls.PATIENT,
                Option.none(),
                Option.none(),
                Option.none());
    }

    private String trespass() throws IOException {
        var fault = reconciled().fault();
        assertThat(fault.kind()).as(fault.message()).isEqualTo(Kind.TRESPASS);
        return fault.message();
    }

    @Test
    void an_agent_without_a_trespass_is_called_again() throws Exception {
        interrupted("echo two >>a.txt");
        assertThat(reconciled().fault().kind()).isEqualTo(Kind.LOST);
        assertThat(at.read("a.txt")).isEqualTo("one\ntwo\n");
    }

    @Test
    void configuration_and_hooks_are_put_back_before_git_could_run_them() throws Exception {
        Path ran = at.outside.resolve("ran");
        var config = at.read(".git/config");
        at.hook("pre-push", "exit 0");
        interrupted(
                "git config core.fsmonitor 'touch "
                        + ran
                        + "; :'; printf '#!/bin/sh\\ntouch "
                        + ran
                        + "\\n"
                        + "' >.git/hooks/reference-transaction; chmod +x"
                        + " .git/hooks/reference-transaction; rm .git/hooks/pre-push;echo two"
                        + " >>a.txt; "
                        + COMMITTING
                        + " -am own; rm -f '"
                        + ran
                        + "'");
        assertThat(trespass())
                .contains(
                        ".git/config",
                        ".git/hooks/reference-transaction",
                        ".git/hooks/pre-push",
                        "put back");
        assertThat(ran).doesNotExist();
        assertThat(at.read(".git/config")).isEqualTo(config);
        assertThat(at.root.resolve(".git/hooks/reference-transaction")).doesNotExist();
        assertThat(at.root.resolve(".git/hooks/pre-push")).isExecutable();
        assertThat(at.read("a.txt")).isEqualTo("one\ntwo\n");
    }

    @Test
    void a_second_driver_that_dies_leaves_the_third_what_it_found() throws Exception {
        interrupted(
                "git config alias.x '!evil'; git branch -D main; git branch -D other; echo two"
                        + " >>a.txt; "
                        + COMMITTING
                        + " -am own");
        var first = reconciled();
        var second = reconciled();
        assertThat(second.fault()).isEqualTo(first.fault());
        assertThat(second.fault().message())
                .contains(".git/config", "refs/heads/main")
                .doesNotContain("other");
        assertThat(second.notes())
                .isEqualTo(first.notes())
                .singleElement()
                .asString()
                .contains("refs/heads/other", "kept as");
        assertThat(second.reverted()).isEqualTo(first.reverted()).isNotEmpty();
    }

    @Test
    void commits_become_work_again_and_are_kept() throws Exception {
        var before = at.head();
        interrupted("echo two >>a.txt; " + COMMITTING + " -am own");
        var tip = at.head();
        var event = reconciled();
        assertThat(event.fault().kind()).isEqualTo(Kind.LOST);
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.git("rev-parse", event.reverted().get())).isEqualTo(tip);
    }

    @Test
    void a_rewritten_branch_that_did_not_grow_is_reported_and_not_reset() throws Exception {
        interrupted(COMMITTING + " --amend -m other");
        var event = reconciled();
        assertThat(event.fault().kind()).isEqualTo(Kind.TRESPASS);
        assertThat(event.reverted()).isEmpty();
    }

    @Test
    void a_moved_base_and_changed_protected_files_are_reported() throws Exception {
        at.write("notes.txt", "mine\n");
        kept = Vector.of("notes.txt");
        interrupted("git branch -D main; echo theirs >notes.txt; git checkout -q -b sneaky");
        assertThat(trespass())
                .contains(
                        "refs/heads/main", "changed notes.txt", "moved HEAD", "refs/heads/sneaky");
        assertThat(at.git("show", "refs/foldline/dirty/" + at.directory.id() + "-7:notes.txt"))
                .isEqualTo("mine");
    }

    @Test
    void a_damaged_guard_is_reported_and_the_user_checks_it() throws Exception {
        interrupted("echo two >>a.txt");
        Path guard = at.directory.path().resolve("guard.json");
        for (String damage :
                new String[] {
                    "",
                    "{",
                    "{\"before\":{}}",
                    "\u0000",
                    Files.readString(guard).replace("\"ground\"", "\"round\"")
                }) {
            Files.writeString(
                    guard,
                    damage.isEmpty() || !damage.contains("round")
                            ? damage
                            : damage.replace("\"commit\"", "\"omit\""));
            var fault = reconciled().fault();
            assertThat(fault.kind()).as(damage).isEqualTo(Kind.NEEDS_PERSON);
            assertThat(fault.message()).contains("guard.json", ".git/config");
        }
    }

    @Test
    void a_guard_that_was_removed_is_a_trespass_though_nothing_else_shows_it() throws Exception {
        logged("rm .git/foldline/runs/*/guard.json; rm -rf .git/foldline/runs/*/output");
        assertThat(trespass())
                .contains(
                        "removed or rewrote the guard", "configuration and hooks are as they were");
    }

    @Test
    void a_guard_that_was_removed_lets_nothing_run_that_was_planted() throws Exception {
        var ran = at.outside.resolve("ran");
        var hook = at.root.resolve(".git/hooks/pre-push");
        Files.writeString(hook, "#!/bin/sh\nexit 0\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (var effect :
                List.of(
                        "rm .git/foldline/runs/*/guard.json",
                        "sed -i 's/rwx/rw-/' .git/foldline/runs/*/guard.json",
                        "echo '{' | tee .git/foldline/runs/*/guard.json")) {
            logged(
                    effect
                            + "; printf '#!/bin/sh\\ntouch "
                            + ran
                            + "\\n"
                            + "' | tee .git/hooks/reference-transaction >.git/hooks/pre-commit;"
                            + " chmod +x .git/hooks/*");
            try (var world =
                    new LocalEnvironment(
                            at.contextAnew(), new AgentRegistry(Map.of()), line -> {})) {
                StoredGuard.secure(at.directory, at.context().blobs(), at.root, AgentCalls.TICKET);
                var failed =
                        (AgentFailed)
                                world.perform(
                                        AgentCalls.TICKET,
                                        new Reconcile(AgentCalls.TICKET, call()));
                assertThat(failed.fault().kind()).as(effect).isEqualTo(Kind.TRESPASS);
                assertThat(failed.fault().message())
                        .as(effect)
                        .contains("not what they were", ".git/hooks");
                world.start(8, new SaveWork(AgentCalls.PLACE, Option.none(), kept));
                assertThat(((Reported) world.next()).event())
                        .isInstanceOfSatisfying(
                                EffectFailed.class,
                                reported ->
                                        assertThat(reported.fault().message())
                                                .contains("git does not run"));
            }
            assertThat(ran).doesNotExist();
            at.git("-c", "core.hooksPath=/dev/null", "status");
            for (var planted : List.of("pre-commit", "reference-transaction"))
                Files.delete(at.root.resolve(".git/hooks").resolve(planted));
            Files.delete(at.directory.events());
        }
    }

    @Test
    void the_guard_of_another_call_is_none() throws Exception {
        RepositoryGuard.before(at.contextAnew(), AgentCalls.TICKET - 1, kept, Commits.TAKEN_BACK);
        at.git("config", "alias.mine", "log");
        Files.createDirectories(at.directory.output());
        Files.writeString(
                at.directory.output().resolve("agent-" + AgentCalls.TICKET + ".out"), "at work\n");
        assertThat(reconciled().fault().kind()).isEqualTo(Kind.LOST);
        assertThat(at.read(".git/config")).contains("mine = log");
    }

    @Test
    void a_call_that_had_not_started_is_not_done_and_costs_nothing() throws Exception {
        assertThat(reconcile()).isEqualTo(new NotDone(AgentCalls.TICKET));
        RepositoryGuard.before(at.contextAnew(), AgentCalls.TICKET - 1, kept, Commits.TAKEN_BACK);
        assertThat(reconcile())
                .as("beside the guard of an earlier call")
                .isEqualTo(new NotDone(AgentCalls.TICKET));
    }

    @Test
    void the_guard_exists_during_the_call_and_is_deleted_when_the_next_effect_starts()
            throws Exception {
        var calls = new AgentCalls(at);
        var event = calls.shell("ls -l .git/foldline/runs/*/guard.json");
        assertThat(calls.transcript((AgentFinished) event))
                .contains("guard.json")
                .startsWith("-rw-------");
        assertThat(at.directory.path().resolve("guard.json")).exists();
        try (var world =
                new LocalEnvironment(at.contextAnew(), new AgentRegistry(Map.of()), line -> {})) {
            world.start(8, new InspectTree(AgentCalls.PLACE, kept));
            world.next();
        }
        assertThat(at.directory.path().resolve("guard.json")).doesNotExist();
    }

    @Test
    void planted_files_are_removed_before_the_repository_is_opened_again() throws Exception {
        var config = at.read(".git/config");
        interrupted("git config core.worktree /tmp; echo evil >.git/hooks/pre-commit");
        StoredGuard.secure(at.directory, at.context().blobs(), at.root, AgentCalls.TICKET + 1);
        assertThat(at.read(".git/config")).as("another call's guard").contains("worktree");
        StoredGuard.secure(at.directory, at.context().blobs(), at.root, AgentCalls.TICKET);
        assertThat(at.read(".git/config")).isEqualTo(config);
        assertThat(trespass()).contains(".git/config", ".git/hooks/pre-commit");
    }

    /** A run directory may have been copied with its repository. */
    @Test
    void the_guard_of_another_working_tree_puts_nothing_back() throws Exception {
        interrupted("git config alias.mine log");
        StoredGuard.secure(at.directory, at.context().blobs(), at.outside, AgentCalls.TICKET);
        assertThat(at.read(".git/config")).contains("mine = log");
    }
}
