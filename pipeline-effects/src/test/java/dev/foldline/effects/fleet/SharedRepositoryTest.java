package dev.foldline.effects.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.local.Sandbox;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Leases and transport with real git: one shared bare repository, clones beside it. */
class SharedRepositoryTest {
    private static final String RUN = "rabcdefghijklmnop";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LENGTH = Duration.ofMinutes(1);
    private static final String SECRET = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";

    @TempDir Path folder;
    private Sandbox clone;
    private Path bare;

    @BeforeEach
    void a_clone_and_its_remote() throws Exception {
        clone = Sandbox.repository(folder);
        bare = folder.resolve("shared.git");
        clone.git("init", "-q", "--bare", bare.toString());
        clone.git("remote", "add", "team", bare.toString());
        clone.git("push", "-q", "team", "HEAD:main");
    }

    private SharedRepository open() throws Exception {
        return SharedRepository.open(
                clone.settings, clone.root.resolve(".git"), "team", Redaction.OF_SHAPES);
    }

    @Test
    void a_shallow_clone_shares_runs_once_it_has_the_whole_history() throws Exception {
        clone.git("commit", "-q", "--allow-empty", "-m", "second");
        clone.git("push", "-q", "team", "HEAD:main");
        var shallow = folder.resolve("shallow").toString();
        clone.git("clone", "-q", "--depth=1", "--branch=main", "file://" + bare, shallow);
        var common = Path.of(shallow, ".git");
        assertThatThrownBy(
                        () ->
                                SharedRepository.open(
                                        clone.settings, common, "origin", Redaction.OF_SHAPES))
                .isInstanceOf(GitFault.class)
                .hasMessageContaining("run 'git fetch --unshallow' first");
        clone.git("-C", shallow, "fetch", "-q", "--unshallow");
        try (var shared =
                SharedRepository.open(clone.settings, common, "origin", Redaction.OF_SHAPES)) {
            assertThat(shared.list()).isEmpty();
        }
    }

    private static RunLease lease(String holder, long epoch) {
        return new RunLease(
                RUN, holder, epoch, NOW.plus(LENGTH), NOW, 0, "ralph", "planning", holder);
    }

    private RunCapture capture(long offset, String log, Map<String, byte[]> exchanged)
            throws Exception {
        return new RunCapture(
                offset,
                log.getBytes(StandardCharsets.UTF_8),
                HashMap.of("ab".repeat(32), "a text".getBytes(StandardCharsets.UTF_8)),
                exchanged,
                new RunManifest(RUN, clone.head(), HashMap.empty(), Option.of("main")),
                workTree());
    }

    private String workTree() throws Exception {
        try (var git = clone.openAnother()) {
            return git.workTree(Exclusions.engine());
        }
    }

    private String published(String ref) throws Exception {
        return clone.git("ls-remote", "team", ref);
    }

    @Test
    void a_listing_transfers_neither_branches_nor_logs() throws Exception {
        for (var name : new String[] {"heads/one", "heads/two", "foldline/logs/other"})
            clone.git("push", "-q", "team", "HEAD:refs/" + name);
        try (var shared = open()) {
            shared.move(Option.none(), shared.prepare(lease("here", 1)));
            shared.inbox().send(RUN, "message-1", "{}");
            shared.identity();
        }
        var trace = folder.resolve("trace");
        var traced = clone.settings.with(java.util.Map.of("GIT_TRACE_PACKET", trace.toString()));
        try (var shared =
                SharedRepository.open(
                        traced, clone.root.resolve(".git"), "team", Redaction.OF_SHAPES)) {
            assertThat(shared.list()).hasSize(1);
            assertThat(shared.find(RUN)).isNotEmpty();
            shared.inbox().runs();
            shared.identity();
        }
        assertThat(Files.readString(trace))
                .contains("refs/foldline/leases/" + RUN)
                .doesNotContain("refs/heads/one", "refs/heads/two", "refs/foldline/logs/other");
    }

    @Test
    void of_eight_clones_that_take_a_lease_at_the_same_time_one_gets_it() throws Exception {
        LeaseEntry first;
        try (var shared = open()) {
            first = shared.prepare(lease("first", 1));
            assertThat(shared.move(Option.none(), first)).isEqualTo(new PushResult.Accepted());
        }
        var start = new CyclicBarrier(8);
        var taken = new ArrayList<Future<PushResult>>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                var name = "host" + i;
                Callable<PushResult> taking =
                        () -> {
                            try (var shared = open()) {
                                var next =
                                        shared.prepare(
                                                first.lease().taken(name, NOW, LENGTH, name));
                                start.await();
                                return shared.move(Option.of(first.object()), next);
                            }
                        };
                taken.add(threads.submit(taking));
            }
        }
        var results = Vector.ofAll(taken).map(Future::resultNow);
        assertThat(results.count(PushResult.Accepted.class::isInstance)).as("%s", results).isOne();
        assertThat(results.count(PushResult.Fenced.class::isInstance))
                .as("%s", results)
                .isEqualTo(7);
        try (var shared = open()) {
            var now = shared.list().single().lease();
            assertThat(now.epoch()).isEqualTo(2);
            assertThat(results).contains(new PushResult.Fenced(Option.of(now)));
        }
    }

    @Test
    void a_run_arrives_with_log_blobs_exchanged_files_and_unfinished_work() throws Exception {
        clone.write("a.txt", "changed\n").write("new/file.txt", "new\n");
        try (var shared = open()) {
            var first = shared.prepare(lease("here", 1));
            var exchanged = HashMap.of("plan.json", "{}".getBytes(StandardCharsets.UTF_8));
            var run = shared.prepare(Option.none(), capture(0, "one\n", exchanged));
            assertThat(shared.publish(Option.none(), Option.none(), first, run))
                    .isEqualTo(new PushResult.Accepted());
            var second = shared.prepare(lease("here", 1).renewed(NOW, LENGTH, "2"));
            var more = shared.prepare(Option.of(run), capture(4, "two\n", HashMap.empty()));
            assertThat(shared.publish(Option.of(first.object()), Option.of(run), second, more))
                    .isEqualTo(new PushResult.Accepted());
        }
        var other = clone.at(folder.resolve("other"));
        clone.git("clone", "-q", bare.toString(), other.root.toString());
        try (var shared =
                SharedRepository.open(
                        other.settings,
                        other.root.resolve(".git"),
                        bare.toString(),
                        Redaction.OF_SHAPES)) {
            var fetched = shared.fetch(RUN).get();
            assertThat(new String(fetched.log(), StandardCharsets.UTF_8)).isEqualTo("one\ntwo\n");
            assertThat(fetched.blobs().keySet()).containsExactly("ab".repeat(32));
            assertThat(fetched.exchanged()).isEmpty();
            assertThat(fetched.manifest().head()).isEqualTo(clone.head());
            assertThat(other.git("show", fetched.tree() + ":new/file.txt")).isEqualTo("new");
            assertThat(shared.fetch("raaaaaaaaaaaaaaaa")).isEmpty();
        }
    }

    @Test
    void the_files_of_an_earlier_stay_are_saved_before_they_are_replaced() throws Exception {
        clone.write("a.txt", "published\n");
        FetchedRun fetched;
        try (var shared = open()) {
            var first = shared.prepare(lease("there", 1));
            var run = shared.prepare(Option.none(), capture(0, "one\n", HashMap.empty()));
            shared.publish(Option.none(), Option.none(), first, run);
            fetched = shared.fetch(RUN).get();
        }
        clone.git("checkout", "-q", "--", ".");
        var tree = clone.at(folder.resolve("tree"));
        clone.git("worktree", "add", "-q", "-b", "foldline/work", tree.root.toString());
        var installer =
                new RunInstaller(
                        clone.settings,
                        clone.root,
                        new RunDirectory(new RunId(RUN), folder.resolve("run")),
                        2);
        for (var content : Vector.of("first stay", "second stay")) {
            tree.write("a.txt", content + "\n").write("left.txt", content + "\n");
            installer.installTree(tree.root, Option.of("foldline/work"), fetched);
            assertThat(tree.root.resolve("a.txt")).hasContent("published");
            assertThat(tree.root.resolve("left.txt")).doesNotExist();
        }
        var saved = "refs/foldline/superseded/" + RUN + "/2/work-";
        assertThat(clone.git("show", saved + "1:a.txt")).isEqualTo("first stay");
        assertThat(clone.git("show", saved + "2:left.txt")).isEqualTo("second stay");
    }

    @Test
    void files_that_cannot_be_saved_are_not_replaced() throws Exception {
        try (var shared = open()) {
            var first = shared.prepare(lease("there", 1));
            var run = shared.prepare(Option.none(), capture(0, "one\n", HashMap.empty()));
            shared.publish(Option.none(), Option.none(), first, run);
            var fetched = shared.fetch(RUN).get();
            var tree = Files.createDirectories(folder.resolve("broken"));
            Files.writeString(tree.resolve(".git"), "gitdir: /nowhere\n");
            Files.writeString(tree.resolve("mine.txt"), "mine\n");
            var installer =
                    new RunInstaller(
                            clone.settings,
                            clone.root,
                            new RunDirectory(new RunId(RUN), folder.resolve("run")),
                            2);
            assertThatThrownBy(() -> installer.installTree(tree, Option.none(), fetched))
                    .isInstanceOf(GitFault.class);
            assertThat(tree.resolve("mine.txt")).hasContent("mine");
        }
    }

    @Test
    void a_lease_that_its_driver_renews_is_taken_over_and_one_that_a_third_clone_took_is_not()
            throws Exception {
        var run = new RunDirectory(new RunId(RUN), Files.createDirectories(folder.resolve("run")));
        var record = ShareRecord.of("team", LENGTH);
        var clock = Clock.fixed(NOW, ZoneOffset.UTC);
        try (var shared = open()) {
            var found = shared.prepare(lease("driver", 1));
            shared.move(Option.none(), found);
            var renewed = shared.prepare(found.lease().renewed(NOW, LENGTH, "renewed"));
            shared.move(Option.of(found.object()), renewed);
            var held = HeldLease.takenOver(shared, run, record, found, "second", clock);
            assertThat(held.lease().epoch()).isEqualTo(2);
            assertThat(shared.list().single().lease()).isEqualTo(held.lease());
            assertThatThrownBy(
                            () -> HeldLease.takenOver(shared, run, record, found, "third", clock))
                    .isInstanceOf(SharingStopped.class)
                    .hasMessage("run " + RUN + " was taken by second, epoch 2");
        }
    }

    @Test
    void a_late_holder_publishes_nothing() throws Exception {
        try (var shared = open()) {
            var first = shared.prepare(lease("late", 1));
            var run = shared.prepare(Option.none(), capture(0, "one\n", HashMap.empty()));
            shared.publish(Option.none(), Option.none(), first, run);
            var taken = shared.prepare(first.lease().taken("next", NOW, LENGTH, "next"));
            assertThat(shared.move(Option.of(first.object()), taken))
                    .isEqualTo(new PushResult.Accepted());
            var before = published("refs/foldline/*");

            clone.write("late.txt", "late\n");
            var late = shared.prepare(Option.of(run), capture(4, "late\n", HashMap.empty()));
            var renewed = shared.prepare(first.lease().renewed(NOW, LENGTH, "late"));
            assertThat(shared.publish(Option.of(first.object()), Option.of(run), renewed, late))
                    .isEqualTo(new PushResult.Fenced(Option.of(taken.lease())));
            assertThat(published("refs/foldline/*")).isEqualTo(before);
        }
    }

    @Test
    void objects_with_secrets_are_not_published_and_their_paths_are_named() throws Exception {
        clone.write("config/token.txt", SECRET + "\n");
        try (var shared = open()) {
            var first = shared.prepare(lease("here", 1));
            var answer = HashMap.of("plan.json", SECRET.getBytes(StandardCharsets.UTF_8));
            var run = shared.prepare(Option.none(), capture(0, "one\n", answer));
            var result = shared.publish(Option.none(), Option.none(), first, run);
            assertThat(result).isInstanceOf(PushResult.Secrets.class);
            assertThat(((PushResult.Secrets) result).paths())
                    .containsExactlyInAnyOrder("config/token.txt", "exchange/plan.json");
            assertThat(published("refs/foldline/*")).isEmpty();
        }
    }

    @Test
    void a_push_whose_answer_was_lost_is_accepted() throws Exception {
        var hook = bare.resolve("hooks/post-receive");
        Files.createDirectories(hook.getParent());
        try (var shared = open()) {
            Files.writeString(hook, "#!/bin/sh\nkill -9 $PPID\n");
            Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
            var first = shared.prepare(lease("here", 1));
            assertThat(shared.move(Option.none(), first)).isEqualTo(new PushResult.Accepted());
        }
    }

    @Test
    void an_absent_remote_and_one_that_declines_are_no_fences() throws Exception {
        try (var shared = open()) {
            var first = shared.prepare(lease("here", 1));
            var hook = bare.resolve("hooks/pre-receive");
            Files.createDirectories(hook.getParent());
            Files.writeString(hook, "#!/bin/sh\necho no space\nexit 1\n");
            Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
            assertThat(shared.move(Option.none(), first))
                    .isInstanceOfSatisfying(
                            PushResult.Declined.class,
                            declined -> assertThat(declined.why()).contains("no space"));
            Files.move(bare, bare.resolveSibling("away.git"));
            assertThat(shared.move(Option.none(), first))
                    .isInstanceOf(PushResult.Unreachable.class);
        }
    }

    @Test
    void what_an_agent_plants_in_the_configuration_changes_no_push() throws Exception {
        try (var shared = open()) {
            var planted = folder.resolve("planted");
            clone.git("config", "remote.team.url", "ext::sh -c 'touch " + planted + "'");
            clone.git("config", "protocol.ext.allow", "always");
            clone.git("config", "core.hooksPath", folder.resolve("hooks").toString());
            clone.git("config", "remote.team.pushurl", folder.resolve("elsewhere.git").toString());
            var first = shared.prepare(lease("here", 1));
            assertThat(shared.move(Option.none(), first)).isEqualTo(new PushResult.Accepted());
            assertThat(clone.git("ls-remote", bare.toString(), "refs/foldline/*"))
                    .contains(first.object());
            assertThat(planted).doesNotExist();
        }
    }

    @Test
    void what_a_killed_process_left_is_removed_after_a_day() throws Exception {
        var tmp = clone.root.resolve(".git/foldline/tmp");
        var old = Files.createDirectories(tmp.resolve("share-old/refs")).getParent();
        var young = Files.createDirectories(tmp.resolve("share-young"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        open().close();
        try (var left = Files.list(tmp)) {
            assertThat(left).containsExactly(young);
        }
    }

    @Test
    void an_unreadable_lease_does_not_hide_other_runs() throws Exception {
        try (var shared = open()) {
            var good = shared.prepare(lease("here", 1));
            shared.move(Option.none(), good);
            clone.write("lease.json", "{}\n");
            clone.git("add", "lease.json");
            clone.git("commit", "-q", "-m", "unreadable");
            for (var broken : Vector.of("HEAD", "HEAD^"))
                clone.git(
                        "push",
                        "-q",
                        "team",
                        broken
                                + ":refs/foldline/leases/"
                                + RUN.replace('a', 'b')
                                + broken.length());
            assertThat(shared.list()).containsExactly(good);
            for (var name : Vector.of("4", "5"))
                assertThatThrownBy(() -> shared.find(RUN.replace('a', 'b') + name))
                        .isInstanceOf(UnreadableLease.class)
                        .hasMessageContaining(
                                "the lease of " + RUN.replace('a', 'b') + name + " is unreadable");
        }
    }

    @Test
    void a_run_that_has_changed_is_not_removed() throws Exception {
        try (var shared = open()) {
            var first = shared.prepare(lease("here", 1));
            var run = shared.prepare(Option.none(), capture(0, "one\n", HashMap.empty()));
            shared.publish(Option.none(), Option.none(), first, run);
            var taken = shared.prepare(first.lease().taken("next", NOW, LENGTH, "next"));
            shared.move(Option.of(first.object()), taken);
            var before = published("refs/foldline/*");
            assertThat(shared.remove(first)).isFalse();
            assertThat(published("refs/foldline/*")).isEqualTo(before);
            assertThat(shared.remove(taken)).isTrue();
            assertThat(published("refs/foldline/*")).isEmpty();
        }
    }

    @Test
    void empty_names_of_objects_and_remotes_are_refused() {
        assertThatThrownBy(() -> new RefMove("refs/foldline/leases/x", Option.none(), ""))
                .isInstanceOf(PipelineBug.class);
        assertThatThrownBy(
                        () -> new RefMove("refs/foldline/leases/x", Option.of(""), "0".repeat(40)))
                .isInstanceOf(PipelineBug.class);
        assertThatThrownBy(
                        () ->
                                SharedRepository.open(
                                        clone.settings,
                                        clone.root.resolve(".git"),
                                        "--upload-pack=sh",
                                        Redaction.OF_SHAPES))
                .isInstanceOf(GitFault.class);
    }
}
