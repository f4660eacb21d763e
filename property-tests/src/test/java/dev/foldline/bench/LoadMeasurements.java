package dev.foldline.bench;

import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.workflow.AgentPermits;
import dev.foldline.app.workflow.WorkflowCreator;
import dev.foldline.app.workflow.WorkflowOperations;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.app.workflow.WorkflowView.TaskLine;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.GitEffect.ResetTree;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * Many workflows of tasks at once in one process, whose agents are cheap processes: whether all
 * end, who waited longest for a turn, and what a run takes of memory. As many as the variables
 * {@code WORKFLOWS}, {@code TASKS} (of each) and {@code TERMINALS} (at once) say.
 */
final class LoadMeasurements implements Bench.PrintableMeasurement {
    /** All are at work, or wait for it, before the first may end. */
    private static final String AGENT =
            """
            mine=$(git rev-parse --abbrev-ref HEAD | sed 's:.*/::')
            while [ ! -e "$HOME/go" ]; do sleep 0.2; done
            echo "$mine" > "$mine.txt"
            echo made
            """;

    private static final int LOOK_AGAIN_MILLIS = 500;

    private final int workflows = number("WORKFLOWS", 10);
    private final int tasks = number("TASKS", 20);
    private final int terminals = number("TERMINALS", 40);

    private static int number(String variable, int otherwise) {
        return Integer.parseInt(System.getenv().getOrDefault(variable, String.valueOf(otherwise)));
    }

    /** How long a run waited. */
    private record Wait(String run, Duration time) {
        @Override
        public String toString() {
            return seconds(time) + ", run " + run;
        }
    }

    @Override
    public void print() throws Exception {
        int runs = workflows * tasks;
        System.out.println(
                runs
                        + " runs of "
                        + workflows
                        + " workflows at once, "
                        + terminals
                        + " terminals at work at most");
        var folder = repository();
        try (var here = Workspace.open(folder.resolve("repo"), environment(folder))) {
            var began = Instant.now();
            long before = heap();
            long residentBefore = resident();
            var driven = new DrivenWorkflows(here, new AgentPermits(terminals));
            for (int workflow = 0; workflow < workflows; workflow++)
                driven.start(created(here, workflow));
            awaitPrompts(here, runs);
            line(
                    "all of them work or wait for a turn after",
                    seconds(Duration.between(began, Instant.now())));
            line("heap per run, all at once", megabytes(heap() - before, runs));
            line(
                    "resident memory per run, all at once",
                    megabytes(resident() - residentBefore, runs));
            var go = Instant.now();
            Files.createFile(folder.resolve("go"));
            driven.join();
            line("all of them ended after", seconds(Duration.between(began, Instant.now())));
            line(
                    "longest wait for a turn to call an agent",
                    longest(driven.directories, run -> call(run, go)));
            line(
                    "longest time from one event to the next",
                    longest(driven.directories, run -> step(run, go)));
            line("longest time in which a task is merged", longest(driven.directories));
            line(
                    "merges made, for " + runs + " tasks",
                    git(folder, "for-each-ref", "--format=%(refname)", "refs/foldline/merge")
                                    .lines()
                                    .count()
                            + "");
            if (commits(folder) != runs + 1)
                throw new IOException(
                        "of " + runs + " runs " + (commits(folder) - 1) + " were merged");
        }
    }

    private static void line(String name, String what) {
        System.out.printf(Locale.ROOT, "  %-44s %s%n", name, what);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }

    /** Workflows that are driven beside each other. */
    private static final class DrivenWorkflows {
        private final Workspace here;
        private final AgentPermits permits;
        private final List<Thread> threads = new ArrayList<>();
        private final List<RunDirectory> directories = new ArrayList<>();
        private final ConcurrentLinkedQueue<String> troubles = new ConcurrentLinkedQueue<>();

        DrivenWorkflows(Workspace here, AgentPermits permits) {
            this.here = here;
            this.permits = permits;
        }

        void start(RunDirectory workflow) throws IOException, InterruptedException {
            var settings = RunLauncher.configuration(here, workflow, List.of()).settings();
            var started = new WorkflowOperations(here).start(workflow, settings);
            directories.add(workflow);
            var view =
                    new RunObserver() {
                        @Override
                        public void notice(String text) {
                            if (!text.endsWith(" works, by mine")
                                    && !text.contains(": committed ")
                                    && !text.endsWith(" it is done with")) troubles.add(text);
                        }
                    };
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            WorkflowRuntime.session(
                                                            here,
                                                            workflow.id(),
                                                            settings,
                                                            permits,
                                                            view)
                                                    .driveWithoutSignals(started, _ -> {});
                                        } catch (IOException
                                                | InterruptedException
                                                | RuntimeException broken) {
                                            troubles.add(broken.toString());
                                        }
                                    }));
        }

        void join() throws IOException, InterruptedException {
            for (var thread : threads) thread.join();
            for (var workflow : directories) {
                var view = WorkflowView.of(workflow, here.runs());
                if (view.status() != WorkflowStatus.COMPLETED)
                    throw new IOException(
                            workflow.id()
                                    + " is "
                                    + view.status().word()
                                    + " "
                                    + view.why()
                                    + " "
                                    + troubles);
            }
            troubles.stream()
                    .map(text -> text.replaceAll("\\b(r[a-z0-9]{16}|w\\d+-t\\d+)\\b", "RUN"))
                    .collect(
                            Collectors.groupingBy(
                                    text -> text, TreeMap::new, Collectors.counting()))
                    .forEach((text, times) -> line("notice, " + times + " times", text));
        }
    }

    private RunDirectory created(Workspace here, int number) throws IOException {
        var text = new StringBuilder("name: load " + number + "\ntasks:\n");
        for (int task = 0; task < tasks; task++)
            text.append("  - { name: w")
                    .append(number)
                    .append("-t")
                    .append(task)
                    .append(", terminals: [ { role: developer, agent: mine } ] }\n");
        var workflow =
                new WorkflowCreator(here)
                        .create(
                                RunLauncher.configuration(here.root(), here.environment()),
                                text.toString().getBytes(StandardCharsets.UTF_8),
                                "tasks.yaml");
        new WorkflowOperations(here).ready(workflow);
        return workflow;
    }

    /** Who works or waits for a turn has its prompt. */
    private static void awaitPrompts(Workspace here, int runs)
            throws IOException, InterruptedException {
        var ready = new HashSet<RunDirectory>();
        while (ready.size() < runs) {
            Thread.sleep(LOOK_AGAIN_MILLIS);
            for (var run : here.runs().unordered())
                if (!ready.contains(run)
                        && Files.exists(run.events())
                        && Files.readString(run.events()).contains("\"type\":\"prompt_rendered\""))
                    ready.add(run);
        }
    }

    /** Finds how long a run waited. */
    private interface WaitReader {
        Wait of(RunDirectory run) throws IOException;
    }

    private static Wait longer(Wait one, Wait other) {
        return other.time().compareTo(one.time()) > 0 ? other : one;
    }

    /** Of all tasks. */
    private static String longest(List<RunDirectory> workflows, WaitReader waiting)
            throws IOException {
        var longest = new Wait("none", Duration.ZERO);
        for (var workflow : workflows) {
            var runs = new Runs(workflow.path().resolve("../..").normalize());
            for (TaskLine task : WorkflowView.of(workflow, runs).tasks())
                longest = longer(longest, waiting.of(runs.directory(task.run().get())));
        }
        return longest.toString();
    }

    /**
     * Of all merges, from where the tree is made ready for one to where it has landed, the wait for
     * its turn included.
     */
    private static String longest(List<RunDirectory> workflows) throws IOException {
        var longest = new Wait("none", Duration.ZERO);
        for (var workflow : workflows) longest = longer(longest, landing(workflow));
        return longest.toString();
    }

    /** From where the log says that a call was next, but not before the first may end. */
    private static Wait call(RunDirectory run, Instant go) throws IOException {
        return longest(
                run,
                (event, at, before) -> isCall(event) ? between(go, before, at) : Duration.ZERO);
    }

    /** What is not the agent's own, and no waiting for its turn before the first may end. */
    private static Wait step(RunDirectory run, Instant go) throws IOException {
        return longest(
                run,
                (event, at, before) ->
                        event instanceof AgentEvent
                                ? Duration.ZERO
                                : between(isCall(event) ? go : before, before, at));
    }

    private static boolean isCall(Event event) {
        return event instanceof EffectStarted(_, InvokeAgent _);
    }

    private static Duration between(Instant earliest, Instant before, Instant at) {
        var from = before.isBefore(earliest) ? earliest : before;
        return at.isBefore(from) ? Duration.ZERO : Duration.between(from, at);
    }

    private static Wait landing(RunDirectory workflow) throws IOException {
        var started = new Instant[] {Instant.EPOCH};
        return longest(
                workflow,
                (event, at, _) -> {
                    if (event instanceof EffectStarted(_, ResetTree _)
                            && started[0].equals(Instant.EPOCH)) started[0] = at;
                    if (!(event instanceof MergeLanded)) return Duration.ZERO;
                    var took = Duration.between(started[0], at);
                    started[0] = Instant.EPOCH;
                    return took;
                });
    }

    /** What an event says of a wait, and when it and the one before it came. */
    private interface WaitMeasure {
        Duration at(Event event, Instant at, Instant before);
    }

    private static Wait longest(RunDirectory run, WaitMeasure gap) throws IOException {
        var longest = Duration.ZERO;
        var before = Option.<Instant>none();
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                var waited =
                        gap.at(Wire.event(line.event()), line.at(), before.getOrElse(line.at()));
                longest = waited.compareTo(longest) > 0 ? waited : longest;
                before = Option.of(line.at());
            }
        }
        return new Wait(run.id().text(), longest);
    }

    private static String megabytes(long bytes, int runs) {
        return String.format(Locale.ROOT, "%.2f MB", bytes / 1e6 / runs);
    }

    /** What the system says that this process has of memory. */
    private static long resident() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElseThrow();
    }

    private static long heap() {
        System.gc();
        return java.lang.Runtime.getRuntime().totalMemory()
                - java.lang.Runtime.getRuntime().freeMemory();
    }

    private static Map<String, String> environment(Path folder) {
        return Map.of(
                "PATH",
                System.getenv("PATH"),
                "HOME",
                folder.toString(),
                "XDG_STATE_HOME",
                folder.resolve("state").toString(),
                "LANG",
                "C.UTF-8");
    }

    private Path repository() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("foldline-load").toRealPath();
        var repo = Files.createDirectory(folder.resolve("repo"));
        Files.writeString(
                folder.resolve(".gitconfig"), "[user]\n name = a\n email = a@example.org\n");
        Files.writeString(folder.resolve("agent.sh"), AGENT);
        git(folder, "init", "-q", "-b", "main");
        git(folder, "commit", "-q", "--allow-empty", "-m", "first");
        Files.writeString(
                repo.resolve("foldline.yaml"),
                "roles: { developer: [mine] }\n"
                        + "checks: []\n"
                        + "agents: { mine: { kind: command, run: [\"sh\", \""
                        + folder.resolve("agent.sh")
                        + "\"] } }\n"
                        + "runtime: { workflows: "
                        + workflows
                        + ", terminals: "
                        + terminals
                        + " }\n");
        return folder;
    }

    private static long commits(Path folder) throws IOException, InterruptedException {
        return Long.parseLong(git(folder, "rev-list", "--count", "main"));
    }

    private static String git(Path folder, String... words)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.resolve("repo").toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment(folder));
        var process = builder.start();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IOException(String.join(" ", command));
        return out.strip();
    }
}
