package dev.foldline.effects.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.guard.RepositoryGuard.Commits;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Refs that others create, move and delete during a call, in one repository: which of them halt the
 * run.
 */
class SharedRefsTest {
    private static final String OTHER_RUN = "rmergingaaaaaaaaa";

    @TempDir Path folder;
    private HandlerFixture at;
    private Path theirs;

    /** What was done with a ref, by whom, and what came of it: nothing, a note, or a trespass. */
    private record Row(String who, String what, String meaning) {}

    /** What one party did, in order, and what came of each. */
    private final class Rows {
        private final String who;
        private final List<Row> all = new ArrayList<>();

        Rows(String who) {
            this.who = who;
        }

        void add(String what, RefChange effect) throws IOException {
            all.add(new Row(who, what, meaning(effect)));
        }
    }

    private interface RefChange {
        void done() throws IOException;
    }

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder).withRemote();
        at.git("commit", "-q", "--allow-empty", "-m", "second");
        for (var branch : List.of("other", "foldline/theirs", "mine")) at.git("branch", branch);
        at.git("checkout", "-q", "-b", "foldline/run");
        theirs = at.outside.resolve("checkout");
        at.git("worktree", "add", "-q", theirs.toString(), "mine");
        for (var tag : List.of("v1", "v2")) at.git("tag", tag);
    }

    @AfterEach
    void close() {
        at.close();
    }

    private void there(String... words) throws IOException {
        var all = new ArrayList<>(List.of("-C", theirs.toString()));
        all.addAll(List.of(words));
        at.git(all.toArray(String[]::new));
    }

    private String meaning(RefChange effect) throws IOException {
        var guard =
                RepositoryGuard.before(at.contextAnew(), 7, Vector.empty(), Commits.TAKEN_BACK)
                        .with(new PauseDrivenTimer(() -> {}));
        effect.done();
        var verdict = guard.after();
        return verdict.trespass()
                .map(reported -> "trespass")
                .orElse(verdict.notes().isEmpty() ? "nothing" : "note");
    }

    private String orphan(String message) throws IOException {
        return at.git("commit-tree", "-m", message, "main^{tree}");
    }

    private String child(String parent, String message) throws IOException {
        return at.git("commit-tree", "-p", parent, "-m", message, "main^{tree}");
    }

    private void says(String target, String commit) throws IOException {
        var run = new Runs(at.root.resolve(".git/foldline")).create(new RunId(OTHER_RUN));
        var merge = new Candidate(target, at.git("rev-parse", "main"), commit, "t");
        logged(
                run,
                new EffectStarted(
                        1,
                        new LandMerge(
                                new EffectKey("s", 0, "p", 1, 1, 1),
                                Option.of(merge),
                                Option.none())));
    }

    private static void logged(RunDirectory run, Event event) throws IOException {
        if (!(FileEventLog.open(run.events(), line -> {})
                instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError("the log is damaged");
        try (log) {
            log.append(LogEntry.of(Instant.now(), Wire.toJson(event)));
        }
    }

    @Test
    void ref_changes_of_another_run_are_accepted_unless_they_remove_saved_work()
            throws IOException {
        var rows = new Rows("another run");
        rows.add("creates its branch", () -> at.git("branch", "foldline/new"));
        rows.add(
                "moves its branch on",
                () -> at.git("branch", "-f", "foldline/theirs", child("main", "x")));
        rows.add(
                "creates what it saves",
                () -> at.git("update-ref", "refs/foldline/saved/" + OTHER_RUN + "/1", "main"));
        rows.add(
                "prepares a merge",
                () -> at.git("update-ref", "refs/foldline/merge/" + OTHER_RUN + "/3", "main"));
        rows.add(
                "prepares it anew",
                () ->
                        at.git(
                                "update-ref",
                                "refs/foldline/merge/" + OTHER_RUN + "/3",
                                orphan("anew")));
        rows.add(
                "removes it",
                () -> at.git("update-ref", "-d", "refs/foldline/merge/" + OTHER_RUN + "/3"));
        rows.add(
                "lands a merge on the base",
                () -> {
                    var merge = child("main", "Merge");
                    says("main", merge);
                    at.git("update-ref", "refs/heads/main", merge);
                });
        assertThat(rows.all)
                .extracting(Row::meaning)
                .as(rows.all.toString())
                .containsOnly("nothing");
        assertThat(
                        meaning(
                                () ->
                                        at.git(
                                                "update-ref",
                                                "-d",
                                                "refs/foldline/saved/" + OTHER_RUN + "/1")))
                .as("nobody removes what a run has saved")
                .isEqualTo("trespass");
        assertThat(meaning(() -> at.git("branch", "-D", "foldline/new")))
                .as("whether its work is elsewhere is not known here")
                .isEqualTo("note");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dirty/" + OTHER_RUN,
                "saved/" + OTHER_RUN + "/1",
                "stash/" + OTHER_RUN + "/2/a",
                "reverted/" + OTHER_RUN + "/3/a"
            })
    void refs_saved_by_another_run_stay_unless_that_run_renames_them(String name)
            throws IOException {
        var ref = "refs/foldline/" + name;
        at.git("update-ref", ref, "main");
        var saved = at.git("rev-parse", ref);
        assertThat(meaning(() -> at.git("update-ref", ref, orphan("instead"))))
                .isEqualTo("trespass");
        at.git("update-ref", ref, saved);
        assertThat(
                        meaning(
                                () -> {
                                    at.git("update-ref", ref + "-" + saved, saved);
                                    at.git("update-ref", ref, orphan("begun anew"));
                                }))
                .isEqualTo("nothing");
        assertThat(meaning(() -> at.git("update-ref", "-d", ref))).isEqualTo("trespass");
    }

    /** Whoever guards the call keeps there what was taken back, also in a try before this one. */
    @Test
    void refs_of_reset_commits_belong_to_their_call_and_earlier_ones_stay() throws IOException {
        var own = "refs/foldline/reverted/" + at.contextAnew().run() + "/";
        assertThat(meaning(() -> at.git("update-ref", own + "7/a", "main"))).isEqualTo("nothing");
        assertThat(meaning(() -> at.git("update-ref", own + "6/a", "main"))).isEqualTo("trespass");
    }

    @Test
    void a_user_in_a_separate_checkout_works_without_restriction() throws IOException {
        var rows = new Rows("a person");
        rows.add("commits", () -> there("commit", "-q", "--allow-empty", "-m", "mine"));
        rows.add("amends", () -> there("commit", "-q", "--allow-empty", "--amend", "-m", "better"));
        rows.add("branches", () -> there("switch", "-q", "-c", "feature"));
        rows.add("rebases", () -> there("rebase", "-q", "HEAD~1"));
        rows.add(
                "commits on the base and goes back",
                () -> {
                    there("switch", "-q", "main");
                    there("commit", "-q", "--allow-empty", "-m", "on main");
                    there("switch", "-q", "mine");
                });
        rows.add(
                "takes a commit off the base",
                () -> {
                    there("switch", "-q", "main");
                    there("reset", "-q", "--hard", "HEAD~1");
                });
        rows.add(
                "tags and moves a tag on",
                () -> {
                    there("tag", "v3");
                    there("tag", "-f", "v1", child("v1", "x"));
                });
        rows.add(
                "fetches",
                () -> {
                    at.theyPush("theirs.txt", "x");
                    there("fetch", "-q", "origin");
                });
        rows.add(
                "follows a remote branch", () -> there("branch", "-q", "following", "origin/main"));
        rows.add(
                "pushes a branch and follows it",
                () -> {
                    there("switch", "-q", "mine");
                    there("push", "-q", "-u", "origin", "mine");
                });
        rows.add("notes", () -> there("notes", "add", "-m", "a note"));
        rows.add(
                "makes a working tree",
                () ->
                        there(
                                "worktree",
                                "add",
                                "-q",
                                "-b",
                                "side",
                                at.outside.resolve("side").toString()));
        rows.add("packs refs", () -> there("pack-refs", "--all"));
        rows.add("packs and prunes", () -> there("gc", "-q", "--prune=now"));
        assertThat(rows.all)
                .extracting(Row::meaning)
                .as(rows.all.toString())
                .containsOnly("nothing");
    }

    @Test
    void branch_settings_belong_to_the_user_only_in_the_form_git_writes() throws IOException {
        var config = at.read(".git/config");
        for (var written :
                List.of(
                        "[branch \"mine\"]\n\tmergeOptions = -sevil\n",
                        "[branch \"mine\"]\n\tremote = ext::evil\n",
                        "[branch \"main\"]\n\trebase = true\n",
                        "[branch \"mine\"]\n[core]\n\tfsmonitor = evil\n",
                        "[branch \"mine\"]\n\tremote = x\n\thooksPath = evil\n")) {
            assertThat(meaning(() -> at.append(".git/config", written)))
                    .as(written)
                    .isEqualTo("trespass");
            assertThat(at.read(".git/config")).isEqualTo(config);
        }
        assertThat(
                        meaning(
                                () ->
                                        at.write(
                                                ".git/config",
                                                config.replace(
                                                        "\tbare",
                                                        "[branch \"mine\"]\n"
                                                                + "\tremote = x\n"
                                                                + "\tbare"))))
                .as("what stood below core is no longer")
                .isEqualTo("trespass");
        assertThat(
                        meaning(
                                () ->
                                        at.append(
                                                ".git/config",
                                                "[branch \"other\"]\n"
                                                        + "\tremote = origin\n"
                                                        + "\tmerge = refs/heads/x\n")))
                .isEqualTo("nothing");
    }

    @Test
    void the_excludes_of_a_run_that_copies_files_are_accepted() throws IOException {
        at.git.exclude(".foldline/");
        assertThat(meaning(() -> at.append(".git/info/exclude", "/.env\n")))
                .as("nobody brings it")
                .isEqualTo("trespass");
        var run = new Runs(at.root.resolve(".git/foldline")).create(new RunId(OTHER_RUN));
        var bringing =
                new Branching.OwnTree(
                        "foldline/b", at.head(), Option.none(), Vector.of(".env"), Option.none());
        logged(
                run,
                new RunStarted(
                        OTHER_RUN,
                        Ralph.workflow(
                                Ralph.Options.DEFAULT, Policy.DEFAULT.withBranching(bringing)),
                        "t",
                        1,
                        Instant.EPOCH));
        assertThat(meaning(() -> at.git.exclude("/.env"))).isEqualTo("nothing");
        assertThat(meaning(() -> at.append(".git/info/exclude", "/src\n"))).isEqualTo("trespass");
    }

    @Test
    void lost_refs_that_no_run_relies_on_are_kept_and_noted() throws IOException {
        var rows = new Rows("somebody");
        rows.add("deletes a branch", () -> at.git("branch", "-D", "other"));
        rows.add(
                "moves a branch away",
                () -> at.git("branch", "-f", "foldline/theirs", orphan("away")));
        rows.add(
                "moves one that is checked out elsewhere",
                () -> at.git("update-ref", "refs/heads/mine", orphan("behind their back")));
        rows.add("deletes a tag", () -> at.git("tag", "-d", "v2"));
        there("reset", "-q", "--hard");
        at.append("a.txt", "dirty\n").git("stash", "-q");
        rows.add("drops a stash", () -> at.git("stash", "drop", "-q"));
        assertThat(rows.all).extracting(Row::meaning).as(rows.all.toString()).containsOnly("note");
        assertThat(
                        at.git("for-each-ref", "--format=%(objectname)", "refs/foldline/reverted")
                                .lines()
                                .distinct())
                .as("where each was")
                .hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void a_push_of_the_runs_work_halts_and_what_others_push_does_not() throws IOException {
        var run = new Rows("the run");
        run.add(
                "pushes a commit that it then gives up",
                () -> {
                    at.git("commit", "-q", "--allow-empty", "-m", "work");
                    at.git("push", "-q", "origin", "HEAD:refs/heads/elsewhere");
                    at.git("reset", "-q", "--hard", "HEAD^");
                });
        run.add(
                "pushes its branch",
                () -> {
                    at.git("commit", "-q", "--allow-empty", "-m", "more");
                    at.git("push", "-q", "origin", "HEAD:main");
                });
        var others = new Rows("others");
        others.add(
                "push their own branch",
                () -> {
                    there("commit", "-q", "--allow-empty", "-m", "mine");
                    there("push", "-q", "origin", "mine");
                });
        others.add(
                "fetch what somebody pushed",
                () -> {
                    at.theyPush("c.txt", "theirs");
                    there("fetch", "-q", "origin");
                });
        assertThat(run.all)
                .extracting(Row::meaning)
                .as(run.all.toString())
                .containsOnly("trespass");
        assertThat(others.all)
                .extracting(Row::meaning)
                .as(others.all.toString())
                .containsOnly("nothing");
    }

    @Test
    void the_report_of_a_push_comes_first_and_names_the_branch() throws IOException {
        var guard = RepositoryGuard.before(at.contextAnew(), 7, Vector.empty(), Commits.TAKEN_BACK);
        at.git("commit", "-q", "--allow-empty", "-m", "work");
        at.git("push", "-q", "origin", "HEAD:main");
        at.git("switch", "-q", "-c", "sneaky");
        assertThat(guard.after().trespass().orElseThrow())
                .startsWith("pushed to origin/main, which only you can undo: moved ");
    }

    @Test
    void changes_halt_a_run_only_if_it_relies_on_them() throws IOException {
        var rows = new Rows("somebody");
        rows.add(
                "moves the base on",
                () -> at.git("update-ref", "refs/heads/main", child("main", "x")));
        rows.add(
                "moves the base behind a checkout of it",
                () -> {
                    there("switch", "-q", "main");
                    at.git("update-ref", "refs/heads/main", orphan("behind their back"));
                });
        there("switch", "-q", "--detach");
        rows.add("deletes the base", () -> at.git("branch", "-D", "main"));
        at.git("branch", "main");
        rows.add(
                "rewrites the run's branch",
                () -> at.git("reset", "-q", "--hard", orphan("rewritten")));
        rows.add(
                "creates a ref of the run",
                () ->
                        at.git(
                                "update-ref",
                                "refs/foldline/saved/" + at.directory.id() + "/9",
                                "main"));
        rows.add(
                "puts an object in the place of another",
                () -> at.git("replace", "-f", "HEAD", orphan("another")));
        rows.add("switches the run's branch", () -> at.git("switch", "-q", "-c", "sneaky"));
        assertThat(rows.all)
                .extracting(Row::meaning)
                .as(rows.all.toString())
                .containsOnly("trespass");
    }
}
