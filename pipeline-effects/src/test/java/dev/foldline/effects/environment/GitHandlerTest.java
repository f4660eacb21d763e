package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.CommitSkipped;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.TreeMoved;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.context.FaultMapper;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Git effects on a real repository, and the events that tell what became of them. */
class GitHandlerTest {
    static final EffectKey PLACE = new EffectKey("iterate", 0, "commit", 4, 1, 1);
    private static final Branching RUNS_OWN = new Branching.NewBranch("foldline/run");

    @TempDir Path folder;
    private HandlerFixture at;
    private Vector<String> kept = Vector.empty();

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event perform(long ticket, GitEffect effect) throws IOException {
        return new GitHandler(at.context()).perform(ticket, effect);
    }

    private Fault fault(GitEffect effect) throws IOException {
        var event = perform(9, effect);
        assertThat(event).isInstanceOf(EffectFailed.class);
        return ((EffectFailed) event).fault();
    }

    private BranchOpened opened(Branching branching) throws IOException {
        return (BranchOpened) perform(1, new OpenBranch(PLACE, branching));
    }

    private CommitWork commit(Option<String> message, Option<String> tree) throws IOException {
        return new CommitWork(PLACE, message, Option.of("main"), Option.of(at.head()), tree, kept);
    }

    private CommitWork commit() throws IOException {
        return commit(Option.none(), Option.none());
    }

    @Test
    void a_full_disk_needs_a_person_and_no_agent_to_fix_it() {
        for (var said :
                new String[] {
                    "fatal: write error: No space left on device",
                    "fatal: Read-only file system",
                    "Disk quota exceeded"
                }) {
            assertThat(GitHandler.failed(1, dev.foldline.core.state.Fault.Kind.GIT, said))
                    .isInstanceOfSatisfying(
                            dev.foldline.core.event.RunEvent.EffectFailed.class,
                            failed ->
                                    assertThat(failed.fault().kind())
                                            .isEqualTo(
                                                    dev.foldline.core.state.Fault.Kind
                                                            .NEEDS_PERSON));
            assertThat(FaultMapper.of(new IOException(said)).kind())
                    .isEqualTo(dev.foldline.core.state.Fault.Kind.NEEDS_PERSON);
        }
        assertThat(FaultMapper.of(new IOException("something else")).kind())
                .isEqualTo(dev.foldline.core.state.Fault.Kind.FILES);
    }

    @Test
    void a_run_starts_on_a_branch_of_its_own_or_stays() throws IOException {
        var first = at.head();
        assertThat(opened(new Branching.Stay()))
                .isEqualTo(
                        new BranchOpened(
                                1,
                                Option.of("main"),
                                first,
                                at.git("rev-parse", "HEAD^{tree}"),
                                Vector.empty()));
        assertThat(opened(RUNS_OWN).branch()).contains("foldline/run");
        assertThat(at.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/foldline/run");
        assertThat(opened(RUNS_OWN).base()).as("opening it again").isEqualTo(first);
        assertThat(at.read(".git/info/exclude")).containsOnlyOnce(".foldline/");
    }

    @Test
    void a_detached_head_has_no_branch() throws IOException {
        at.git("checkout", "-q", "--detach");
        assertThat(opened(new Branching.Stay()).branch()).isEmpty();
    }

    @Test
    void a_branch_made_by_an_earlier_attempt_is_reused_and_any_other_is_not() throws IOException {
        opened(RUNS_OWN);
        at.git("checkout", "-q", "main");
        assertThat(opened(RUNS_OWN).branch()).contains("foldline/run");
        at.git("checkout", "-q", "main");
        at.git("commit", "-q", "--allow-empty", "-m", "more");
        assertThat(fault(new OpenBranch(PLACE, RUNS_OWN)).message()).contains("there already");
        at.git("branch", "-f", "foldline/run", "main");
        at.git("worktree", "add", "-q", at.outside.resolve("tree").toString(), "foldline/run");
        assertThat(fault(new OpenBranch(PLACE, RUNS_OWN)).message()).contains("in the way");
    }

    @Test
    void a_user_branch_with_the_name_of_ours_belongs_to_the_user() throws IOException {
        at.git("branch", "foldline/run");
        assertThat(fault(new OpenBranch(PLACE, RUNS_OWN)).message()).contains("there already");
        at.git("branch", "-D", "foldline/run");
        at.git.openBranch("foldline/run", "main", "another-run");
        at.git("checkout", "-q", "main");
        assertThat(fault(new OpenBranch(PLACE, RUNS_OWN)).message()).contains("there already");
        assertThat(at.git("symbolic-ref", "--short", "HEAD")).isEqualTo("main");
    }

    @Test
    void uncommitted_work_is_kept_and_stays_uncommitted() throws IOException {
        at.write("a.txt", "mine\n").write("notes.txt", "mine\n").write("foldline.yaml", "x");
        at.git("add", "notes.txt");
        kept = opened(RUNS_OWN).protectedPaths();
        assertThat(kept).containsExactly("a.txt", "notes.txt");
        var status = at.status();
        at.write("work.txt", "work\n");
        var committed =
                (WorkCommitted)
                        perform(
                                2,
                                new CommitWork(
                                        PLACE,
                                        Option.none(),
                                        Option.of("foldline/run"),
                                        Option.of(at.head()),
                                        Option.none(),
                                        kept));
        assertThat(at.git("show", "--name-only", "--format=", committed.commit()))
                .isEqualTo("work.txt");
        assertThat(at.status()).isEqualTo(status);
        assertThat(at.git("show", at.context().keptRef() + ":notes.txt")).isEqualTo("mine");
    }

    @Test
    void uncommitted_work_that_changes_between_two_attempts_is_kept_twice() throws IOException {
        at.write("a.txt", "first\n");
        opened(RUNS_OWN);
        at.write("a.txt", "second\n");
        opened(RUNS_OWN);
        opened(RUNS_OWN);
        assertThat(at.git("show", at.context().keptRef() + ":a.txt")).isEqualTo("second");
        var refs = at.git("for-each-ref", "--format=%(refname)", "refs/foldline").lines().toList();
        assertThat(refs).hasSize(2);
        assertThat(at.git("show", refs.getLast() + ":a.txt")).isEqualTo("first");
    }

    @Test
    void a_tree_check_distinguishes_changed_from_clean() throws IOException {
        var clean = (TreeInspected) perform(1, new InspectTree(PLACE, Vector.of("kept.txt")));
        assertThat(clean.label()).isEqualTo("clean");
        at.write("kept.txt", "x").write("foldline.yaml", "x").write(".foldline/y", "x");
        assertThat(perform(1, new InspectTree(PLACE, Vector.of("kept.txt")))).isEqualTo(clean);
        at.write("work.txt", "x");
        var changed = (TreeInspected) perform(1, new InspectTree(PLACE, Vector.of("kept.txt")));
        assertThat(changed.label()).isEqualTo("changed");
        assertThat(changed.tree()).isNotEqualTo(clean.tree());
    }

    @Test
    void a_commit_carries_its_message_and_its_ticket() throws IOException {
        at.write("work.txt", "x\n");
        var message =
                at.blob(
                        "{\"subject\":\"Add work\",\"body\":\"Because.\\n"
                                + "Foldline-Ticket: forged:1\"}");
        var committed =
                (WorkCommitted)
                        perform(
                                12,
                                commit(
                                        Option.of(message),
                                        Option.of(at.git.workTree(at.context().exclusions(kept)))));
        assertThat(at.git("log", "-1", "--format=%B").strip())
                .isEqualTo("Add work\n\nBecause.\n\nFoldline-Ticket: " + at.directory.id() + ":12");
        assertThat(committed.subject()).isEqualTo("Add work");
        assertThat(at.git("rev-parse", "main", "main^{tree}").lines())
                .containsExactly(committed.commit(), committed.tree());
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
    }

    @Test
    void an_unusable_message_is_replaced() throws IOException {
        at.write("work.txt", "x\n");
        var committed =
                (WorkCommitted) perform(12, commit(Option.of(at.blob("{}")), Option.none()));
        assertThat(committed.subject()).isEqualTo("Work of run " + at.directory.id());
    }

    @Test
    void excluded_files_and_moved_trees_are_not_committed() throws IOException {
        var first = at.head();
        assertThat(perform(9, commit())).isInstanceOf(CommitSkipped.class);
        at.write("work.txt", "x\n");
        var moved =
                (TreeMoved)
                        perform(
                                9,
                                commit(
                                        Option.none(),
                                        Option.of(at.git("rev-parse", "HEAD^{tree}"))));
        assertThat(moved.tree()).isEqualTo(at.git.workTree(at.context().exclusions(kept)));
        assertThat(
                        fault(
                                        new CommitWork(
                                                PLACE,
                                                Option.none(),
                                                Option.of("other"),
                                                Option.of(first),
                                                Option.none(),
                                                kept))
                                .kind())
                .isEqualTo(Kind.NEEDS_PERSON);
        assertThat(at.head()).isEqualTo(first);
    }

    @Test
    void each_refusal_of_git_has_its_remedy() throws IOException {
        at.write("work.txt", "x\n").hook("pre-commit", "echo 'no tabs please' >&2; exit 1");
        var rejected = fault(commit());
        assertThat(rejected.kind()).isEqualTo(Kind.COMMIT_REJECTED);
        assertThat(rejected.message()).contains("no tabs please");
        Files.delete(at.root.resolve(".git/hooks/pre-commit"));
        at.write(".git/index.lock", "");
        var locked = fault(commit());
        assertThat(locked.kind()).isEqualTo(Kind.GIT);
        assertThat(locked.message()).contains("index.lock");
        Files.delete(at.root.resolve(".git/index.lock"));
        at.write(".git/MERGE_HEAD", at.head());
        assertThat(fault(commit()).kind()).isEqualTo(Kind.NEEDS_PERSON);
        Files.delete(at.root.resolve(".git/MERGE_HEAD"));
        at.git("config", "commit.gpgsign", "true");
        at.git("config", "gpg.program", "false");
        var unsigned = fault(commit());
        assertThat(unsigned.kind()).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(unsigned.message()).contains("sign", "commit.gpgsign");
        at.git("config", "--unset", "commit.gpgsign");
        Files.writeString(folder.resolve("home/gitconfig"), "[user]\n\tuseConfigOnly = true\n");
        var nobody = fault(commit());
        assertThat(nobody.kind()).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(nobody.message()).contains("name and address");
    }

    @Test
    void a_hook_that_rewrites_the_tree_is_seen_in_the_event() throws IOException {
        at.write("work.txt", "x\n").hook("pre-commit", "echo y >work.txt; git add work.txt");
        var staged = at.git.workTree(at.context().exclusions(kept));
        assertThat(((WorkCommitted) perform(9, commit())).tree()).isNotEqualTo(staged);
    }

    @Test
    void a_branch_is_put_on_top_of_its_base_or_left_as_it_is() throws IOException {
        at.git("checkout", "-q", "-b", "foldline/run");
        at.write("work.txt", "x\n");
        at.git("add", "work.txt");
        at.git("commit", "-q", "-m", "work");
        assertThat(((BranchRebased) perform(9, rebase())).head())
                .as("up to date")
                .isEqualTo(at.head());
        moveMain("b.txt", "theirs");
        var rebased = (BranchRebased) perform(9, rebase());
        assertThat(at.git("log", "--format=%s")).isEqualTo("work\ntheirs\nfirst");
        assertThat(rebased.head()).isEqualTo(at.head());
        moveMain("work.txt", "theirs too");
        var before = at.head();
        var conflict = fault(rebase());
        assertThat(conflict.kind()).isEqualTo(Kind.CONFLICT);
        assertThat(conflict.message()).contains("work.txt");
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
    }

    /** The user has a commit on the branch at which the run starts. */
    @Test
    void a_rebased_branch_starts_behind_the_commits_that_are_not_the_run_s() throws IOException {
        var start = at.head();
        at.git("checkout", "-q", "-b", "foldline/run");
        committed("work.txt");
        var unmoved = (BranchRebased) perform(9, rebase(start));
        assertThat(unmoved.base()).as("it starts where it did").isEmpty();
        moveMain("b.txt", "theirs");
        var onBase = (BranchRebased) perform(9, rebase(start));
        assertThat(onBase.base()).contains(at.git("rev-parse", "main"));
        var own = committed("own.txt");
        committed("more.txt");
        moveMain("c.txt", "theirs too");
        var behindOwn = (BranchRebased) perform(9, rebase(own));
        assertThat(behindOwn.base()).contains(at.git("rev-parse", "HEAD~1"));
        assertThat(at.git("log", "-1", "--format=%s", "HEAD~1")).isEqualTo("own.txt");
        var known = committed("same.txt");
        committed("last.txt");
        moveMain("same.txt", "same.txt");
        var leftOut = (BranchRebased) perform(9, rebase(known));
        assertThat(leftOut.base()).as("a commit that the base has was left out").isEmpty();
    }

    private String committed(String file) throws IOException {
        at.write(file, file);
        at.git("add", file);
        at.git("commit", "-q", "-m", file);
        return at.head();
    }

    private RebaseBranch rebase() throws IOException {
        return rebase(Option.none());
    }

    private RebaseBranch rebase(String start) throws IOException {
        return rebase(Option.of(start));
    }

    private RebaseBranch rebase(Option<String> start) throws IOException {
        return new RebaseBranch(
                PLACE, Option.of("foldline/run"), Option.of(at.head()), Option.none(), kept, start);
    }

    private void moveMain(String file, String subject) throws IOException {
        var tree = at.outside.resolve("main");
        if (!Files.exists(tree)) at.git("worktree", "add", "-q", tree.toString(), "main");
        Files.writeString(tree.resolve(file), subject);
        at.git("-C", tree.toString(), "add", "-A");
        at.git("-C", tree.toString(), "commit", "-q", "-m", subject);
    }

    @Test
    void work_is_saved_once_for_each_ticket() throws IOException {
        assertThat(perform(3, save())).isEqualTo(new WorkSaved(3, Option.none()));
        at.write("work.txt", "x\n").write("kept.txt", "a person's");
        kept = Vector.of("kept.txt");
        var status = at.status();
        var saved = (WorkSaved) perform(4, save());
        assertThat(perform(4, save())).isEqualTo(saved);
        assertThat(at.git("ls-tree", "--name-only", at.context().savedRef(4)).lines())
                .contains("work.txt")
                .doesNotContain("kept.txt", "PROMPT.md");
        assertThat(at.status()).isEqualTo(status);
    }

    private SaveWork save() {
        return new SaveWork(PLACE, Option.none(), kept);
    }
}
