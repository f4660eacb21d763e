package dev.foldline.app.command;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.output.TextStyle;
import dev.foldline.effects.redact.RedactedPrintStream;
import dev.foldline.effects.redact.Redaction;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The output and the global options of a command. Results go to stdout and diagnostics to stderr;
 * secrets are redacted in both.
 */
public final class Console {
    /** What a user types for standard input, where a file could be named. */
    public static final String INPUT = "-";

    private static final Set<String> YES = Set.of("y", "yes");

    private final Host host;
    private final PrintStream plain;
    private final Redaction redaction;
    private final GlobalOptions options;
    private Optional<Path> runFolder = Optional.empty();

    public Console(Host host, GlobalOptions options) {
        this.plain = host.out();
        this.redaction = Redaction.of(host.environment());
        this.host = host.printing(redacted(host.out()), redacted(host.err()));
        this.options = options;
    }

    private PrintStream redacted(PrintStream stream) {
        return new RedactedPrintStream(stream, redaction, () -> paint().coloured());
    }

    /** What is taken out of everything that is printed. */
    public Redaction redaction() {
        return redaction;
    }

    /** Where the command works: where the user stands, moved by each {@code -C}. */
    public Path directory() {
        var directory = host.directory();
        for (var step : options.directories())
            directory = directory.resolve(path(step)).normalize();
        if (!Files.isDirectory(directory)) {
            throw new UserError("no such directory", "-C " + directory, "", ExitCode.USAGE);
        }
        return directory;
    }

    /**
     * The words that lead another command to the same place, each with a space before it, for a
     * shell; none where the user stands there.
     */
    public String led() {
        return options.directories().stream()
                .map(step -> " -C " + ShellWord.of(step))
                .collect(Collectors.joining());
    }

    /** A path the user typed, seen from where the command works. */
    public Path resolve(String typed) {
        return directory().resolve(path(typed)).normalize();
    }

    /**
     * What a file holds that the user named; for {@code -}, standard input to its end.
     *
     * @throws UserError if it cannot be read
     */
    public byte[] bytes(String typed) {
        try {
            return typed.equals(INPUT)
                    ? host.in().readAllBytes()
                    : Files.readAllBytes(resolve(typed));
        } catch (NoSuchFileException absent) {
            throw new UserError(
                    "no such file",
                    place(typed),
                    "name an existing file, or - for standard input",
                    ExitCode.USAGE);
        } catch (IOException unreadable) {
            throw new UserError(
                    "cannot read the file: " + unreadable.getMessage(),
                    place(typed),
                    "",
                    ExitCode.USAGE);
        }
    }

    /** The same as text. */
    public String text(String typed) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(typed)))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw new UserError("not UTF-8 text", place(typed), "save it as UTF-8", ExitCode.USAGE);
        }
    }

    /** What it is called where something is wrong with it. */
    public String place(String typed) {
        return typed.equals(INPUT) ? "standard input" : resolve(typed).toString();
    }

    private static Path path(String typed) {
        try {
            return Path.of(typed);
        } catch (InvalidPathException bad) {
            throw new UserError("invalid path: " + bad.getReason(), typed, "", ExitCode.USAGE);
        }
    }

    public Map<String, String> environment() {
        return host.environment();
    }

    /** What a person types to call us again, for a shell. */
    public String called() {
        return ShellWord.of(host.called());
    }

    public InputStream in() {
        return host.in();
    }

    /** For answers only; streams of a command that runs long. */
    public PrintStream out() {
        return host.out();
    }

    public PrintStream err() {
        return host.err();
    }

    /** Whether a person looks at stdout. */
    public boolean isTerminal() {
        return host.terminal();
    }

    /** Whether the answer is JSON. */
    public boolean isJson() {
        return options.json();
    }

    public boolean isQuiet() {
        return options.quiet();
    }

    public boolean isVerbose() {
        return options.verbose();
    }

    /**
     * Asks for confirmation of an irreversible action, unless {@code --yes} is set.
     *
     * @param command the command that needs no confirmation
     * @throws UserError if the answer is no, or no terminal is available
     */
    public void agree(String question, String command) throws IOException {
        if (options.yes()) return;
        if (!host.terminal() || options.noInput() || options.json())
            throw new UserError(
                    "confirmation required: " + question, "", command + " --yes", ExitCode.USAGE);
        host.err().print(question + " [y/N] ");
        host.err().flush();
        var answer =
                new BufferedReader(new InputStreamReader(host.in(), StandardCharsets.UTF_8))
                        .readLine();
        if (answer == null || !YES.contains(answer.strip().toLowerCase(Locale.ROOT)))
            throw new UserError("aborted; nothing changed", "", "", ExitCode.FAILED);
    }

    /** The answer as text, which brings its own line feeds. */
    public void print(String text) {
        host.out().print(text);
        host.out().flush();
    }

    /** Prints a new secret; it is shown only once. */
    public void reveal(String text) {
        plain.print(text);
        plain.flush();
    }

    /** The answer as a JSON document; a command with {@code --json} prints exactly one. */
    public void print(Map<String, ?> document) {
        print(JsonOutput.pretty(document) + "\n");
    }

    /** One of a stream of answers as JSON. */
    public void printLine(Map<String, ?> document) {
        print(JsonOutput.compact(document) + "\n");
    }

    /** Prints a note for the user that is not part of the answer. */
    public void note(String text) {
        if (!options.quiet()) host.err().println(text);
    }

    /** Prints a note for the user if the command is verbose. */
    public void detail(String text) {
        if (options.verbose()) host.err().println(text);
    }

    /** The colours of stdout. */
    public TextStyle paint() {
        return new TextStyle(
                switch (options.colour()) {
                    case always -> true;
                    case never -> false;
                    case auto ->
                            host.terminal()
                                    && environment().getOrDefault("NO_COLOR", "").isEmpty()
                                    && !environment().getOrDefault("TERM", "").equals("dumb");
                });
    }

    /**
     * From now on the command is about this run: a report on a bug of ours goes into its folder.
     */
    public void about(Path folder) {
        runFolder = Optional.of(folder);
    }

    Optional<Path> runFolder() {
        return runFolder;
    }
}
