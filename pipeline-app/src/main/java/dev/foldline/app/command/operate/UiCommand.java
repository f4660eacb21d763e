package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.Host;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.ui.CommandOutput;
import dev.foldline.app.ui.UiSession;
import dev.foldline.app.view.Views;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code foldline ui}: all runs of the repository on one screen. */
@Command(
        name = "ui",
        description =
                "Browse the runs of this repository on a full screen, answer gates, and pause,"
                        + " continue or cancel runs. Press ? for the keys.")
public final class UiCommand implements Callable<Integer> {
    private final Console console;
    private final Program program;

    /** Runs one command, and returns its exit code. */
    @FunctionalInterface
    public interface Program {
        int run(Host host, String... words);
    }

    public UiCommand(Console console, Program program) {
        this.console = console;
        this.program = program;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!console.isTerminal() || console.isJson()) throw noTerminal();
        var root = Checkout.at(console.directory()).root();
        var session =
                new UiSession(
                        () -> Views.terminal().orElseThrow(UiCommand::noTerminal),
                        String.valueOf(root.getFileName()),
                        console.paint(),
                        new InProcess(console.directory()));
        return (session.run() ? ExitCode.TERMINATED : ExitCode.DONE).value();
    }

    private static UserError noTerminal() {
        return new UserError(
                "ui needs a terminal that can be drawn on", "", "foldline runs", ExitCode.USAGE);
    }

    /** Runs the commands in this process, each as if it was typed in the same folder. */
    private final class InProcess implements CommandOutput.Runner {
        private final Path directory;

        private InProcess(Path directory) {
            this.directory = directory;
        }

        @Override
        public CommandOutput run(Vector<String> words) {
            var out = new ByteArrayOutputStream();
            var err = new ByteArrayOutputStream();
            int exit =
                    program.run(
                            host(stream(out), stream(err), InputStream.nullInputStream(), false),
                            words.toJavaArray(String[]::new));
            return new CommandOutput(
                    exit,
                    out.toString(StandardCharsets.UTF_8),
                    err.toString(StandardCharsets.UTF_8));
        }

        @Override
        public boolean runInTerminal(Vector<String> words) {
            int exit =
                    program.run(
                            host(console.out(), console.err(), console.in(), true),
                            words.toJavaArray(String[]::new));
            if (exit == ExitCode.TERMINATED.value()) return true;
            console.err().print("exit code " + exit + "; press Enter to return to the list ");
            console.err().flush();
            try {
                int read = console.in().read();
                while (read >= 0 && read != '\n') read = console.in().read();
                return false;
            } catch (IOException closed) {
                throw new UncheckedIOException(closed);
            }
        }

        private Host host(PrintStream out, PrintStream err, InputStream in, boolean terminal) {
            return new Host(
                    out, err, console.environment(), in, directory, terminal, console.called());
        }

        private static PrintStream stream(ByteArrayOutputStream bytes) {
            return new PrintStream(bytes, true, StandardCharsets.UTF_8);
        }
    }
}
