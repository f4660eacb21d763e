package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.effects.fleet.restate.RestateNode;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Workers and the engine are killed again and again; no run is lost, and none has two writers. */
class RealFleetKillsTest {
    private static final int WORKERS = 3;
    private static final int RUNS = 6;
    private static final String AGENT =
            """
            sleep 1
            case "$FOLDLINE_ROLE" in
              planner) echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json ;;
              developer) echo line >> work.txt ;;
              analyst) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
              reviewer) echo '{"issues":[]}' > .foldline/issues.json ;;
              committer) echo '{"subject":"Do the work"}' > .foldline/commit_message.json ;;
            esac
            """;

    @TempDir Path folder;
    private RestateNode node;
    private Path shared;
    private Place user;
    private final List<Place> clones = new ArrayList<>();
    private final List<WorkerProcess> workers = new ArrayList<>();
    private int kills;

    @BeforeEach
    void fleet() throws Exception {
        node = RestateNode.start(folder.resolve("engine"));
        shared = folder.resolve("shared.git");
        user = Place.ready(folder.resolve("user")).agent(AGENT);
        user.git("clone", "-q", "--bare", user.root.toString(), shared.toString());
        configured(user);
        for (int i = 0; i < WORKERS; i++) {
            var clone = Place.empty(folder.resolve("clone" + i)).agent(AGENT);
            clone.git("clone", "-q", shared.toString(), ".");
            configured(clone);
            clones.add(clone);
            workers.add(WorkerProcess.start(clone, "w" + i, node));
        }
    }

    private void configured(Place place) throws Exception {
        place.configured(
                "checks: []\niterations: 1\nreviews: 1\nshare: { remote: \"%s\", engine: \"%s\" }\n"
                        .formatted(shared, node.ingress()));
    }

    @AfterEach
    void end() throws Exception {
        for (var worker : workers) worker.close();
        if (node != null) node.close();
    }

    private String submitted(int number) {
        var reported = user.foldline("run", "--on", "fleet", "Add work " + number);
        assertThat(reported.exit()).as(reported.all()).isZero();
        var run = Pattern.compile("Run (\\S+) waits").matcher(reported.out());
        assertThat(run.find()).as(reported.all()).isTrue();
        return run.group(1);
    }

    /** Kills a worker, which starts again, or the engine. */
    private void kill(Random random) throws Exception {
        kills++;
        if (random.nextInt(5) == 0) {
            node.crash();
            return;
        }
        int which = random.nextInt(WORKERS);
        workers.get(which).kill();
        workers.set(which, WorkerProcess.start(clones.get(which), "w" + which, node));
    }

    private Set<String> done(List<String> runs) {
        var fleet = user.foldline("fleet", "--from", shared.toString()).out();
        var done = new HashSet<String>();
        for (var run : runs)
            if (Pattern.compile(run + "\\s+is done").matcher(fleet).find()) done.add(run);
        return done;
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(longs = 1)
    void all_runs_end_with_the_work_of_an_undisturbed_run(long seed) throws Exception {
        var random = new Random(seed);
        var runs = new ArrayList<String>();
        for (int i = 0; i < RUNS; i++) runs.add(submitted(i));
        while (kills < 12 || done(runs).isEmpty()) {
            TimeUnit.SECONDS.sleep(2 + random.nextInt(6));
            kill(random);
        }
        Place.until(
                "the end of all runs",
                () -> {
                    TimeUnit.SECONDS.sleep(1);
                    return done(runs).size() == RUNS;
                },
                () -> workers.stream().allMatch(worker -> worker.process().isAlive()));
        for (int i = 0; i < RUNS; i++) {
            var run = runs.get(i);
            var brought = user.foldline("resume", run, "--from", shared.toString());
            assertThat(brought.exit()).as(brought.all()).isZero();
            var branch = "foldline/add-work-" + i;
            assertThat(user.git("log", "--format=%s", "main.." + branch)).isEqualTo("Do the work");
            assertThat(user.git("show", branch + ":work.txt")).isEqualTo("line");
            assertThat(user.git("ls-tree", "--name-only", branch)).isEqualTo("a.txt\nwork.txt");
            var verified = user.foldline("replay", run, "--verify");
            assertThat(verified.exit()).as(verified.all()).isZero();
        }
        System.out.println(RUNS + " runs ended after " + kills + " kills");
    }
}
