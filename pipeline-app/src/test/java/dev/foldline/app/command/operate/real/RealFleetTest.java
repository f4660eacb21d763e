package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.effects.fleet.restate.RestateNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Workers in processes of their own, a real engine, and a shared repository. */
class RealFleetTest {
    private static final String AGENT =
            """
            case "$FOLDLINE_ROLE" in
              planner) echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json ;;
              developer) echo line >> work.txt ;;
              analyst) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
              reviewer) echo '{"issues":[]}' > .foldline/issues.json ;;
              committer) echo '{"subject":"Do the work"}' > .foldline/commit_message.json ;;
            esac
            echo "$FOLDLINE_ROLE has worked"
            """;

    /** The developer waits until a file allows it to go on. */
    private static final String WAITING =
            """
            if [ $FOLDLINE_ROLE = developer ]; then
              touch "$HOME/called"
              until [ -e "$HOME/go" ]; do sleep 0.05; done
            fi
            """
                    + AGENT;

    @TempDir Path folder;
    private RestateNode node;
    private Place first;
    private Place second;
    private Path shared;
    private final List<WorkerProcess> workers = new ArrayList<>();

    @BeforeEach
    void two_clones() throws Exception {
        node = RestateNode.start(folder.resolve("engine"));
        shared = folder.resolve("shared.git");
        first = Place.ready(folder.resolve("first")).agent(AGENT);
        first.git("clone", "-q", "--bare", first.root.toString(), shared.toString());
        first.git("remote", "add", "origin", shared.toString());
        second = Place.empty(folder.resolve("second")).agent(AGENT);
        second.git("clone", "-q", shared.toString(), ".");
        for (var place : List.of(first, second))
            place.configured(
                    "checks: []\niterations: 1\nreviews: 1\nshare: { remote: \"%s\", engine: \"%s\" }\n"
                            .formatted(shared, node.ingress()));
    }

    @AfterEach
    void end() throws Exception {
        for (var worker : workers) worker.close();
        if (node != null) node.close();
    }

    private WorkerProcess worker(Place place, String name, String... more) throws Exception {
        var worker = WorkerProcess.start(place, name, node, more);
        workers.add(worker);
        return worker;
    }

    private static Path home(Place place, String file) {
        return Path.of(place.environment.get("HOME")).resolve(file);
    }

    private String submitted(String... more) {
        var words = new ArrayList<>(List.of("run", "--on", "fleet"));
        words.addAll(List.of(more));
        words.add("Add work");
        var reported = second.foldline(words.toArray(String[]::new));
        assertThat(reported.exit()).as(reported.all()).isZero();
        var run = Pattern.compile("Run (\\S+) waits").matcher(reported.out());
        assertThat(run.find()).as(reported.all()).isTrue();
        return run.group(1);
    }

    private void assertDone(String run) throws Exception {
        var brought = second.foldline("resume", run, "--from", shared.toString());
        assertThat(brought.exit()).as(brought.all()).isZero();
        assertThat(brought.out()).contains("already completed");
        assertThat(second.git("log", "--format=%s", "main..foldline/add-work"))
                .isEqualTo("Do the work");
        assertThat(second.git("show", "foldline/add-work:work.txt")).isEqualTo("line");
        var verified = second.foldline("replay", run, "--verify");
        assertThat(verified.exit()).as(verified.all()).isZero();
    }

    @Test
    void a_run_continues_on_another_worker_when_its_own_is_killed() throws Exception {
        first.agent(WAITING);
        var killed = worker(first, "one");
        var run = submitted();
        Place.until(
                "a developer",
                () -> Files.exists(home(first, "called")),
                killed.process()::isAlive);
        var other = worker(second, "two");
        killed.kill();
        other.awaits("not driven here any more: is done");
        assertDone(run);
        var fleet = second.foldline("fleet", "--from", shared.toString());
        assertThat(fleet.out()).contains(run).contains("is done").contains("host two");
    }

    @Test
    void a_worker_that_is_ended_moves_its_runs() throws Exception {
        first.agent(WAITING);
        var ended = worker(first, "one");
        var run = submitted();
        Place.until(
                "a developer", () -> Files.exists(home(first, "called")), ended.process()::isAlive);
        var other = worker(second, "two");
        ended.process().destroy();
        assertThat(ended.process().waitFor()).isEqualTo(143);
        other.awaits("not driven here any more: is done");
        assertDone(run);
        assertThat(ended.printed()).contains("its host stops");
    }

    @Test
    void a_run_waits_for_a_worker_with_its_label() throws Exception {
        var unlabelled = worker(first, "one");
        var run = submitted("--label", "gpu");
        Place.until(
                "a run without a worker",
                () ->
                        second.foldline("fleet", "--from", shared.toString())
                                .out()
                                .contains("Waiting for a worker: " + run),
                unlabelled.process()::isAlive);
        worker(second, "two", "--label", "gpu").awaits("not driven here any more: is done");
        assertThat(unlabelled.printed()).doesNotContain(run);
        assertDone(run);
    }

    @Test
    void a_run_is_submitted_again_when_a_worker_is_there() throws Exception {
        var refused = second.foldline("run", "--on", "fleet", "Add work");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(75);
        assertThat(refused.err()).contains("no worker is registered");
        var printed = Pattern.compile("foldline (resume .* --on fleet)").matcher(refused.err());
        assertThat(printed.find()).as(refused.all()).isTrue();
        var worker = worker(first, "one");
        var again = second.foldline(printed.group(1).split(" "));
        assertThat(again.exit()).as(again.all()).isZero();
        worker.awaits("not driven here any more: is done");
        var next = Pattern.compile("foldline (status .*)").matcher(again.out());
        assertThat(next.find()).isTrue();
        assertThat(second.foldline(next.group(1).strip().split(" ")).out()).contains("is done");
    }

    @Test
    void an_approval_from_any_clone_wakes_the_run() throws Exception {
        var worker = worker(first, "one");
        var run = submitted("--gate", "planning");
        worker.awaits("not driven here any more: waits");
        var sent = second.foldline("approve", "planning", run, "--from", shared.toString());
        assertThat(sent.exit()).as(sent.all()).isZero();
        worker.awaits("not driven here any more: is done");
        assertDone(run);
    }
}
