package dev.foldline.bench;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.real.FleetUser;
import dev.foldline.app.command.operate.real.WorkerProcess;
import dev.foldline.effects.fleet.restate.RestateNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a fleet costs and gains: workers in processes of their own, a real engine, a shared
 * repository, and shells as agents. The variable {@code RESTATE} names the engine's server.
 */
final class FleetMeasurements implements AutoCloseable {
    private static final int ROUNDS = 3;
    private static final int TASKS = 12;
    private static final int WORKERS = 3;
    private static final String DONE = "not driven here any more: is done";

    private final Path folder;
    private final RestateNode node;
    private final Path shared;
    private final FleetUser user;
    private final List<WorkerProcess> workers = new ArrayList<>();

    private FleetMeasurements(String agent) throws Exception {
        System.setProperty(RestateNode.PROGRAM, System.getenv().getOrDefault("RESTATE", ""));
        folder = Files.createTempDirectory("foldline-bench").toRealPath();
        node = RestateNode.start(folder.resolve("engine"));
        shared = folder.resolve("shared.git");
        user =
                FleetUser.of(
                        folder.resolve("user"),
                        shared,
                        shared.toString(),
                        node.ingress().toString());
        user.place().agent(agent);
        new ProcessBuilder("git", "config", "core.logAllRefUpdates", "always")
                .directory(shared.toFile())
                .start()
                .waitFor();
    }

    private CliFixture clone(String name, String agent) throws Exception {
        return user.clone(folder.resolve(name), agent, user.remote());
    }

    private WorkerProcess worker(CliFixture clone, String name) throws Exception {
        var worker = WorkerProcess.start(clone, name, node);
        workers.add(worker);
        return worker;
    }

    @Override
    public void close() throws Exception {
        for (var worker : workers) worker.close();
        node.close();
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    /** A run of five calls of five seconds by {@code run}, and by one worker, in turns. */
    static void cost() throws Exception {
        var agent = "sleep 5\n" + FleetUser.AGENT;
        try (var fleet = new FleetMeasurements(agent)) {
            fleet.worker(fleet.clone("one", agent), "one");
            var alone = CliFixture.ready(fleet.folder.resolve("alone")).agent(agent);
            alone.configured("checks: []\niterations: 1\nreviews: 1\n");
            var local = new double[ROUNDS];
            var placed = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                local[round] = fleet.command(alone, "run", "Add work " + round);
                placed[round] = fleet.placementSeconds("Add more " + round);
            }
            print(
                    "a run of five calls of 5 s, the median of %d: by `run` %.1f s, by a worker of"
                            + " a fleet %.1f s; %.2f times (%s and %s)",
                    ROUNDS,
                    median(local),
                    median(placed),
                    median(placed) / median(local),
                    Arrays.toString(local),
                    Arrays.toString(placed));
            print(
                    "a run in the shared repository: %d pushes, %d refs, %d KiB",
                    fleet.lines("leases", "reflog", "--all") / ROUNDS,
                    fleet.lines("", "for-each-ref") / ROUNDS,
                    fleet.kib() / ROUNDS);
        }
    }

    /** Runs a command in a process of its own, and returns its time. */
    private double command(CliFixture place, String... words) throws Exception {
        var output = Files.createTempFile(folder, "command", ".log");
        long start = System.nanoTime();
        if (WorkerProcess.command(place, output, List.of(words)).waitFor() != 0)
            throw new IOException(Files.readString(output));
        return seconds(start);
    }

    /** Submits a run, and returns the time until its worker has left it. */
    private double placementSeconds(String task) throws Exception {
        long before = done();
        long start = System.nanoTime();
        command(user.place(), "run", "--on", "fleet", task);
        awaitDone(before + 1);
        return seconds(start);
    }

    private long done() {
        return workers.stream()
                .mapToLong(worker -> worker.printed().split(DONE, -1).length - 1)
                .sum();
    }

    private void awaitDone(long count) throws Exception {
        CliFixture.until(
                count + " runs that are done",
                () -> done() >= count,
                () -> workers.stream().allMatch(worker -> worker.process().isAlive()));
    }

    /** Returns how many lines of a command of git name refs of this kind. */
    private long lines(String kind, String... words) throws Exception {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command).directory(shared.toFile()).start();
        try (var lines = process.inputReader()) {
            return lines.lines().filter(line -> line.contains("refs/foldline/" + kind)).count();
        }
    }

    private long kib() throws IOException {
        try (var files = Files.walk(shared)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length())
                            .sum()
                    / 1024;
        }
    }

    /** From the kill of a worker to the next call of an agent, by another one. */
    static void lost() throws Exception {
        var stays = new double[ROUNDS];
        var times = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            try (var fleet = new FleetMeasurements(FleetUser.AGENT)) {
                var first = fleet.clone("one", FleetUser.WAITING_AGENT);
                var second = fleet.clone("two", FleetUser.WAITING_AGENT);
                var killed = fleet.worker(first, "one");
                fleet.user.submit("Add work");
                FleetUser.awaitDeveloper(first, killed);
                var other = fleet.worker(second, "two");
                long start = System.nanoTime();
                killed.kill();
                other.awaits("is driven here, stay 2");
                stays[round] = seconds(start);
                FleetUser.awaitDeveloper(second, other);
                times[round] = seconds(start);
                for (var clone : List.of(first, second)) FleetUser.go(clone);
            }
        }
        print(
                "from the kill of a worker that answers the engine, with a timeout of 3 s, the"
                    + " median of %d: %.1f s to the run's next stay (%s), %.1f s to the next call"
                    + " of an agent (%s)",
                ROUNDS,
                median(stays),
                Arrays.toString(stays),
                median(times),
                Arrays.toString(times));
    }

    /** A workflow of tasks with a call of 15 seconds each, on one worker and on three. */
    static void workers() throws Exception {
        double one = workers(1);
        double three = workers(WORKERS);
        print(
                "a workflow of %d tasks with a call of 15 s: %.0f s on one worker with one slot,"
                        + " %.0f s on %d; %.1f times faster",
                TASKS, one, three, WORKERS, one / three);
    }

    private static double workers(int count) throws Exception {
        var agent = "sleep 15\ndate +%N > \"$(git rev-parse --abbrev-ref HEAD | tr / -).txt\"\n";
        try (var fleet = new FleetMeasurements(agent)) {
            var place = fleet.user.place().write("tasks.yaml", tasks());
            fleet.command(place, "workflow", "create", "-f", "tasks.yaml");
            fleet.command(place, "workflow", "ready");
            for (int i = 0; i < count; i++) fleet.worker(fleet.clone("w" + i, agent), "w" + i);
            double time = fleet.command(place, "workflow", "start", "--on", "fleet");
            int merges = place.git("log", "--format=%s", "main").split("Merge ", -1).length - 1;
            if (merges != TASKS) throw new IOException(merges + " tasks were merged");
            return time;
        }
    }

    private static String tasks() {
        var text = new StringBuilder("name: Shop\ntasks:\n");
        for (int i = 0; i < TASKS; i++)
            text.append(
                    "  - { name: task%d, description: Add %d, terminals: [ { role: developer, agent: mine } ] }\n"
                            .formatted(i, i));
        return text.toString();
    }

    /** The commands that list all shared runs, with some in the shared repository and with many. */
    static void runs() throws Exception {
        try (var fleet = new FleetMeasurements(FleetUser.AGENT)) {
            fleet.command(fleet.user.place(), "run", "--share", fleet.user.remote(), "Add work");
            for (int count : new int[] {1, 100, 1_000}) {
                fleet.copyRefs(count);
                print(
                        "`fleet` with %,d runs in the shared repository: %.2f s, then %.2f s;"
                                + " `git ls-remote`: %.2f s",
                        count,
                        fleet.command(fleet.user.place(), "fleet", "--from", fleet.user.remote()),
                        fleet.command(fleet.user.place(), "fleet", "--from", fleet.user.remote()),
                        fleet.lsRemote());
            }
        }
    }

    /**
     * Makes the refs of so many runs. Each has a lease of its own, and the log and the work of the
     * run that is there.
     */
    private void copyRefs(int count) throws Exception {
        var refs = user.place().git("ls-remote", user.remote(), "refs/foldline/*/r*").split("\n");
        var updates = new StringBuilder();
        var leases = new StringBuilder();
        for (var ref : refs) {
            var fields = ref.split("\t");
            if (!fields[1].matches("refs/foldline/[a-z]+/r[a-z0-9]{16}")) continue;
            if (fields[1].matches(".*/r0+\\d+")) continue;
            var kind = fields[1].substring(0, fields[1].lastIndexOf('/') + 1);
            var run = fields[1].substring(kind.length());
            var lease = kind.endsWith("/leases/") ? lease(fields[0]) : "";
            for (int i = 1; i < count; i++) {
                var copy = "r%016d".formatted(i);
                if (kind.endsWith("/leases/"))
                    leases.append(commit(kind + copy, lease.replace(run, copy)));
                else updates.append("update %s%s %s\n".formatted(kind, copy, fields[0]));
            }
        }
        inShared(updates, "update-ref", "--stdin");
        inShared(leases, "fast-import", "--quiet", "--force");
    }

    private String lease(String commit) throws Exception {
        user.place().git("fetch", "-q", user.remote(), commit);
        return user.place().git("show", commit + ":lease.json");
    }

    private static String commit(String ref, String lease) {
        return "commit %s\ncommitter Foldline <foldline@localhost> 0 +0000\ndata 0\n".formatted(ref)
                + "M 644 inline lease.json\ndata %d\n%s\n".formatted(lease.length(), lease);
    }

    private void inShared(CharSequence input, String... words) throws Exception {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        var git =
                new ProcessBuilder(command)
                        .directory(shared.toFile())
                        .redirectInput(Files.writeString(folder.resolve("input"), input).toFile());
        if (git.start().waitFor() != 0) throw new IOException(String.join(" ", words));
    }

    private double lsRemote() throws Exception {
        long start = System.nanoTime();
        user.place().git("ls-remote", user.remote(), "refs/foldline/inbox/*");
        return seconds(start);
    }

    private static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
