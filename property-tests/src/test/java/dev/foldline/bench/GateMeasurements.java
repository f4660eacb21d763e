package dev.foldline.bench;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long a driver in another process takes to hear an approval: a real run that waits at one gate
 * after the other, a real inbox, real commands.
 */
final class GateMeasurements implements Bench.PrintableMeasurement {
    private static final int WARM_UP = 20;
    private static final Path LAUNCHER = Path.of("..", "foldline").toAbsolutePath().normalize();

    /** What is measured between two approvals. */
    @FunctionalInterface
    private interface IntervalAction {
        void call(Path repository) throws IOException, InterruptedException;
    }

    /** Who approves what a run shows. */
    @FunctionalInterface
    private interface Approver {
        void approve(Path repository, RunDirectory run, String gate)
                throws IOException, InterruptedException;
    }

    @Override
    public void print() throws Exception {
        System.out.println(
                "an approval, a driver in another process waiting at one gate after the other");
        System.out.println(line("floor: a file and a line, written and forced", floor(220)));
        var inbox = new Stay(GateMeasurements::throughTheInbox, folder -> {}, 200);
        inbox.pass();
        System.out.println(line("message written to event on disk", inbox.toEvent));
        System.out.println(line("message written to the next effect", inbox.toNext));
        var terminal = new Stay(GateMeasurements::atATerminal, GateMeasurements::version, 40);
        terminal.pass();
        System.out.println(line("foldline approve called to event on disk", terminal.toEvent));
        System.out.println(line("foldline approve called to the next effect", terminal.toNext));
        System.out.println(line("foldline approve called to its end", terminal.toEnd));
        System.out.println(line("foldline version called to its end", terminal.between));
    }

    private static String line(String name, List<Long> nanos) {
        var sorted = nanos.subList(WARM_UP, nanos.size()).stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "  %-44s median %6.2f ms   99th percentile %6.2f ms",
                name,
                sorted.get(sorted.size() / 2) / 1e6,
                sorted.get(sorted.size() * 99 / 100) / 1e6);
    }

    /** What the disk takes for the message and for the event. */
    private static List<Long> floor(int rounds) throws IOException {
        var folder = Files.createTempDirectory("foldline-bench");
        var took = new ArrayList<Long>();
        try (var log =
                FileChannel.open(
                        folder.resolve("log"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND)) {
            for (int round = 0; round < rounds; round++) {
                long start = System.nanoTime();
                AtomicFile.write(folder.resolve(round + ".json"), new byte[150]);
                log.write(ByteBuffer.wrap(new byte[300]));
                log.force(false);
                took.add(System.nanoTime() - start);
            }
        }
        return took;
    }

    private static void throughTheInbox(Path repository, RunDirectory run, String gate)
            throws IOException, InterruptedException {
        var inbox = new Inbox(run.inbox());
        inbox.awaitAnswer(
                inbox.send(Wire.toJson(new Command.Approve(gate, Shown.NOTHING, ""))),
                Duration.ofMinutes(1));
    }

    /** With the start of the launcher and of the Java machine. */
    private static void atATerminal(Path repository, RunDirectory run, String gate)
            throws IOException, InterruptedException {
        run(
                repository,
                List.of(LAUNCHER.toString(), "-q", "approve", gate, run.id().text()),
                ProcessBuilder.Redirect.DISCARD);
    }

    private static void version(Path repository) throws IOException, InterruptedException {
        run(repository, List.of(LAUNCHER.toString(), "version"), ProcessBuilder.Redirect.DISCARD);
    }

    private static void run(Path folder, List<String> command, ProcessBuilder.Redirect output)
            throws IOException, InterruptedException {
        if (new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .inheritIO()
                        .redirectOutput(output)
                        .start()
                        .waitFor()
                != 0) throw new IOException(String.join(" ", command));
    }

    static Path repository() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("foldline-bench").toRealPath();
        for (var words :
                List.of(
                        "git init -q",
                        "git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m"
                                + " first"))
            run(folder, List.of(words.split(" ")), ProcessBuilder.Redirect.INHERIT);
        return folder;
    }

    /**
     * A driver in a process of its own at all gates of a run, and a person here who approves them.
     * Both read the same clock of the machine, which {@link System#nanoTime()} is on Linux.
     */
    private static final class Stay {
        private final Approver person;
        private final IntervalAction next;
        private final int gates;
        private final List<Long> toEvent = new ArrayList<>();
        private final List<Long> toNext = new ArrayList<>();
        private final List<Long> toEnd = new ArrayList<>();
        private final List<Long> between = new ArrayList<>();

        Stay(Approver person, IntervalAction next, int measured) {
            this.person = person;
            this.next = next;
            this.gates = measured + WARM_UP;
        }

        void pass() throws Exception {
            var folder = repository();
            var driver =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "-classpath",
                                    System.getProperty("java.class.path"),
                                    GateDriver.class.getName(),
                                    folder.toString(),
                                    String.valueOf(gates))
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            try (var said = driver.inputReader(StandardCharsets.UTF_8)) {
                var run = new RunDirectory(new RunId(said.readLine()), Path.of(said.readLine()));
                for (int gate = 0; gate < gates; gate++) approve(folder, run, said);
            }
            driver.waitFor();
        }

        private void approve(Path folder, RunDirectory run, BufferedReader said) throws Exception {
            var gate = said.readLine();
            // By then the driver waits.
            Thread.sleep(5);
            long asked = System.nanoTime();
            person.approve(folder, run, gate);
            toEnd.add(System.nanoTime() - asked);
            toEvent.add(Long.parseLong(said.readLine()) - asked);
            toNext.add(Long.parseLong(said.readLine()) - asked);
            long called = System.nanoTime();
            next.call(folder);
            between.add(System.nanoTime() - called);
        }
    }
}
