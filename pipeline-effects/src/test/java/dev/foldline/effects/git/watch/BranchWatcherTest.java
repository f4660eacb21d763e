package dev.foldline.effects.git.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.state.WatchedBranches;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.local.Sandbox;

import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Every new commit of a real repository is told of, once, wherever git keeps it. */
class BranchWatcherTest {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final long PATIENCE_SECONDS = 60;

    @TempDir Path folder;
    private Sandbox sandbox;
    private final CrashingListener keeper = new CrashingListener();

    /** Who keeps what it is told, and how far that is; now and then it dies first. */
    private static final class CrashingListener implements BranchWatcher.Listener {
        private final BlockingQueue<Seen> told = new LinkedBlockingQueue<>();
        private Option<WatchedBranches> known = Option.none();
        private boolean dies;

        @Override
        public synchronized Future<Boolean> report(SeeCommits news) {
            if (dies) return new CompletableFuture<>();
            known = Option.of(known.getOrElse(WatchedBranches.NOTHING).after(news.sighting()));
            told.addAll(news.sighting().commits().asJava());
            return CompletableFuture.completedFuture(true);
        }

        synchronized Option<WatchedBranches> known() {
            return known;
        }

        synchronized void dies() {
            dies = true;
        }

        synchronized void lives() {
            dies = false;
        }

        List<String> awaitReports(int count) throws InterruptedException {
            var received = new ArrayList<String>();
            while (received.size() < count) {
                var next = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                assertThat(next).as("told of " + received + " and then of nothing").isNotNull();
                received.add(next.message().strip() + " (" + next.branch() + ")");
            }
            assertThat(told).isEmpty();
            return received;
        }
    }

    @BeforeEach
    void a_repository() throws IOException {
        sandbox = Sandbox.repository(folder);
    }

    @AfterEach
    void closed() {
        sandbox.close();
    }

    private WatchedBranches look() throws IOException {
        return look(folder.resolve("work"), 100);
    }

    /** One look of a watcher that is closed at once, told until nothing is new. */
    private WatchedBranches look(Path from, int commitsMax) throws GitFault {
        try (var branches = RepositoryHistory.of(from, sandbox.settings)) {
            var news = new NewCommits(branches, commitsMax, _ -> true);
            for (var found = news.since(keeper.known());
                    found.isDefined();
                    found = news.since(keeper.known())) keeper.report(found.get());
            return keeper.known().get();
        }
    }

    private interface ConcurrentAction {
        void happens() throws Exception;
    }

    private void watching(Duration pause, ConcurrentAction meanwhile) throws Exception {
        try (var branches = RepositoryHistory.of(sandbox.root, sandbox.settings);
                var watcher =
                        new BranchWatcher(
                                new NewCommits(branches, 100, _ -> true),
                                branches,
                                pause,
                                keeper,
                                _ -> {})) {
            watcher.begin(keeper.known());
            meanwhile.happens();
        }
    }

    private void commit(String message) throws IOException {
        sandbox.git("commit", "-q", "--allow-empty", "-m", message);
    }

    /** Many commits on a branch, by one command. */
    private void commits(String branch, int first, int count) throws IOException {
        var stream = new StringBuilder();
        for (int each = first; each < first + count; each++) {
            var message = "n" + each;
            stream.append("commit refs/heads/")
                    .append(branch)
                    .append("\ncommitter Ada <ada@example.org> ")
                    .append(1_700_000_000 + each)
                    .append(" +0000\ndata ")
                    .append(message.length())
                    .append('\n')
                    .append(message)
                    .append('\n');
            if (each == first)
                stream.append("from refs/heads/")
                        .append(first == 0 ? "main" : branch)
                        .append("^0\n");
        }
        GitCommand.in(sandbox.settings, sandbox.root, "fast-import", "--quiet", "--force")
                .fed(stream.toString().getBytes(StandardCharsets.UTF_8))
                .succeed();
    }

    @Test
    void S1_36_a_folder_of_no_repository_is_refused_by_its_name() throws IOException {
        var nowhere = Files.createDirectories(folder.resolve("nowhere"));
        assertThatThrownBy(() -> RepositoryHistory.of(nowhere, sandbox.settings))
                .isInstanceOf(GitFault.class)
                .hasMessage("Not a git repository: " + nowhere);
    }

    @Test
    void S1_37_a_commit_is_reported_when_its_branch_moves_without_waiting_for_the_poll()
            throws Exception {
        watching(
                NEVER,
                () -> {
                    commit("one");
                    assertThat(keeper.awaitReports(1)).containsExactly("one (main)");
                    sandbox.git("switch", "-q", "-c", "other");
                    commit("two");
                    commit("three");
                    assertThat(keeper.awaitReports(2))
                            .containsExactly("two (other)", "three (other)");
                });
    }

    @Test
    void S1_37_a_branch_in_a_folder_that_was_not_there_is_found_after_the_pause_at_the_latest()
            throws Exception {
        watching(
                POLL,
                () -> {
                    sandbox.git("switch", "-q", "-c", "deep/er/down");
                    commit("one");
                    assertThat(keeper.awaitReports(1)).containsExactly("one (deep/er/down)");
                });
    }

    @Test
    void S1_37_the_commits_of_all_branches_are_reported_once_the_older_first() throws Exception {
        look();
        commit("one");
        sandbox.git("switch", "-q", "-c", "a-side");
        commit("two");
        sandbox.git("switch", "-q", "main");
        commit("three");
        sandbox.git("merge", "-q", "--no-ff", "-m", "four", "a-side");
        look();
        var received = keeper.awaitReports(4);
        assertThat(received)
                .containsExactlyInAnyOrder(
                        "one (a-side)", "two (a-side)", "three (main)", "four (main)");
        assertThat(received.getFirst()).isEqualTo("one (a-side)");
        assertThat(received.getLast()).isEqualTo("four (main)");
        look();
        assertThat(keeper.told).isEmpty();
    }

    @Test
    void S1_36_packed_refs_are_read() throws Exception {
        look();
        commit("one");
        sandbox.git("switch", "-q", "-c", "other");
        commit("two");
        sandbox.git("pack-refs", "--all");
        assertThat(sandbox.root.resolve(".git/refs/heads/other")).doesNotExist();
        look();
        assertThat(keeper.awaitReports(2)).containsExactly("one (main)", "two (other)");
        sandbox.git("gc", "-q", "--prune=now");
        look();
        assertThat(keeper.told).isEmpty();
    }

    @Test
    void S1_36_a_linked_worktree_is_watched_and_watches_the_whole_repository() throws Exception {
        sandbox.git("worktree", "add", "-q", "-b", "linked", "../linked");
        var linked = folder.resolve("linked");
        assertThat(linked.resolve(".git")).isRegularFile();
        look(linked, 100);
        sandbox.at(linked).git("commit", "-q", "--allow-empty", "-m", "there");
        commit("here");
        look(linked, 100);
        assertThat(keeper.awaitReports(2))
                .containsExactlyInAnyOrder("there (linked)", "here (main)");
        try (var there = RepositoryHistory.of(linked, sandbox.settings);
                var here = RepositoryHistory.of(sandbox.root, sandbox.settings)) {
            assertThat(there.folder())
                    .as("where files change when a branch moves")
                    .isEqualTo(here.folder());
        }
        watching(
                NEVER,
                () -> {
                    sandbox.at(linked).git("commit", "-q", "--allow-empty", "-m", "there again");
                    assertThat(keeper.awaitReports(1)).containsExactly("there again (linked)");
                });
    }

    @Test
    void S1_36_a_bare_repository_is_watched() throws Exception {
        sandbox.git("clone", "-q", "--bare", ".", "../bare.git");
        var bare = folder.resolve("bare.git");
        look(bare, 100);
        commit("one");
        sandbox.git("push", "-q", "../bare.git", "main", "main:pushed");
        look(bare, 100);
        assertThat(keeper.awaitReports(1)).containsExactly("one (main)");
    }

    @Test
    void S1_38_commits_made_without_a_watcher_are_reported_to_the_next_watcher() throws Exception {
        watching(POLL, () -> {});
        commit("one");
        sandbox.git("branch", "other");
        commit("two");
        watching(
                POLL,
                () ->
                        assertThat(keeper.awaitReports(2))
                                .containsExactly("one (other)", "two (main)"));
        watching(POLL, () -> {});
        assertThat(keeper.told).as("nothing is told again").isEmpty();
    }

    @Test
    void S1_38_a_force_moved_branch_reports_only_its_new_commits() throws Exception {
        commit("base");
        commit("lost");
        look();
        sandbox.git("commit", "-q", "--amend", "--allow-empty", "-m", "amended");
        look();
        assertThat(keeper.awaitReports(1)).containsExactly("amended (main)");
        sandbox.git("reset", "-q", "--hard", "HEAD@{1}");
        look();
        assertThat(keeper.told).as("it was there before").isEmpty();
        sandbox.git("switch", "-q", "-c", "side", "HEAD~1");
        commit("on the side");
        look();
        assertThat(keeper.awaitReports(1)).containsExactly("on the side (side)");
        sandbox.git("rebase", "-q", "main");
        look();
        assertThat(keeper.awaitReports(1))
                .as("a new commit of the same words")
                .containsExactly("on the side (side)");
    }

    @Test
    void S1_38_a_branch_that_was_deleted_and_restored_is_not_news() throws Exception {
        sandbox.git("branch", "kept");
        sandbox.git("switch", "-q", "kept");
        commit("before anybody watched");
        var at = sandbox.head();
        look();
        sandbox.git("switch", "-q", "main");
        sandbox.git("branch", "-q", "-D", "kept");
        look();
        sandbox.git("branch", "kept", at);
        look();
        assertThat(keeper.told).isEmpty();
    }

    @Test
    void S1_38_a_commit_that_git_has_pruned_does_not_disturb_the_watcher() throws Exception {
        commit("lost");
        look();
        sandbox.git("commit", "-q", "--amend", "--allow-empty", "-m", "amended");
        look();
        sandbox.git("reflog", "expire", "--expire=now", "--all");
        sandbox.git("gc", "-q", "--prune=now");
        commit("next");
        look();
        assertThat(keeper.awaitReports(2)).containsExactly("amended (main)", "next (main)");
    }

    @Test
    void S1_38_commits_pruned_by_git_do_not_disturb_the_watcher() throws Exception {
        var root = sandbox.head();
        commits("other", 0, 20);
        sandbox.git("switch", "-q", "other");
        try (var branches = RepositoryHistory.of(sandbox.root, sandbox.settings)) {
            var news = new NewCommits(branches, 100, _ -> true);
            keeper.report(news.since(keeper.known()).get());
            commit("lost");
            keeper.report(news.since(keeper.known()).get());
            sandbox.git("reset", "-q", "--hard", root);
            commit("kept");
            keeper.report(news.since(keeper.known()).get());
            sandbox.git("reflog", "expire", "--expire=now", "--all");
            sandbox.git("gc", "-q", "--prune=now");
            sandbox.git("branch", "late", "main");
            // By its date older than what is gone, so that all of that would be passed on the way
            // to it.
            commits("late", -1, 1);
            keeper.report(news.since(keeper.known()).get());
        }
        assertThat(keeper.awaitReports(3))
                .containsExactly("lost (other)", "kept (other)", "n-1 (late)");
    }

    @Test
    void S1_40_a_commit_that_its_listener_could_not_keep_is_reported_again() throws Exception {
        watching(POLL, () -> {});
        keeper.dies();
        commit("one");
        watching(POLL, () -> commit("two"));
        assertThat(keeper.told).isEmpty();
        keeper.lives();
        watching(
                POLL,
                () ->
                        assertThat(keeper.awaitReports(2))
                                .containsExactly("one (main)", "two (main)"));
    }

    @Test
    void S1_38_the_old_tip_of_a_branch_moved_during_a_partial_report_is_not_news_when_it_returns()
            throws Exception {
        commit("before anybody watched");
        var old = sandbox.head();
        look();
        sandbox.git("switch", "-q", "-c", "other", "HEAD~1");
        commit("one");
        sandbox.git("branch", "-q", "-f", "main");
        commit("two");
        look(sandbox.root, 1);
        assertThat(keeper.awaitReports(2)).containsExactly("one (main)", "two (other)");
        sandbox.git("branch", "-q", "-f", "main", old);
        look(sandbox.root, 1);
        assertThat(keeper.told).isEmpty();
    }

    @Test
    void many_commits_are_reported_in_parts() throws Exception {
        look();
        commits("many", 0, 20);
        sandbox.git("switch", "-q", "-c", "fork", "many~10");
        commit("beside");
        sandbox.git("switch", "-q", "many");
        sandbox.git("merge", "-q", "--no-ff", "-m", "together", "fork");
        look(sandbox.root, 3);
        assertThat(keeper.awaitReports(22))
                .doesNotHaveDuplicates()
                .endsWith("together (many)")
                .contains("beside (fork)");
    }

    @Test
    void S1_38_a_thousand_commits_are_seen_once_each_across_three_restarts() throws Exception {
        look();
        for (int start = 0; start < 4; start++) {
            int started = start * 250;
            commits("many", started, 100);
            watching(POLL, () -> commits("many", started + 100, 75));
            commits("many", started + 175, 75);
        }
        look();
        assertThat(keeper.awaitReports(1_000))
                .containsExactlyElementsOf(
                        IntStream.range(0, 1_000)
                                .mapToObj(each -> "n" + each + " (many)")
                                .toList());
    }
}
