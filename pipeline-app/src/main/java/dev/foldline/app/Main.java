package dev.foldline.app;

import dev.foldline.app.command.AnswerStream;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.FailureReport;
import dev.foldline.app.command.GlobalOptions;
import dev.foldline.app.command.HelpLayout;
import dev.foldline.app.command.Host;
import dev.foldline.app.command.UsageError;
import dev.foldline.app.command.UsageWriter;
import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.app.run.LauncherLocale;
import dev.foldline.core.command.Author;

import picocli.CommandLine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The entry point of the command line: reads the words, finds the command, and says how it ended.
 */
public final class Main {
    /** Groovy's closures in annotations: to look for them opens every library. */
    private static final String CLOSURES_DISABLED = "picocli.disable.closures";

    static {
        System.setProperty(CLOSURES_DISABLED, "true");
    }

    private Main() {}

    public static void main(String[] arguments) {
        var terminal = System.console() != null && System.console().isTerminal();
        var host =
                new Host(
                        AnswerStream.to(new FileOutputStream(FileDescriptor.out)),
                        utf8(FileDescriptor.err),
                        LauncherLocale.withoutIt(System.getenv()),
                        System.in,
                        Path.of(""),
                        terminal,
                        System.getProperty("foldline.called", "foldline"));
        leave(run(host, arguments));
    }

    /**
     * Ends the process. {@link System#exit} opens every library to find a logger, so a command that
     * has succeeded and left no thread behind returns instead.
     */
    private static void leave(int exit) {
        if (exit == 0 && Thread.activeCount() == 1) return;
        System.exit(exit);
    }

    /**
     * Runs one command in this process-like place, and gives its exit code: of one that has done
     * all but tell its answer, that it failed.
     */
    public static int run(Host host, String... arguments) {
        var options = new GlobalOptions();
        var console = new Console(host, options);
        var failures =
                new FailureReport(console, String.join(" ", arguments), asksForJson(arguments));
        int exit =
                CurrentAuthor.as(
                        () -> CurrentAuthor.by(Author.Channel.TERMINAL, ProcessHandle.current()),
                        () -> executed(console, options, failures, arguments));
        return AnswerStream.fault(host.out())
                .map(fault -> failures.untold(fault, exit))
                .getOrElse(exit);
    }

    private static int executed(
            Console console, GlobalOptions options, FailureReport failures, String... arguments) {
        // Never closed: where a user closed it, its number is that of a file the JVM reads its
        // classes from.
        var out = UsageWriter.to(console.out());
        try {
            return HelpLayout.apply(Commands.line(console, options, arguments))
                    .setOut(out)
                    .setParameterExceptionHandler(
                            (mistake, _) -> failures.failed(UsageError.of(mistake)))
                    .setExecutionExceptionHandler((failure, _, _) -> failures.failed(failure))
                    .setExecutionStrategy(Main::understood)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .execute(arguments);
        } finally {
            out.flush();
            console.err().flush();
        }
    }

    /** Reports unknown words even if help is requested. */
    private static int understood(CommandLine.ParseResult words) {
        for (var each = words;
                each != null;
                each = each.hasSubcommand() ? each.subcommand() : null) {
            if (!each.unmatched().isEmpty())
                throw new CommandLine.UnmatchedArgumentException(
                        each.commandSpec().commandLine(), each.unmatched());
        }
        return new CommandLine.RunLast().execute(words);
    }

    /**
     * Asked before the words are understood, since not understanding them is answered in JSON too.
     */
    private static boolean asksForJson(String[] arguments) {
        var words = List.of(arguments);
        int rest = words.indexOf("--");
        return (rest < 0 ? words : words.subList(0, rest)).contains("--json");
    }

    /** Whatever the locale: documents are UTF-8. */
    private static PrintStream utf8(FileDescriptor stream) {
        return new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
    }
}
