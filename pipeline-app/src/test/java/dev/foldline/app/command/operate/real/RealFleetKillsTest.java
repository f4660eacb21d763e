package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.fleet.restate.RestateCluster;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Workers, nodes of the engine, agents and pushes are killed again and again; no run is lost, and
 * none has two writers.
 */
class RealFleetKillsTest {
    private static final int WORKERS = 3;
    private static final int RUNS = Integer.getInteger("foldline.fleet.runs", 6);
    private static final int TASKS = Integer.getInteger("foldline.fleet.tasks", 4);
    private static final int CALLS = 5;
    private static final int KILLS_PER_RUN = 4;
    private static final int PROCESS_TRIES = 400;
    private static final String AGENT =
            "echo \"$FOLDLINE_ROLE\" >> \"$HOME/calls\"\n"
                + "sleep 3\n"
                + "case $(git rev-parse --abbrev-ref HEAD) in *shop-*)\n"
                + "  echo task > \"$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//').txt\"; echo"
                + " written; exit 0 ;;\n"
                + "esac\n"
                    + FleetUser.AGENT;
    private static final String TASK =
            "  - { name: task%1$d, description: Add %1$d, terminals: [ { role: developer, agent:"
                    + " mine } ] }\n";

    @TempDir Path folder;
    private RestateCluster engine;
    private FleetUser user;
    private final List<CliFixture> clones = new ArrayList<>();
    private final List<WorkerProcess> workers = new ArrayList<>();
    private final Map<Target, Integer> kills = new EnumMap<>(Target.class);

    /** What is killed; each once, in any order, before any is killed again. */
    private enum Target {
        WORKER,
        NODE,
        AGENT,
        PUSH
    }

    @BeforeEach
    void fleet() throws Exception {
        engine = RestateCluster.start(folder.resolve("engine"));
        var shared = folder.resolve("shared.git");
        user = FleetUser.of(folder.resolve("user"), shared, shared.toString(), engine.ingress());
        for (int i = 0; i < WORKERS; i++) {
            clones.add(user.clone(folder.resolve("clone" + i), AGENT, user.remote()));
            workers.add(worker(i));
        }
    }

    private WorkerProcess worker(int number) throws Exception {
        return WorkerProcess.start(
                clones.get(number), "w" + number, engine.ingress(), engine.admin());
    }

    @AfterEach
    void end() throws Exception {
        for (var worker : workers) worker.close();
        if (engine != null) engine.close();
    }

    /** Kills something. A worker starts again, and so does a node: two others are left. */
    private void kill(Target target, Random random) throws Exception {
        var isKilled =
                switch (target) {
                    case WORKER -> {
                        int which = random.nextInt(WORKERS);
                        workers.get(which).kill();
                        workers.set(which, worker(which));
                        yield true;
                    }
                    case NODE -> {
                        engine.nodes().get(random.nextInt(engine.nodes().size())).crash();
                        yield true;
                    }
                    case AGENT -> killProcess("agent.sh");
                    case PUSH -> killProcess(" push ");
                };
        if (isKilled) kills.merge(target, 1, Integer::sum);
    }

    /** Kills the first process of a worker that has this in its command line. */
    private boolean killProcess(String words) throws Exception {
        for (int i = 0; i < PROCESS_TRIES; i++) {
            var found =
                    workers.stream()
                            .flatMap(worker -> worker.process().descendants())
                            .filter(each -> commandLine(each).contains(words))
                            .findFirst();
            if (found.isPresent()) return found.get().destroyForcibly();
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return false;
    }

    /**
     * Returns the words of a process, from the system: a Java process only knows its own user's.
     */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .replace('\0', ' ');
        } catch (IOException gone) {
            return "";
        }
    }

    private int calls() throws IOException {
        int calls = 0;
        for (var clone : clones) {
            var file = FleetUser.home(clone).resolve("calls");
            if (Files.exists(file)) calls += Files.readAllLines(file).size();
        }
        return calls;
    }

    /** Returns the runs that are done and that no host holds: a killed one may hold its lease. */
    private Set<String> done(List<String> runs) {
        var fleet = user.fleet();
        var done = new HashSet<String>();
        for (var run : runs)
            if (Pattern.compile(run + "\\s+Done in [^\\n]*\\n\\s+lease released")
                    .matcher(fleet)
                    .find()) done.add(run);
        return done;
    }

    @Thorough
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    @ParameterizedTest
    @ValueSource(longs = 1)
    void all_runs_end_with_the_work_of_an_undisturbed_run(long seed) throws Exception {
        var random = new Random(seed);
        var runs = new ArrayList<String>();
        for (int i = 0; i < RUNS; i++) runs.add(user.submit("Add work " + i));
        killAll(random, KILLS_PER_RUN * RUNS, () -> done(runs).size() < RUNS - 1);
        CliFixture.until(
                "the end of all runs",
                () -> {
                    TimeUnit.SECONDS.sleep(1);
                    return done(runs).size() == RUNS;
                },
                () -> workers.stream().allMatch(worker -> worker.process().isAlive()));
        for (int i = 0; i < RUNS; i++) user.assertDone(runs.get(i), "foldline/add-work-" + i);
        int calls = calls();
        System.out.printf(
                "%d runs ended after kills of %s; %d agent calls, %d undisturbed%n",
                RUNS, kills, calls, RUNS * CALLS);
        assertThat(kills).containsKeys(Target.WORKER, Target.NODE);
    }

    /** Each task is merged once, in its order, with the work of its agent and nothing else. */
    @Thorough
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    @ParameterizedTest
    @ValueSource(longs = 2)
    void all_tasks_of_a_workflow_are_merged_once(long seed) throws Exception {
        var text = new StringBuilder("name: Shop\ntasks:\n");
        for (int i = 0; i < TASKS; i++) text.append(TASK.formatted(i));
        user.place().write("tasks.yaml", text.toString());
        user.place().foldline("workflow", "create", "-f", "tasks.yaml");
        assertThat(user.place().foldline("workflow", "ready").exit()).isZero();
        var workflow = user.place().inAnotherTerminal("workflow", "start", "--on", "fleet");
        killAll(new Random(seed), KILLS_PER_RUN * TASKS, () -> !workflow.isDone());
        var reported = workflow.get();
        assertThat(reported.exit()).as(reported.all()).isZero();
        var merges = user.place().git("log", "--reverse", "--format=%s", "main").lines();
        assertThat(merges.skip(1))
                .containsExactlyElementsOf(
                        IntStream.range(0, TASKS)
                                .mapToObj(i -> "Merge task%1$d: Add %1$d".formatted(i))
                                .toList());
        for (int i = 0; i < TASKS; i++)
            assertThat(user.place().git("show", "main:task%d.txt".formatted(i))).isEqualTo("task");
        System.out.printf("%d tasks merged after kills of %s%n", TASKS, kills);
        assertThat(kills).containsKeys(Target.WORKER, Target.NODE);
    }

    private void killAll(Random random, int killsMax, Callable<Boolean> goesOn) throws Exception {
        var targets = Arrays.asList(Target.values());
        for (int i = 0; i < killsMax && goesOn.call(); i++) {
            if (i % targets.size() == 0) Collections.shuffle(targets, random);
            TimeUnit.SECONDS.sleep(1 + random.nextInt(4));
            kill(targets.get(i % targets.size()), random);
        }
    }
}
