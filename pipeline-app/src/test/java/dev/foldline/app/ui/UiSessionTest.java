package dev.foldline.app.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.real.WorkerProcess;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.view.ScreenCells;

import io.vavr.collection.Vector;

import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;
import org.jline.utils.ScreenTerminalOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** The screen on an emulated terminal, with runs of a real repository. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class UiSessionTest {
    private static final int COLUMNS = 100;
    private static final int ROWS = 30;

    @TempDir Path folder;
    private final ScreenTerminal cells = new ScreenTerminal(COLUMNS, ROWS);
    private volatile LineDisciplineTerminal terminal;
    private volatile boolean isEchoing = true;

    private Terminal open() throws IOException {
        terminal =
                new LineDisciplineTerminal(
                        "test",
                        "xterm-256color",
                        new ScreenTerminalOutputStream(
                                cells, StandardCharsets.UTF_8, OutputStream.nullOutputStream()),
                        StandardCharsets.UTF_8,
                        Terminal.SignalHandler.SIG_IGN) {
                    @Override
                    public void setAttributes(Attributes attributes) {
                        super.setAttributes(attributes);
                        isEchoing = attributes.getLocalFlag(LocalFlag.ECHO);
                    }
                };
        var attributes = terminal.getAttributes();
        attributes.setLocalFlag(LocalFlag.ECHO, true);
        terminal.setAttributes(attributes);
        terminal.setSize(Size.of(COLUMNS, ROWS));
        return terminal;
    }

    /** Runs the commands as the command does, and notes those that get the terminal. */
    private record Commands(CliFixture place, List<Vector<String>> inTerminal)
            implements CommandOutput.Runner {
        @Override
        public CommandOutput run(Vector<String> words) {
            CommandResult told = place.foldline(words.toJavaArray(String[]::new));
            return new CommandOutput(told.exit(), told.out(), told.err());
        }

        @Override
        public boolean runInTerminal(Vector<String> words) {
            inTerminal.add(words);
            return false;
        }
    }

    private String shown() {
        return String.join("\n", ScreenCells.lines(cells));
    }

    private void await(String text, FutureTask<?> session) throws Exception {
        CliFixture.until(
                text + " on the screen", () -> shown().contains(text), () -> !session.isDone());
    }

    private void press(String keys) throws IOException {
        terminal.processInputBytes(keys.getBytes(StandardCharsets.UTF_8));
    }

    private FutureTask<?> started(CommandOutput.Runner commands) {
        var session =
                new FutureTask<Void>(
                        () -> {
                            new UiSession(this::open, "repo", new TextStyle(true), commands).run();
                            return null;
                        });
        Thread.ofPlatform().daemon().start(session);
        return session;
    }

    @Test
    void a_gate_is_approved_on_the_screen_and_a_command_that_drives_gets_the_terminal()
            throws Exception {
        var place = CliFixture.gated(folder);
        var run = place.runs().newestFirst().getFirst().id().text();
        var commands = new Commands(place, new CopyOnWriteArrayList<>());
        var session = started(commands);
        await("Waits for you: approve planning", session);
        press("a");
        await("read the gate, then press the key again", session);
        assertThat(shown()).contains("1 run needs you", run.substring(0, 8), "Add work");
        await("asks          Approve what planning made", session);
        press("a");
        await("foldline approve planning " + run + " --revision 1", session);
        await("[y/N]", session);
        press("n");
        await("nothing was changed", session);
        assertThat(place.foldline("gates").out()).contains("gate planning");
        press("a");
        await("[y/N]", session);
        press("y");
        await("Approved: planning, revision 1", session);
        press(" ");
        await("0 runs need you", session);
        press("n");
        await("1  foldline resume " + run, session);
        var before = terminal;
        press("1y");
        CliFixture.until("the screen again", () -> terminal != before, () -> !session.isDone());
        assertThat(commands.inTerminal).containsExactly(Vector.of("resume", run));
        press("/nothing of this kind\r");
        await("No run has this text", session);
        press("\033");
        await("resumable", session);
        press("q");
        session.get();
        assertThat(isEchoing).as("the terminal is as it was").isTrue();
    }

    @Test
    void a_command_that_runs_when_the_user_quits_runs_to_its_end() throws Exception {
        var place = CliFixture.gated(folder);
        var release = new CountDownLatch(1);
        var commands = new Commands(place, List.of());
        var held =
                new CommandOutput.Runner() {
                    @Override
                    public CommandOutput run(Vector<String> words) {
                        if (words.head().equals("pause")) waitFor(release);
                        return commands.run(words);
                    }

                    @Override
                    public boolean runInTerminal(Vector<String> words) {
                        return commands.runInTerminal(words);
                    }
                };
        var session = started(held);
        await("Waits for you: approve planning", session);
        press("py");
        await("running: foldline pause", session);
        press("q");
        CliFixture.until("the terminal as it was", () -> isEchoing, () -> !session.isDone());
        assertThat(session.isDone()).isFalse();
        release.countDown();
        session.get();
        assertThat(place.foldline("log").out()).contains("paused");
    }

    private static void waitFor(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    @Test
    void without_a_terminal_the_list_is_printed_by_another_command() throws Exception {
        var place = CliFixture.ready(folder);
        var refused = place.foldline("ui");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("ui needs a terminal", "try: foldline runs");
        assertThat(place.foldline("runs").out()).isEqualTo("No runs.\n");
    }

    @Test
    void an_empty_list_leads_to_a_first_run() throws Exception {
        var place = CliFixture.ready(folder);
        var session = started(new Commands(place, List.of()));
        await("No runs. Start one: foldline run \"what to do\"", session);
        assertThat(place.foldline("run", "what to do").exit()).isZero();
        await("completed", session);
        press("\003");
        session.get();
    }

    /** On a terminal of the system, in a process of its own. */
    @Test
    void the_command_draws_on_a_real_terminal_and_leaves_it_as_it_was() throws Exception {
        var place = CliFixture.gated(folder);
        var java = WorkerProcess.java(List.of("ui"));
        var script = folder.resolve("ui.sh");
        Files.writeString(
                script,
                "stty rows 30 cols 100; stty -g\n"
                        + java.stream()
                                .map(word -> "'" + word + "'")
                                .reduce("", (a, b) -> a + " " + b)
                        + "\necho \"exit $?\"; stty -g\n");
        var builder =
                new ProcessBuilder("script", "-qec", "sh " + script, "/dev/null")
                        .directory(place.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("ui.out").toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        builder.environment().put("TERM", "xterm-256color");
        var process = builder.start();
        try (var keyboard = process.getOutputStream()) {
            typed(keyboard, "a", "Waits for you: approve planning", process);
            typed(keyboard, "a", "Approve what planning made", process);
            typed(keyboard, "y", "[y/N]", process);
            typed(keyboard, "q", "Approved: planning", process);
            typed(keyboard, "q", "0 runs need you", process);
            assertThat(process.waitFor()).as(output()).isZero();
        }
        assertThat(output()).contains("exit 0");
        var settings = output().lines().filter(line -> line.matches("[0-9a-f:]+")).toList();
        assertThat(settings).hasSize(2);
        assertThat(settings.get(0)).isEqualTo(settings.get(1));
        assertThat(place.foldline("log").out()).contains("approved");
    }

    private void typed(OutputStream keyboard, String key, String after, Process process)
            throws Exception {
        CliFixture.until(after, () -> output().contains(after), process::isAlive);
        keyboard.write(key.getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("ui.out"), StandardCharsets.ISO_8859_1);
    }
}
