package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.Reaper;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A look after a crash: what was done is found, what was not is said to be not done, and nothing is
 * done.
 */
class ReconcilerTest {
    private static final AgentRegistry NOBODY = new AgentRegistry(java.util.Map.of());

    private static final long TICKET = 9;

    @TempDir Path folder;
    private HandlerFixture at;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        at.git("checkout", "-q", "-b", "foldline/run");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event look(ExternalEffect effect) throws IOException {
        var refs = at.git("for-each-ref");
        var status = at.status();
        var event = new Reconciler(at.context(), NOBODY).look(TICKET, effect);
        assertThat(at.git("for-each-ref")).isEqualTo(refs);
        assertThat(at.status()).isEqualTo(status);
        return event;
    }

    /** Does a deed whose report nobody hears. */
    private Event done(GitEffect effect) throws IOException {
        return new GitHandler(at.context()).perform(TICKET, effect);
    }

    private CommitWork commit(Option<String> tree) throws IOException {
        return new CommitWork(
                GitHandlerTest.PLACE,
                Option.none(),
                Option.of("foldline/run"),
                Option.of(at.head()),
                tree,
                Vector.empty());
    }

    private String tree() throws IOException {
        return at.git.workTree(at.context().exclusions(Vector.empty()));
    }

    @Test
    void a_commit_is_found_by_its_ticket() throws IOException {
        at.write("work.txt", "x\n");
        var effect = commit(Option.none());
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        var report = done(effect);
        assertThat(report).isInstanceOf(WorkCommitted.class);
        assertThat(look(effect)).isEqualTo(report);
    }

    @Test
    void a_commit_whose_ticket_a_hook_removed_is_found_by_parent_and_tree() throws IOException {
        at.write("work.txt", "x\n").hook("commit-msg", "echo 'plain words' >\"$1\"");
        var effect = commit(Option.of(tree()));
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        var report = done(effect);
        assertThat(at.git("log", "-1", "--format=%B")).doesNotContain("Foldline-Ticket");
        assertThat(look(effect)).isEqualTo(report);
    }

    @Test
    void a_commit_is_found_on_its_branch_wherever_HEAD_is() throws IOException {
        at.write("work.txt", "x\n");
        var effect = commit(Option.none());
        var report = done(effect);
        at.git("checkout", "-q", "main");
        at.write("a.txt", "staged by a person\n");
        at.git("add", "a.txt");
        assertThat(look(effect)).isEqualTo(report);
    }

    @Test
    void commits_of_others_are_not_taken_for_ours() throws IOException {
        at.write("work.txt", "x\n");
        var effect = commit(Option.of("0".repeat(40)));
        at.git("add", "work.txt");
        at.git("commit", "-q", "-m", "Work\n\nFoldline-Ticket: " + at.directory.id() + ":8");
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
    }

    @Test
    void the_index_is_updated_if_the_crash_happened_before_that() throws IOException {
        at.write("work.txt", "x\n");
        var effect = commit(Option.none());
        done(effect);
        at.git("update-index", "--force-remove", "work.txt");
        assertThat(at.git("status", "--porcelain").lines()).anyMatch(line -> line.startsWith("D "));
        new Reconciler(at.context(), NOBODY).look(TICKET, effect);
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
    }

    @Test
    void a_branch_is_open_when_HEAD_is_on_it() throws IOException {
        var effect =
                new OpenBranch(GitHandlerTest.PLACE, new Branching.NewBranch("foldline/other"));
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        at.write("mine.txt", "x\n");
        var report = done(effect);
        assertThat(look(effect)).isEqualTo(report);
        assertThat(look(new OpenBranch(GitHandlerTest.PLACE, new Branching.Stay())))
                .as("staying is done again")
                .isEqualTo(new NotDone(TICKET));
    }

    @Test
    void saved_work_is_found_by_its_ticket() throws IOException {
        at.write("work.txt", "x\n");
        var effect = new SaveWork(GitHandlerTest.PLACE, Option.none(), Vector.empty());
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        var report = done(effect);
        assertThat(look(effect)).isEqualTo(report);
    }

    @Test
    void a_rebase_is_done_when_the_branch_has_moved() throws IOException {
        at.git("commit", "-q", "--allow-empty", "-m", "work");
        var effect =
                new RebaseBranch(
                        GitHandlerTest.PLACE,
                        Option.of("foldline/run"),
                        Option.of(at.head()),
                        Option.none(),
                        Vector.empty(),
                        Option.none());
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        at.git(
                "branch",
                "-f",
                "main",
                at.git("commit-tree", "-p", "main", "-m", "theirs", "main^{tree}"));
        var report = done(effect);
        assertThat(look(effect)).isEqualTo(report);
        at.git("checkout", "-q", "--detach", "main");
        assertThat(look(effect)).as("wherever HEAD is").isEqualTo(report);
    }

    @Test
    void a_commit_of_another_author_is_not_a_rebase() throws IOException {
        var effect =
                new RebaseBranch(
                        GitHandlerTest.PLACE,
                        Option.of("foldline/run"),
                        Option.of(at.head()),
                        Option.none(),
                        Vector.empty(),
                        Option.none());
        at.git(
                "branch",
                "-f",
                "main",
                at.git("commit-tree", "-p", "main", "-m", "theirs", "main^{tree}"));
        at.git("commit", "-q", "--allow-empty", "-m", "a person's");
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
    }

    @Test
    void a_tree_check_is_simply_repeated() throws IOException {
        assertThat(look(new InspectTree(GitHandlerTest.PLACE, Vector.empty())))
                .isEqualTo(new NotDone(TICKET));
    }

    @Test
    void calls_and_checks_are_lost_and_what_is_left_of_them_is_ended() throws IOException {
        var builder = new ProcessBuilder("sh", "-c", "echo ready; sleep 60");
        builder.environment().putAll(at.context().marker(TICKET).variables());
        var left = builder.start();
        left.inputReader().readLine();
        at.context().output("agent-" + TICKET);
        java.nio.file.Files.createFile(at.directory.output().resolve("agent-" + TICKET + ".out"));
        var call =
                new InvokeAgent(
                        GitHandlerTest.PLACE,
                        "developer",
                        "mine",
                        at.blob("x"),
                        Option.none(),
                        Vector.empty(),
                        new Deadlines(1, 1, 1, 1),
                        Option.none(),
                        Option.none(),
                        Option.none());
        java.nio.file.Files.createDirectories(at.directory.output());
        java.nio.file.Files.writeString(
                at.directory.output().resolve("agent-" + TICKET + ".out"), "ready\n");
        assertThat(((AgentFailed) look(call)).fault().kind()).isEqualTo(Kind.LOST);
        assertThat(left.isAlive()).isFalse();
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
        var check =
                new RunCheck(
                        GitHandlerTest.PLACE,
                        "checks",
                        Vector.empty(),
                        Expectation.PASS,
                        Vector.empty(),
                        1);
        assertThat(((EffectFailed) look(check)).fault().kind()).isEqualTo(Kind.LOST);
    }

    @Test
    void S1_57_a_call_that_still_waited_for_a_permit_has_not_started() throws IOException {
        var call =
                new InvokeAgent(
                        GitHandlerTest.PLACE,
                        "developer",
                        "mine",
                        at.blob("x"),
                        Option.none(),
                        Vector.empty(),
                        new Deadlines(1, 1, 1, 1),
                        Option.none(),
                        Option.none(),
                        Option.none());
        assertThat(look(call)).isEqualTo(new NotDone(TICKET));
    }

    @Test
    void the_conversation_and_the_usage_of_an_interrupted_call_are_kept() throws IOException {
        var agents =
                new AgentRegistry(
                        java.util.Map.of(
                                "claude",
                                dev.foldline.effects.agent.AgentDefinition.Known.of(
                                        dev.foldline.effects.agent.cli.Adapters.of("claude")
                                                .orElseThrow())));
        var call =
                new InvokeAgent(
                        GitHandlerTest.PLACE,
                        "developer",
                        "claude",
                        at.blob("x"),
                        Option.none(),
                        Vector.empty(),
                        new Deadlines(1, 1, 1, 1),
                        Option.none(),
                        Option.none(),
                        Option.none());
        java.nio.file.Files.createDirectories(at.directory.output());
        java.nio.file.Files.writeString(
                at.directory.output().resolve("agent-" + TICKET + ".out"),
                """
                {"type":"system","subtype":"init","session_id":"s-1","model":"large"}
                {"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"I wo"}],"usage":{"input_tokens":70,"output_tokens":5}}}
                {"type":"assistant","message":{"id":"m2","con\
                """);
        var event = (AgentFailed) new Reconciler(at.context(), agents).look(TICKET, call);
        assertThat(event.fault().kind()).isEqualTo(Kind.LOST);
        assertThat(event.session()).contains("s-1");
        assertThat(event.spend().tokens()).contains(75L);
        assertThat(((AgentFailed) look(call)).session())
                .as("by somebody who does not know the agent")
                .isEmpty();
    }
}
