package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.environment.LocalEnvironment;
import dev.foldline.effects.guard.RepositoryGuard;
import dev.foldline.effects.guard.RepositoryGuard.Commits;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Agents that work as terminals: they may commit on their own branch, and nothing else. */
class WorkerCallTest {
    private static final TerminalAgent WORKER = new TerminalAgent("rflow", "login", "developer");
    private static final String GIT = "git -c user.name=x -c user.email=x@x ";
    private static final String COMMIT = "echo two >>a.txt; " + GIT + "commit -qam own; ";

    @TempDir Path folder;
    private HandlerFixture at;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        at.git("branch", "other");
        at.git("checkout", "-q", "-b", "foldline/task");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private InvokeAgent effect() throws IOException {
        return new InvokeAgent(
                AgentCalls.PLACE,
                "developer",
                "mine",
                at.blob("do it"),
                Option.none(),
                Vector.empty(),
                AgentCalls.PATIENT,
                Option.none(),
                Option.of(WORKER),
                Option.none());
    }

    private Event call(String script) throws IOException {
        var agent =
                new AgentDefinition.Program(
                        new CommandLine.Shell(script), List.of(), Optional.empty());
        return new AgentHandler(
                        at.context(),
                        new AgentRegistry(Map.of("mine", agent)),
                        new ProcessRunner(),
                        line -> {},
                        started -> {})
                .call(AgentCalls.TICKET, effect(), new Cancellation());
    }

    private Fault failed(String script) throws IOException {
        return AgentCalls.fault(call(script));
    }

    @Test
    void commits_on_the_branch_of_the_task_stay() throws IOException {
        var before = at.head();
        var event = (AgentFinished) call(COMMIT + COMMIT + "echo three >>a.txt; echo done");
        assertThat(event.reverted()).isEmpty();
        assertThat(at.git("rev-list", "--count", before + "..foldline/task")).isEqualTo("2");
        assertThat(at.git("diff", "--name-only"))
                .as("what it left is as it left it")
                .isEqualTo("a.txt");
    }

    @Test
    void a_commit_alone_counts_as_work() throws IOException {
        assertThat(call(GIT + "commit -q --allow-empty -m reviewed"))
                .isInstanceOf(AgentFinished.class);
        assertThat(failed("true").kind()).isEqualTo(Kind.NO_OUTPUT);
    }

    @Test
    void rewriting_or_resetting_earlier_commits_is_a_trespass() throws IOException {
        call(COMMIT + "echo");
        assertThat(failed(GIT + "commit -q --amend -m other; echo").kind())
                .isEqualTo(Kind.TRESPASS);
        assertThat(failed("git reset -q --hard HEAD~1; echo").message())
                .contains("refs/heads/foldline/task", "kept as");
    }

    @Test
    void switching_branches_or_moving_the_base_is_a_trespass() throws IOException {
        assertThat(failed("git checkout -q -b sneaky; echo").message())
                .contains("moved HEAD", "refs/heads/sneaky");
        at.git("checkout", "-q", "foldline/task");
        assertThat(failed(COMMIT + "git branch -f main HEAD; echo").message())
                .contains("refs/heads/main")
                .doesNotContain("refs/heads/foldline/task");
        assertThat(failed("git checkout -q --detach; echo").kind()).isEqualTo(Kind.TRESPASS);
        assertThat(failed("git checkout -q foldline/task; echo").message())
                .as("from no branch to one")
                .contains("moved HEAD");
    }

    /** A run begins to move a branch to this commit. */
    private void lands(String target, String commit) throws IOException {
        merging(
                new EffectStarted(
                        1,
                        new LandMerge(
                                AgentCalls.PLACE,
                                Option.of(new Candidate(target, at.head(), commit, "t")),
                                Option.none())));
    }

    private void merging(Event... events) throws IOException {
        var runs = new Runs(at.root.resolve(".git/foldline"));
        var run = runs.create(new RunId("rmergingaaaaaaaaa"));
        if (!(FileEventLog.open(run.events(), line -> {})
                instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError("the log is damaged");
        try (log) {
            for (var event : events) log.append(LogEntry.of(Instant.now(), Wire.toJson(event)));
        }
    }

    @Test
    void a_merge_landed_by_a_run_during_the_call_is_not_the_agents() throws IOException {
        var merge = at.git("commit-tree", "-p", "main", "-m", "Merge", "main^{tree}");
        lands("main", merge);
        assertThat(call("git branch -f main " + merge + "; echo"))
                .isInstanceOf(AgentFinished.class);
    }

    @Test
    void a_branch_moved_elsewhere_than_to_the_merge_is_still_a_trespass() throws IOException {
        var merge = at.git("commit-tree", "-p", "main", "-m", "Merge", "main^{tree}");
        lands("other", merge);
        assertThat(failed("git branch -f main " + merge + "; echo").message())
                .as("the merge was for another branch")
                .contains("refs/heads/main");
        assertThat(
                        failed(
                                        "git branch -f main HEAD~0; "
                                                + COMMIT
                                                + "git branch -f main HEAD; echo")
                                .message())
                .contains("refs/heads/main");
    }

    /** The driver looks, the agent does its deed, and nobody is there to look again. */
    private Event interrupted(String script) throws IOException, InterruptedException {
        RepositoryGuard.before(at.contextAnew(), AgentCalls.TICKET, Vector.empty(), Commits.STAY);
        var agent =
                new ProcessBuilder("sh", "-c", script)
                        .directory(at.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.DISCARD)
                        .start();
        assertThat(agent.waitFor(60, TimeUnit.SECONDS)).isTrue();
        try (var world =
                new LocalEnvironment(at.contextAnew(), new AgentRegistry(Map.of()), line -> {})) {
            return world.perform(AgentCalls.TICKET, new Reconcile(AgentCalls.TICKET, effect()));
        }
    }

    private static String outputOf(TerminalAgent worker) {
        return "echo two >>a.txt; "
                + GIT
                + "commit -qam 'own\n\n"
                + CommitMetadata.of(worker, "completed").print()
                + "'; ";
    }

    @Test
    void S1_57_an_interrupted_call_that_reported_its_status_has_finished() throws Exception {
        assertThat(interrupted(outputOf(WORKER))).isInstanceOf(AgentFinished.class);
        assertThat(at.git("rev-list", "--count", "main..foldline/task")).isEqualTo("1");
    }

    @Test
    void S1_57_an_interrupted_call_without_a_status_is_repeated_and_its_commits_stay()
            throws Exception {
        assertThat(((AgentFailed) interrupted(COMMIT)).fault().kind()).isEqualTo(Kind.LOST);
        var another = new TerminalAgent(WORKER.workflow(), "search", WORKER.terminal());
        assertThat(((AgentFailed) interrupted(outputOf(another))).fault().kind())
                .as("another task's word")
                .isEqualTo(Kind.LOST);
        assertThat(at.git("rev-list", "--count", "main..foldline/task")).isEqualTo("2");
    }

    @Test
    void S1_57_a_status_reported_before_the_call_does_not_count_again() throws Exception {
        interrupted(outputOf(WORKER));
        assertThat(((AgentFailed) interrupted("echo more >>a.txt")).fault().kind())
                .isEqualTo(Kind.LOST);
    }

    @Test
    void a_trespass_before_the_driver_died_is_reported_regardless_of_the_reported_status()
            throws Exception {
        assertThat(
                        ((AgentFailed) interrupted(outputOf(WORKER) + "git branch -D main"))
                                .fault()
                                .kind())
                .isEqualTo(Kind.TRESPASS);
    }
}
