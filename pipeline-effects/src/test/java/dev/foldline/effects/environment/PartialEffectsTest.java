package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** A look at deeds that hooks, people or a death in the middle have left in an unusual state. */
class PartialEffectsTest {
    private static final AgentRegistry NOBODY = new AgentRegistry(java.util.Map.of());

    private static final long TICKET = 9;

    @TempDir Path folder;
    private HandlerFixture at;
    private Vector<String> kept = Vector.empty();

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
        return new Reconciler(at.context(), NOBODY).look(TICKET, effect);
    }

    private Fault fault(ExternalEffect effect) throws IOException {
        return ((EffectFailed) look(effect)).fault();
    }

    private Event done(GitEffect effect) throws IOException {
        return new GitHandler(at.context()).perform(TICKET, effect);
    }

    private CommitWork commit() throws IOException {
        return new CommitWork(
                GitHandlerTest.PLACE,
                Option.none(),
                Option.of("foldline/run"),
                Option.of(at.head()),
                Option.none(),
                kept);
    }

    private String trailer() {
        return "Foldline-Ticket: " + at.directory.id() + ":" + TICKET;
    }

    @Test
    void a_commit_whose_message_and_tree_a_hook_made_up_is_found_in_the_reflog()
            throws IOException {
        at.write("work.txt", "x\n")
                .hook("commit-msg", "echo 'plain words' >\"$1\"")
                .hook("pre-commit", "echo more >more.txt; git add more.txt");
        var effect = commit();
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        var report = done(effect);
        assertThat(at.git("log", "-1", "--format=%B")).doesNotContain("Foldline-Ticket");
        assertThat(look(effect)).isEqualTo(report).isInstanceOf(WorkCommitted.class);
        at.git("checkout", "-q", "main");
        assertThat(look(effect)).as("wherever HEAD is").isEqualTo(report);
    }

    @Test
    void a_commit_whose_message_a_hook_rewrote_around_the_ticket_is_found() throws IOException {
        at.write("work.txt", "x\n").hook("commit-msg", "sed -i '1s/.*/JIRA-1 rewritten/' \"$1\"");
        var effect = commit();
        var report = done(effect);
        assertThat(((WorkCommitted) report).subject()).isEqualTo("JIRA-1 rewritten");
        assertThat(look(effect)).isEqualTo(report);
    }

    @Test
    void a_commit_that_the_user_has_built_upon_is_found_and_the_users_stays() throws IOException {
        at.write("work.txt", "x\n").hook("commit-msg", "echo plain >\"$1\"");
        var effect = commit();
        var report = done(effect);
        at.git("commit", "-q", "--allow-empty", "-m", "a person's");
        var theirs = at.head();
        assertThat(look(effect)).isEqualTo(report);
        assertThat(at.head()).isEqualTo(theirs);
    }

    @Test
    void a_commit_that_no_ref_leads_to_was_not_made() throws IOException {
        at.write("work.txt", "x\n");
        var effect = commit();
        at.git("add", "work.txt");
        at.git("commit-tree", "-p", "HEAD", "-m", "Work\n\n" + trailer(), at.git("write-tree"));
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
    }

    @Test
    void a_commit_that_took_work_of_the_user_is_undone() throws IOException {
        at.write("work.txt", "x\n").write("notes.txt", "mine\n");
        kept = Vector.of("notes.txt");
        var effect = commit();
        var before = at.head();
        at.git("add", "work.txt", "notes.txt");
        at.git("commit", "-q", "-m", "Work\n\n" + trailer());
        var fault = fault(effect);
        assertThat(fault.kind()).isEqualTo(Kind.COMMIT_REJECTED);
        assertThat(fault.message()).contains("notes.txt");
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.read("notes.txt")).isEqualTo("mine\n");
        assertThat(look(effect)).as("and looked at again").isEqualTo(new NotDone(TICKET));
    }

    @Test
    void a_commit_of_protected_files_that_was_built_upon_is_left_to_the_user() throws IOException {
        at.write("notes.txt", "mine\n");
        kept = Vector.of("notes.txt");
        var effect = commit();
        at.git("add", "notes.txt");
        at.git("commit", "-q", "-m", "Work\n\n" + trailer());
        at.git("commit", "-q", "--allow-empty", "-m", "a person's");
        var theirs = at.head();
        assertThat(fault(effect).kind()).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(at.head()).isEqualTo(theirs);
    }

    @Test
    void a_commit_on_top_of_one_of_the_user_is_reset_as_it_would_have_been_at_once()
            throws IOException {
        at.write("work.txt", "x\n");
        var effect = commit();
        at.git("commit", "-q", "--allow-empty", "-m", "a person's");
        var theirs = at.head();
        at.git("add", "work.txt");
        at.git("commit", "-q", "-m", "Work\n\n" + trailer());
        var fault = fault(effect);
        assertThat(fault.kind()).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(fault.message()).contains("the branch has moved");
        assertThat(at.head()).isEqualTo(theirs);
        assertThat(at.read("work.txt")).isEqualTo("x\n");
    }

    @Test
    void a_branch_that_was_made_but_not_switched_to_is_opened_then() throws IOException {
        var effect =
                new OpenBranch(GitHandlerTest.PLACE, new Branching.NewBranch("foldline/other"));
        done(effect);
        at.git("checkout", "-q", "foldline/run");
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        assertThat(((BranchOpened) done(effect)).branch()).contains("foldline/other");
    }

    @Test
    void partly_written_files_of_a_branch_are_not_mistaken_for_work_of_the_user()
            throws IOException {
        at.write("gone.txt", "of before\n").git("add", "gone.txt");
        at.git("commit", "-q", "--no-verify", "-m", "more");
        at.git("checkout", "-q", "-b", "base");
        at.git("rm", "-q", "gone.txt");
        at.write(".gitattributes", "late.txt filter=deadly\n")
                .write("early.txt", "early\n")
                .write("late.txt", "late\n")
                .append("a.txt", "more\n");
        at.git("add", ".gitattributes", "early.txt", "late.txt", "a.txt");
        at.git("commit", "-q", "--no-verify", "-m", "base");
        at.git("checkout", "-q", "-");
        at.write("notes.txt", "mine\n");
        at.git("config", "filter.deadly.smudge", "kill -TERM $PPID; sleep 1");
        at.git("update-ref", "refs/worktree/foldline/moving-from/" + at.head(), "base");
        assertThat(at.gitSays("checkout", "-q", "-b", "foldline/other", "base")).isFalse();
        at.git("config", "filter.deadly.smudge", "cat");
        assertThat(at.status()).as("half moved").contains("a.txt");
        var effect =
                new OpenBranch(
                        GitHandlerTest.PLACE,
                        new Branching.NewBranch("foldline/other", Option.of("base")));
        assertThat(at.root.resolve("gone.txt")).as("git deletes first").doesNotExist();
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        assertThat(at.root.resolve("gone.txt")).as("put back").hasContent("of before");
        assertThat(((BranchOpened) done(effect)).protectedPaths()).containsExactly("notes.txt");
        assertThat(at.root.resolve("gone.txt")).doesNotExist();
        assertThat(at.read("a.txt")).endsWith("more\n");
        assertThat(at.read("late.txt")).isEqualTo("late\n");
    }

    /** Its driver died behind the switch, before it could say that the move was over. */
    @Test
    void a_branch_that_was_switched_to_leaves_no_mark_behind() throws IOException {
        var before = at.head();
        var effect =
                new OpenBranch(GitHandlerTest.PLACE, new Branching.NewBranch("foldline/other"));
        var report = done(effect);
        at.git("update-ref", "refs/worktree/foldline/moving-from/" + before, at.head());
        assertThat(look(effect)).isEqualTo(report);
        assertThat(at.git("for-each-ref", "refs/worktree")).isEmpty();
    }

    @Test
    void the_mark_of_a_move_that_was_made_takes_nothing_back_later() throws IOException {
        var before = at.head();
        at.append("a.txt", "ours\n").git("commit", "-q", "--no-verify", "-am", "moved here");
        at.git("update-ref", "refs/worktree/foldline/moving-from/" + before, "HEAD");
        at.append("a.txt", "and more\n").git("commit", "-q", "--no-verify", "-am", "went on");
        at.git("rm", "-q", "--cached", "a.txt");
        java.nio.file.Files.delete(at.root.resolve("a.txt"));
        var effect =
                new OpenBranch(GitHandlerTest.PLACE, new Branching.NewBranch("foldline/other"));
        assertThat(((BranchOpened) done(effect)).protectedPaths()).containsExactly("a.txt");
        assertThat(at.root.resolve("a.txt")).doesNotExist();
        assertThat(at.git("for-each-ref", "refs/worktree")).isEmpty();
    }

    @Test
    void work_that_the_user_changed_since_the_branch_was_opened_is_saved_first()
            throws IOException {
        var effect =
                new OpenBranch(GitHandlerTest.PLACE, new Branching.NewBranch("foldline/other"));
        at.write("notes.txt", "mine\n");
        done(effect);
        at.write("notes.txt", "mine, and more\n");
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
        var report = done(effect);
        assertThat(at.git("show", at.context().keptRef() + ":notes.txt"))
                .isEqualTo("mine, and more");
        assertThat(look(effect)).isEqualTo(report);
    }

    @Test
    void saved_work_that_no_ref_leads_to_was_not_saved() throws IOException {
        at.write("work.txt", "x\n");
        at.git("add", "work.txt");
        at.git(
                "commit-tree",
                "-p",
                "HEAD",
                "-m",
                "Unfinished work of run " + at.directory.id(),
                at.git("write-tree"));
        assertThat(look(new SaveWork(GitHandlerTest.PLACE, Option.none(), kept)))
                .isEqualTo(new NotDone(TICKET));
    }

    @Test
    void a_rebase_in_progress_of_the_user_is_left_to_the_user() throws IOException {
        var effect =
                new RebaseBranch(
                        GitHandlerTest.PLACE,
                        Option.of("foldline/run"),
                        Option.of(at.head()),
                        Option.none(),
                        kept,
                        Option.none());
        at.append("a.txt", "ours\n");
        at.git("commit", "-qam", "ours");
        at.git("checkout", "-q", "main");
        at.append("a.txt", "theirs\n");
        at.git("commit", "-qam", "theirs");
        at.git("checkout", "-q", "foldline/run");
        assertThat(at.gitSays("rebase", "main")).isFalse();
        assertThat(fault(effect).kind()).isEqualTo(Kind.NEEDS_PERSON);
        at.git("rebase", "--abort");
        assertThat(look(effect)).isEqualTo(new NotDone(TICKET));
    }

    @Test
    void a_rebase_that_the_user_has_built_upon_is_done() throws IOException {
        at.git("commit", "-q", "--allow-empty", "-m", "work");
        var effect =
                new RebaseBranch(
                        GitHandlerTest.PLACE,
                        Option.of("foldline/run"),
                        Option.of(at.head()),
                        Option.none(),
                        kept,
                        Option.none());
        at.git(
                "branch",
                "-f",
                "main",
                at.git("commit-tree", "-p", "main", "-m", "theirs", "main^{tree}"));
        done(effect);
        at.git("commit", "-q", "--allow-empty", "-m", "a person's");
        assertThat(look(effect)).hasFieldOrPropertyWithValue("head", at.head());
    }
}
