package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.store.StateFolder;

import io.vavr.collection.Vector;
import io.vavr.control.Either;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A repository with a base and a change, on which trials are carried out. */
final class TrialFixture implements AutoCloseable {
    static final CleanCheckout BARE = new CleanCheckout(Vector.empty(), Vector.empty());

    final HandlerFixture at;
    private final Cancellation stop = new Cancellation();
    private CleanCheckout checkout = BARE;
    private long deadlineMillis = 240_000;

    private TrialFixture(HandlerFixture at) {
        this.at = at;
    }

    static TrialFixture in(Path folder) throws IOException {
        return new TrialFixture(HandlerFixture.in(folder));
    }

    TrialFixture write(String path, String content) throws IOException {
        at.write(path, content);
        return this;
    }

    TrialFixture delete(String path) throws IOException {
        Files.delete(at.root.resolve(path));
        return this;
    }

    /** What is written so far is before the change. */
    TrialFixture base() throws IOException {
        at.git("add", "-A");
        at.git("commit", "-q", "-m", "base");
        return this;
    }

    TrialFixture with(CleanCheckout other) {
        checkout = other;
        return this;
    }

    TrialFixture within(long millis) {
        deadlineMillis = millis;
        return this;
    }

    TrialResult says(Trial trial, CommandLine... commands) throws IOException {
        return run(trial, commands).get().result();
    }

    /** Carries out a trial of the uncommitted change, which leaves the working tree as it is. */
    Either<EffectCancelled, TrialOutcome> run(Trial trial, CommandLine... commands)
            throws IOException {
        var before = at.status();
        var tree = at.git.workTree(at.context().exclusions(Vector.empty()));
        var request =
                new TrialRequest(
                        "checks",
                        Vector.of(commands),
                        trial,
                        at.head(),
                        tree,
                        tests(tree),
                        checkout,
                        deadlineMillis);
        var outcome =
                new TrialHandler(
                                at.context(),
                                new AgentRegistry(Map.of()),
                                new ProcessRunner(),
                                line -> {
                                    if (line.equals("stop")) stop.cancel();
                                })
                        .run(4, request, stop);
        assertThat(at.status()).isEqualTo(before);
        return outcome;
    }

    /** The kind of a change makes no difference for a trial. */
    private TestChanges tests(String tree) throws IOException {
        return new TestChanges(
                Vector.empty(),
                Vector.ofAll(at.git.changedPaths("HEAD", tree))
                        .filter(path -> path.contains("test")),
                Vector.empty());
    }

    /** Where trials run. */
    Path checkout() throws IOException {
        var run = at.context();
        return StateFolder.worktrees(run.environment(), run.git().place().commonFolder())
                .orElseThrow()
                .resolve(at.directory.id().text() + ".trial");
    }

    /** Nothing is left of trials. */
    @Override
    public void close() throws IOException {
        assertThat(checkout()).doesNotExist();
        assertThat(at.git("worktree", "list").lines()).hasSize(1);
        at.close();
    }
}
