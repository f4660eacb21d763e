package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.ObserveWork;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** Commits of terminals in a real repository, and what they say. */
class CommitObserverTest {
    private static final TerminalAgent WORKER = new TerminalAgent("rflow", "login", "developer");

    @TempDir Path folder;
    private HandlerFixture at;
    private String from = "";

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        from = at.head();
    }

    @AfterEach
    void close() {
        at.close();
    }

    private WorkObserved observed() throws IOException {
        return (WorkObserved)
                new GitHandler(at.context())
                        .perform(
                                4,
                                new ObserveWork(
                                        GitHandlerTest.PLACE,
                                        Option.of("main"),
                                        Option.of(from),
                                        Option.of(WORKER),
                                        Vector.empty()));
    }

    private void commit(String text, TerminalAgent worker, String status, String... more)
            throws IOException {
        at.git(
                "commit",
                "-q",
                "--allow-empty",
                "-m",
                text
                        + "\n\n"
                        + CommitMetadata.of(worker, status).print()
                        + "\n"
                        + String.join("\n", more));
    }

    @Test
    void S1_34_a_silent_terminal_has_completed_and_its_commits_are_reported() throws IOException {
        assertThat(observed())
                .isEqualTo(
                        new WorkObserved(
                                4,
                                Option.of(from),
                                at.git("rev-parse", "HEAD^{tree}"),
                                Vector.empty(),
                                "completed",
                                Option.none()));
        at.append("a.txt", "two\n").git("commit", "-qam", "first of two");
        var first = at.head();
        at.git("commit", "-q", "--allow-empty", "-m", "second");
        var seen = observed();
        assertThat(seen.label()).isEqualTo("completed");
        assertThat(seen.head()).contains(at.head());
        assertThat(seen.commits().map(Commit::subject)).containsExactly("first of two", "second");
        assertThat(seen.commits().head().hash()).isEqualTo(first);
    }

    @Test
    void S1_34_the_latest_status_counts() throws IOException {
        commit("one", WORKER, "checkpoint");
        assertThat(observed().label()).isEqualTo("checkpoint");
        commit("two", WORKER, "failed");
        at.git("commit", "-q", "--allow-empty", "-m", "three");
        assertThat(observed().label()).isEqualTo("failed");
        assertThat(observed().remark().get().text()).isEqualTo("two");
    }

    @Test
    void S1_34_a_review_contains_its_terminal_and_its_text() throws IOException {
        commit(
                "It has holes",
                WORKER,
                "review_reject",
                "reviewed_terminal: designer",
                "issues: [{\"file\": \"a\", \"message\": \"a hole\"}]");
        assertThat(observed().label()).isEqualTo("review_reject");
        assertThat(observed().remark().get().terminal()).contains("designer");
        assertThat(observed().remark().get().text()).isEqualTo("It has holes\n- a: a hole");
    }

    @Test
    void S1_35_the_status_of_another_workflow_task_or_terminal_does_not_count() throws IOException {
        commit("x", new TerminalAgent("rother", "login", "developer"), "failed");
        commit("x", new TerminalAgent("rflow", "search", "developer"), "failed");
        commit("x", new TerminalAgent("rflow", "login", "reviewer"), "failed");
        assertThat(observed().label()).isEqualTo("completed");
    }

    @Test
    void an_observed_commit_is_not_observed_again() throws IOException {
        commit("one", WORKER, "failed");
        from = at.head();
        assertThat(observed().label()).isEqualTo("completed");
        assertThat(observed().commits()).isEmpty();
    }

    @Test
    void secrets_in_the_message_of_a_terminal_are_left_out() throws IOException {
        commit("token ghp_" + "0123456789abcdefghijklmnopqrstuvwxyzAB", WORKER, "failed");
        assertThat(observed().toString()).doesNotContain("ghp_0123456789");
    }

    @Test
    void S1_34_the_uncommitted_work_of_a_terminal_is_committed_in_its_name() throws IOException {
        at.append("a.txt", "two\n");
        var made =
                (WorkCommitted)
                        new GitHandler(at.context())
                                .perform(
                                        5,
                                        new CommitWork(
                                                GitHandlerTest.PLACE,
                                                Option.none(),
                                                Option.of("main"),
                                                Option.of(from),
                                                Option.none(),
                                                Vector.empty(),
                                                Option.of(WORKER),
                                                Vector.empty()));
        var message = at.git("log", "-1", "--format=%B", made.commit());
        assertThat(CommitMetadata.parse(message, JsonValues::read))
                .isEqualTo(Either.right(CommitMetadata.of(WORKER, "completed")));
        assertThat(
                        at.git(
                                        "log",
                                        "-1",
                                        "--format=%(trailers:key=Foldline-Ticket,valueonly)",
                                        made.commit())
                                .strip())
                .endsWith(":5");
    }
}
