package dev.foldline.app.command.operate;

import dev.foldline.app.HeadsFixture;
import dev.foldline.app.Main;
import dev.foldline.app.command.Host;
import dev.foldline.app.engine.Engines;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.machine.GitTemplate;
import dev.foldline.effects.memory.FolderTemplate;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * A real repository in a temporary folder, with a user of its own, and the command line to run in
 * it.
 */
public final class CliFixture {

    /** What a command printed, and how it ended. */
    public record CommandResult(int exit, String out, String err) {
        private static final Pattern DRIVER = Pattern.compile("process (\\d+)|\"pid\": (\\d+)");

        public String all() {
            return out + err;
        }

        /**
         * The process that was left to drive a run, until it is over; it writes what it says until
         * then.
         */
        CompletableFuture<?> driver() {
            var pid = DRIVER.matcher(out);
            if (!pid.find()) throw new AssertionError("not active: " + all());
            var process =
                    ProcessHandle.of(
                            Long.parseLong(pid.group(1) == null ? pid.group(2) : pid.group(1)));
            return process.isPresent() ? process.get().onExit() : CompletableFuture.allOf();
        }
    }

    /** What a workflow of two tasks is made of. */
    public static final String TWO_TASKS =
            """
            name: Shop
            tasks:
              - { name: login, description: Add a login, terminals: [ { role: developer, agent: mine } ] }
              - { name: search, description: Add a search, terminals: [ { role: developer, agent: mine } ] }
            """;

    /** The variable with which git names objects in another way, and so do all these tests. */
    private static final String OBJECT_FORMAT = "GIT_DEFAULT_HASH";

    private static final Map<String, FolderTemplate> TEMPLATES = new ConcurrentHashMap<>();

    public final Path root;
    public final Map<String, String> environment = new HashMap<>();
    String called = "foldline";

    private CliFixture(Path folder) throws IOException {
        Engines.quickenAgents();
        this.root = Files.createDirectories(folder.resolve("repo")).toRealPath();
        Path home = Files.createDirectories(folder.resolve("home"));
        environment.putAll(
                Map.of(
                        "PATH",
                        System.getenv("PATH"),
                        "HOME",
                        home.toString(),
                        "LANG",
                        "C.UTF-8",
                        "XDG_CONFIG_HOME",
                        home.resolve("config").toString(),
                        "XDG_STATE_HOME",
                        home.resolve("state").toString()));
        var objectFormat = System.getenv(OBJECT_FORMAT);
        if (objectFormat != null) environment.put(OBJECT_FORMAT, objectFormat);
        Files.writeString(
                home.resolve(".gitconfig"),
                "[user]\n"
                        + " name = Tester\n"
                        + " email = tester@example.org\n"
                        + "[init]\n"
                        + " defaultBranch = main\n"
                        + "[maintenance]\n"
                        + " auto = false\n"
                        + GitTemplate.in(home));
    }

    /** A folder that is no repository yet. */
    public static CliFixture empty(Path folder) throws IOException {
        return new CliFixture(folder);
    }

    /** A repository with one commit and a developer who appends to {@code work.txt}. */
    public static CliFixture ready(Path folder) throws IOException, InterruptedException {
        return ready(folder, System.getenv().getOrDefault(OBJECT_FORMAT, "sha1"));
    }

    /** The same in a repository whose objects have SHA-256 names. */
    public static CliFixture sha256(Path folder) throws IOException, InterruptedException {
        return ready(folder, "sha256");
    }

    private static CliFixture ready(Path folder, String objectFormat) throws IOException {
        return prepared(
                folder,
                "ready " + objectFormat,
                made -> new CliFixture(made).initialize(objectFormat));
    }

    private void initialize(String objectFormat) throws IOException, InterruptedException {
        git("init", "-q", "-b", "main", "--object-format=" + objectFormat);
        write("a.txt", "a\n");
        git("add", "-A");
        git("commit", "-q", "-m", "first");
        agent(AgentScripts.HELPFUL);
        configured("checks: []\niterations: 1\nreviews: 1\n");
    }

    /** The same, and a run in it that waits at the gate of its plan. */
    public static CliFixture gated(Path folder) throws IOException {
        return withRun(folder, 3, "--gate", "planning", "Add work");
    }

    /** The same, and a run in it that is done. */
    public static CliFixture finished(Path folder) throws IOException {
        return withRun(folder, 0, "Add work");
    }

    /** The same, and a run in it that nobody drives, before its development. */
    public static CliFixture stopped(Path folder) throws IOException {
        return withRun(folder, 0, "--until", "development", "Add work");
    }

    /**
     * The same, and a run in it that was started with these words and ended with this exit code.
     * All copies in a JVM are of one run, with one id.
     */
    public static CliFixture withRun(Path folder, int exit, String... words) throws IOException {
        return prepared(
                folder,
                "run " + String.join(" ", words),
                made -> {
                    var command = new ArrayList<>(List.of("run"));
                    command.addAll(List.of(words));
                    var reported = ready(made).foldline(command.toArray(String[]::new));
                    if (reported.exit() != exit) throw new AssertionError(reported.all());
                });
    }

    /** A repository that was made like this: once in this JVM for each name, and copied. */
    public static CliFixture prepared(Path folder, String name, FolderTemplate.Content content)
            throws IOException {
        var template = TEMPLATES.computeIfAbsent(name, _ -> new FolderTemplate(content));
        return new CliFixture(template.copyTo(folder));
    }

    /** The configuration: one agent for all roles, and these lines. */
    public CliFixture configured(String lines) throws IOException {
        return write(
                "foldline.yaml",
                "roles: { developer: [mine] }\nagents: { mine: { kind: command, run: [\""
                        + agentFile()
                        + "\"] } }\n"
                        + "limits: { backoff_first: 1s, backoff_max: 1s }\n"
                        + lines);
    }

    /** What the agent does, as a shell script. */
    public CliFixture agent(String script) throws IOException {
        Files.writeString(agentFile(), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(agentFile(), PosixFilePermissions.fromString("rwxr-xr-x"));
        return this;
    }

    private Path agentFile() {
        return Path.of(environment.get("HOME")).resolve("agent.sh");
    }

    public CliFixture write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        if (path.getParent() != null) Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return this;
    }

    public Runs runs() {
        return Runs.of(root.resolve(".git"));
    }

    /** Makes the log of a run that nobody drives one that was begun under the rules before ours. */
    public CliFixture older(String run) throws IOException {
        var directory = Runs.of(root.resolve(".git")).directory(new RunId(run));
        var lines = new ArrayList<LogLine>();
        try (var reader = LogReader.open(directory.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) lines.add(line);
        }
        Files.delete(directory.events());
        HeadsFixture.remove(directory);
        if (!(FileEventLog.open(directory.events(), _ -> {})
                instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError("a new log is damaged");
        try (log) {
            for (var line : lines)
                log.append(
                        new LogEntry(
                                line.at(),
                                line.ticket(),
                                line.rule(),
                                line.message(),
                                line.event()
                                        .replace(
                                                "\"rules\":" + Pipeline.RULES_VERSION,
                                                "\"rules\":" + (Pipeline.RULES_VERSION - 1))));
        }
        return this;
    }

    public String read(String file) throws IOException {
        return Files.readString(root.resolve(file));
    }

    public CommandResult foldline(String... words) {
        return run("", false, words);
    }

    /** The same, while we do something else. */
    public CompletableFuture<CommandResult> inAnotherTerminal(String... words) {
        return CompletableFuture.supplyAsync(
                () -> foldline(words), task -> Thread.ofPlatform().daemon().start(task));
    }

    /** The same with this on standard input. */
    public CommandResult piping(String input, String... words) {
        return run(input, false, words);
    }

    /** The same, at a terminal where somebody types this. */
    public CommandResult typing(String input, String... words) {
        return run(input, true, words);
    }

    private CommandResult run(String input, boolean terminal, String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var host =
                new Host(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        environment,
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        root,
                        terminal,
                        called);
        int exit = Main.run(host, words);
        return new CommandResult(
                exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Something that is looked for. */
    @FunctionalInterface
    public interface Condition {
        boolean now() throws Exception;
    }

    /**
     * Waits until this is seen, for as long as somebody is alive who could bring it about. To look
     * takes at most a fifth of the time, because they work on the same processors.
     */
    public static void until(String what, Condition seen, BooleanSupplier alive) throws Exception {
        long begun = System.nanoTime();
        while (!seen.now()) {
            // The last that they did may have been just that.
            if (!alive.getAsBoolean() && !seen.now())
                throw new AssertionError("nobody is left, and this was not seen: " + what);
            var taken = Duration.ofNanos(System.nanoTime() - begun);
            Thread.sleep(Math.clamp(4 * taken.toMillis(), 20, 1000));
            begun = System.nanoTime();
        }
    }

    public String git(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        var builder =
                new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0)
            throw new IOException("git " + String.join(" ", words) + ": " + output);
        return output.strip();
    }

    /** Files changed by any commit of the run's branch. */
    public List<String> committed() throws IOException, InterruptedException {
        return git("log", "--name-only", "--format=", "main..HEAD")
                .lines()
                .filter(line -> !line.isBlank())
                .distinct()
                .sorted()
                .toList();
    }
}
