package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.repository.GarbageCollector;
import dev.foldline.app.repository.Leftover;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is left of runs that are over goes, nothing is lost by it, and {@code -n} says beforehand
 * just what will happen.
 */
class GcCommandTest {
    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws IOException, InterruptedException {
        place = CliFixture.ready(folder);
        var agent = Path.of(place.environment.get("HOME")).resolve("agent.sh");
        place.write(
                "foldline.yaml",
                "roles: { developer: [mine] }\nagents: { mine: { kind: command, run: [\""
                        + agent
                        + "\"] } }\n"
                        + "limits: { same_agent: 1, cycles: 1, backoff_first: 1s, backoff_max: 1s"
                        + " }\n");
    }

    private void start(String tasks) throws IOException {
        place.write("tasks.yaml", tasks);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        place.foldline("workflow", "start");
    }

    /** One of its tasks is done, the other waits for a person. */
    private void aHaltedOne() throws IOException {
        place.agent(
                "[ \"$(git rev-parse --abbrev-ref HEAD)\" = foldline/shop-login ] || exit 1\n"
                        + AgentScripts.FOR_A_TASK);
        start(CliFixture.TWO_TASKS);
        assertThat(place.foldline("workflow", "status").out()).contains("failed");
    }

    /** The same, given up, in a copy of a repository. */
    private void anEndedOne() throws IOException {
        place =
                CliFixture.prepared(
                        folder.resolve("ended"),
                        "an ended workflow",
                        made -> {
                            var first = new GcCommandTest();
                            first.folder = made;
                            first.a_repository();
                            first.giveUpAHaltedOne();
                        });
    }

    private void giveUpAHaltedOne() throws IOException {
        aHaltedOne();
        var reported = place.foldline("workflow", "cancel", "--yes");
        assertThat(reported.exit()).as(reported.all()).isZero();
    }

    /** All of it is merged. */
    private void aMergedOne() throws IOException {
        place.agent(AgentScripts.FOR_A_TASK);
        start(
                "name: Site\n"
                        + "tasks: [ { name: home, terminals: [ { role: developer, agent: mine } ] }"
                        + " ]\n");
        assertThat(place.foldline("workflow", "status").out()).contains("completed");
    }

    /** The tree of a task. */
    private Path tree(String task) throws Exception {
        var tree =
                place.git("worktree", "list")
                        .lines()
                        .filter(line -> line.endsWith("-" + task + "]"))
                        .findFirst()
                        .orElseThrow();
        return Path.of(tree.substring(0, tree.indexOf(' ')));
    }

    /** Where the run of a tree is kept. */
    private Path run(Path tree) {
        return place.root.resolve(".git/foldline/runs").resolve(tree.getFileName());
    }

    private long trees() throws Exception {
        return place.git("worktree", "list").lines().count();
    }

    private List<String> stashes() throws Exception {
        return place.git("for-each-ref", "--format=%(refname)", "refs/foldline/stash")
                .lines()
                .toList();
    }

    private static JsonNode json(CliFixture.CommandResult reported) {
        return JsonMapper.shared().readTree(reported.out());
    }

    @Test
    void the_dry_run_prints_the_actions_of_the_real_run() throws Exception {
        aMergedOne();
        giveUpAHaltedOne();
        Files.writeString(tree("login").resolve("new.txt"), "not committed\n");
        var refs = place.git("for-each-ref");
        var dry = place.foldline("gc", "-n");
        assertThat(dry.out())
                .contains(
                        "remove  "
                                + tree("login")
                                + ", saving uncommitted work as refs/foldline/stash/")
                .contains("remove  " + tree("search") + "\n")
                .contains("delete  refs/foldline/merge/");
        assertThat(place.git("for-each-ref")).as("nothing was changed").isEqualTo(refs);
        var document = place.foldline("gc", "-n", "--json");
        assertThat(json(document).get("dry_run").asBoolean()).isTrue();
        assertThat(json(document).get("found")).isNotEmpty();
        assertThat(json(document).get("exit").asInt()).isEqualTo(document.exit()).isZero();
        var done = place.foldline("gc");
        assertThat(done).isEqualTo(dry);
        assertThat(trees()).isEqualTo(1);
        assertThat(place.git("for-each-ref", "refs/foldline/merge")).isEmpty();
        assertThat(stashes()).allSatisfy(ref -> assertThat(dry.out()).contains(ref)).hasSize(1);
        assertThat(place.foldline("gc").out()).isEqualTo("Nothing to remove.\n");
        assertThat(place.foldline("gc", "--json").out())
                .isEqualTo(
                        place.foldline("gc", "-n", "--json")
                                .out()
                                .replace("\"dry_run\": true", "\"dry_run\": false"));
    }

    @Test
    void branches_of_landed_tasks_go_unless_they_are_checked_out_or_have_more() throws Exception {
        place.agent(AgentScripts.FOR_A_TASK);
        start(CliFixture.TWO_TASKS);
        assertThat(place.foldline("workflow", "status").out()).contains("completed");
        var landed = place.git("rev-parse", "foldline/shop", "foldline/shop-login");
        var search = place.git("rev-parse", "foldline/shop-search").strip();
        place.git("branch", "-f", "foldline/shop-search", "main");
        assertThat(place.foldline("gc", "-n").out())
                .contains("delete  branch foldline/shop-login, which has landed, keeping it as ")
                .doesNotContain("branch foldline/shop-search");
        place.git("branch", "-f", "foldline/shop-search", search);
        var ref =
                place.foldline("gc", "-n")
                        .out()
                        .replaceFirst(
                                "(?s).*branch foldline/shop-login,[^\n]* as (\\S+)\n.*", "$1");
        place.git("update-ref", ref, "main~1");
        place.git(
                "worktree", "add", "-q", folder.resolve("mine").toString(), "foldline/shop-search");
        var refused = place.foldline("gc");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains(ref + " keeps another commit; delete it");
        assertThat(place.git("rev-parse", "foldline/shop-login", ref).lines())
                .containsExactly(
                        landed.lines().toList().getLast(), place.git("rev-parse", "main~1"));
        place.git("update-ref", "-d", ref);
        assertThat(place.foldline("gc").out())
                .contains("branch foldline/shop-login")
                .doesNotContain("branch foldline/shop-search");
        assertThat(place.git("branch", "--list", "foldline/*").strip())
                .isEqualTo("+ foldline/shop-search");
        assertThat(place.git("for-each-ref", "--format=%(objectname)", "refs/foldline/landed"))
                .satisfies(
                        kept ->
                                assertThat(kept.lines())
                                        .containsExactlyInAnyOrderElementsOf(
                                                landed.lines().toList()));
        place.git("worktree", "remove", folder.resolve("mine").toString());
        place.git("update-ref", "refs/heads/main", "main~1");
        assertThat(place.foldline("gc").out()).isEqualTo("Nothing to remove.\n");
    }

    @Test
    void uncommitted_and_untracked_work_is_parked_as_it_was_and_the_branch_stays()
            throws Exception {
        anEndedOne();
        var tree = tree("login");
        Files.writeString(tree.resolve("a.txt"), "staged\n");
        place.git("-C", tree.toString(), "add", "a.txt");
        Files.writeString(tree.resolve("a.txt"), "changed\n");
        Files.createDirectories(tree.resolve("deep/er"));
        Files.writeString(tree.resolve("deep/er/new.txt"), "untracked\n");
        Files.writeString(tree.resolve("PROMPT.md"), "also what is never committed\n");
        var port = Files.writeString(run(tree).resolve("port"), "21000");
        var other = tree("search");
        place.git("-C", other.toString(), "checkout", "-q", "--detach");
        place.git("-C", other.toString(), "commit", "-q", "--allow-empty", "-m", "on no branch");
        var commit = place.git("-C", other.toString(), "rev-parse", "HEAD");
        assertThat(place.foldline("gc").exit()).isZero();
        assertThat(tree).doesNotExist();
        assertThat(other).doesNotExist();
        assertThat(port).as("another run may have it").doesNotExist();
        var refs = new ArrayList<>(stashes());
        var detached = refs.stream().filter(each -> isAt(each, commit)).findFirst().orElseThrow();
        refs.remove(detached);
        var ref = refs.getFirst();
        assertThat(place.git("show", ref + ":a.txt")).isEqualTo("changed");
        assertThat(place.git("show", ref + "^2:a.txt")).isEqualTo("staged");
        assertThat(place.git("show", ref + ":deep/er/new.txt")).isEqualTo("untracked");
        assertThat(place.git("show", ref + ":PROMPT.md")).isEqualTo("also what is never committed");
        assertThat(place.git("rev-parse", ref + "^"))
                .as("on top of what was committed")
                .isEqualTo(place.git("rev-parse", "foldline/shop-login"));
        assertThat(place.git("show", "foldline/shop-login:login.txt"))
                .as("unmerged work")
                .isEqualTo("login");
    }

    @Test
    void ignored_files_that_nothing_else_has_are_saved_and_caches_are_named() throws Exception {
        anEndedOne();
        var tree = tree("login");
        Files.writeString(place.root.resolve(".git/info/exclude"), "notes/\ntarget/\n*.pyc\n");
        Files.createDirectories(tree.resolve("notes/deep"));
        Files.writeString(tree.resolve("notes/deep/design.md"), "design\n");
        Files.createDirectories(tree.resolve("target"));
        Files.writeString(tree.resolve("target/a.jar"), "made again\n");
        Files.writeString(tree.resolve("a.pyc"), "made again\n");
        var reported = place.foldline("gc");
        assertThat(reported.out())
                .contains("saving ignored files as refs/foldline/stash/")
                .contains(" (notes/), deleting a.pyc, target/\n");
        assertThat(tree).doesNotExist();
        var ref = reported.out().replaceFirst("(?s).*saving ignored files as (\\S+) .*", "$1");
        assertThat(place.git("show", ref + ":notes/deep/design.md")).isEqualTo("design");
        assertThat(place.git("ls-tree", "-r", "--name-only", ref)).doesNotContain("a.jar", "a.pyc");
    }

    @Test
    void a_tree_with_ignored_files_that_are_too_large_to_save_stays_until_you_say_so()
            throws Exception {
        anEndedOne();
        var tree = tree("login");
        Files.writeString(place.root.resolve(".git/info/exclude"), "data/\n");
        Files.createDirectories(tree.resolve("data"));
        try (var large = new RandomAccessFile(tree.resolve("data/set").toFile(), "rw")) {
            large.setLength(65L << 20);
        }
        var kept = place.foldline("gc");
        assertThat(kept.out()).contains("keep    " + tree + ": git ignores data/ there");
        assertThat(tree.resolve("data/set")).exists();
        Remedy.done(place, kept, "foldline gc --ignored");
        assertThat(tree).doesNotExist();
    }

    private boolean isAt(String ref, String commit) {
        try {
            return place.git("rev-parse", ref).equals(commit);
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void uncommittable_files_and_trees_still_in_use_stay() throws Exception {
        anEndedOne();
        var tree = tree("login");
        var marked = new ProcessBuilder("sleep", "600").directory(tree.toFile());
        marked.environment()
                .putAll(new ProcessMarker(tree.getFileName().toString(), 1).variables());
        var left = marked.start();
        try {
            var kept = place.foldline("gc", "-n");
            assertThat(kept.out())
                    .contains(
                            "keep    "
                                    + tree
                                    + ": processes of its run are left in it; end them with:"
                                    + " foldline doctor --fix");
            Remedy.done(place, kept, "foldline doctor --fix");
            left.waitFor();
            assertThat(place.foldline("gc", "-n").out()).doesNotContain("processes of its run");
        } finally {
            left.destroyForcibly().waitFor();
        }
        place.git("init", "-q", tree.resolve("inner").toString());
        place.git(
                "-C",
                tree.resolve("inner").toString(),
                "commit",
                "-q",
                "--allow-empty",
                "-m",
                "inner");
        var other = tree("search");
        place.git("worktree", "lock", "--reason", "initializing", other.toString());
        var dry = place.foldline("gc", "-n");
        assertThat(dry.out())
                .contains("keep    " + tree + ": there are repositories inside it")
                .contains("keep    " + other + ": git has not finished making it");
        assertThat(place.foldline("gc")).isEqualTo(dry);
        assertThat(tree.resolve("inner/.git")).exists();
        place.git("worktree", "unlock", other.toString());
        place.git("worktree", "add", "-q", "-b", "mine", "../mine");
        Files.writeString(
                run(other).resolve("place"), place.root.resolveSibling("mine").toString());
        place.foldline("gc");
        assertThat(tree("search"))
                .as("a run that was taken up in one made by hand has none of its own to remove")
                .isEqualTo(other);
        assertThat(place.git("worktree", "list")).contains("[mine]");
    }

    @Test
    void a_run_that_can_still_be_resumed_loses_nothing() throws Exception {
        aHaltedOne();
        long trees = trees();
        assertThat(place.foldline("gc").out())
                .as("the task that has ended is its workflow's, which has not")
                .isEqualTo("Nothing to remove.\n");
        assertThat(trees()).isEqualTo(trees);
        place.agent(AgentScripts.FOR_A_TASK);
        assertThat(place.foldline("workflow", "resume").exit()).isZero();
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
    }

    @Test
    void a_tree_that_changed_since_the_check_or_has_another_owner_stays() throws Exception {
        anEndedOne();
        var tree = tree("login");
        try (var here = Workspace.open(place.root, place.environment);
                var inside = Workspace.open(tree, place.environment)) {
            var sweep = new GarbageCollector(here);
            var found =
                    (Leftover.Tree)
                            sweep.found()
                                    .find(each -> each.describe().equals("remove  " + tree))
                                    .get();
            assertThat(new GarbageCollector(inside).found().map(Leftover::describe))
                    .contains("keep    " + tree + ": you are in it");
            var merge = "refs/foldline/merge/" + found.run() + "/1";
            place.git("update-ref", merge, "main");
            var prepared =
                    sweep.found().find(each -> each.describe().equals("delete  " + merge)).get();
            place.git("update-ref", merge, "foldline/shop-login");
            assertThat(sweep.remove(prepared)).contains("it has been moved");
            assertThat(place.git("rev-parse", merge))
                    .isEqualTo(place.git("rev-parse", "foldline/shop-login"));
            Files.writeString(tree.resolve("late.txt"), "late\n");
            assertThat(sweep.remove(found)).contains("it has changed since it was checked");
            try (var _ =
                    ((RunLock.LockAttempt.Held)
                                    RunLock.take(here.runs().directory(found.run()).lock()))
                            .lock()) {
                assertThat(sweep.found().map(Leftover::describe)).doesNotContain(found.describe());
                assertThat(sweep.remove(found)).contains("the run is in use");
            }
        }
        assertThat(tree.resolve("late.txt")).exists();
        assertThat(stashes()).isEmpty();
    }

    @Test
    void a_log_that_cannot_be_read_keeps_all_that_is_its_run_s() throws Exception {
        anEndedOne();
        long trees = trees();
        try (Stream<Path> runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            for (var run : runs.toList()) {
                Files.writeString(run.resolve("events.jsonl"), "{\"not\": \"an event\"}\n");
                Files.deleteIfExists(run.resolve("snapshot.json"));
            }
        }
        assertThat(place.foldline("gc").out()).isEqualTo("Nothing to remove.\n");
        assertThat(trees()).isEqualTo(trees);
    }
}
