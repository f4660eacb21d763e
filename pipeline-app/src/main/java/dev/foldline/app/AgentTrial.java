package dev.foldline.app;

import dev.foldline.app.command.Host;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.workflow.tdd.TddFiles;

import io.vavr.control.Option;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder in which an agent's calls are made one by one: files are given, a tool is called, and
 * what it left is seen. Git and all programs are real; those that are watched are found first on
 * the path and write down that they were called.
 *
 * <pre>
 *   var turn = AgentTrial.in(folder).repository().program("npm", "exit 0").file("ACTIVE_PR.json", plan).state("EXECUTING_TDD")
 *           .turn("submit_work", Map.of("test_command", "npm test", "expectation", "PASS"));
 *   turn.exit(); turn.state(); turn.plan(); turn.gitCalls(); turn.commands();
 * </pre>
 */
public final class AgentTrial {
    private static final String STATE = "ORCHESTRATION_STATE.json";
    private static final String PLAN = "ACTIVE_PR.json";

    /**
     * What a worker would type that changes a repository; and the count that a pull request is
     * judged by.
     */
    private static final Set<String> TYPED =
            Set.of(
                    "checkout",
                    "pull",
                    "merge",
                    "branch",
                    "reset",
                    "clean",
                    "commit",
                    "rebase",
                    "push",
                    "rev-list");

    private final Path top;
    private final Path folder;
    private final Path calls;
    private final Map<String, String> environment = new HashMap<>();

    private AgentTrial(Path top, Path folder) {
        this.top = top;
        this.folder = folder;
        this.calls = top.resolve("calls");
    }

    /**
     * What one call left behind.
     *
     * @param state the state file; none if there is none
     * @param plan the plan of the pull request; none if there is none
     * @param gitCalls the git commands that change something, or count commits, in their order,
     *     without the word git
     * @param commands the calls of watched programs in their order
     */
    public record Turn(
            Option<JsonValue.Obj> state,
            Option<JsonValue.Obj> plan,
            String out,
            String err,
            int exit,
            List<String> gitCalls,
            List<String> commands) {
        public Turn {
            gitCalls = List.copyOf(gitCalls);
            commands = List.copyOf(commands);
        }

        /** The status in the state file; empty if there is none. */
        public String status() {
            return state.flatMap(file -> file.text("status")).getOrElse("");
        }
    }

    /**
     * @param top an empty folder; the working tree, the watched programs and the home of their user
     *     lie in it
     */
    public static AgentTrial in(Path top) throws IOException {
        var trial = new AgentTrial(top, Files.createDirectories(top.resolve("work")));
        Files.createDirectories(trial.bin());
        Files.createDirectories(top.resolve("home"));
        var path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        trial.environment.putAll(
                Map.of(
                        "PATH",
                        trial.bin() + ":" + path,
                        "HOME",
                        top.resolve("home").toString(),
                        "GIT_CONFIG_NOSYSTEM",
                        "1",
                        "GIT_TEMPLATE_DIR",
                        template(top).toString(),
                        "GIT_AUTHOR_NAME",
                        "Trial User",
                        "GIT_AUTHOR_EMAIL",
                        "user@example.org",
                        "GIT_COMMITTER_NAME",
                        "Trial User",
                        "GIT_COMMITTER_EMAIL",
                        "user@example.org"));
        return trial.program("git", "exec " + real("git", path) + " \"$@\"");
    }

    /** Empty folders: git's own template has samples of hooks, which each turn would read. */
    private static Path template(Path top) throws IOException {
        var template = top.resolve("template");
        Files.createDirectories(template.resolve("hooks"));
        Files.createDirectories(template.resolve("info"));
        return template;
    }

    /** The working tree. */
    public Path folder() {
        return folder;
    }

    /** Makes it a repository with one commit on {@code main}, and a remote that it follows. */
    public AgentTrial repository() throws IOException {
        git("init", "-q", "-b", "main");
        Files.writeString(folder.resolve("README.md"), "hello\n");
        git("add", "README.md");
        git("commit", "-q", "-m", "first");
        git("init", "-q", "--bare", "-b", "main", top.resolve("remote.git").toString());
        git("remote", "add", "origin", top.resolve("remote.git").toString());
        git("push", "-q", "-u", "origin", "main");
        return this;
    }

    public AgentTrial file(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
        return this;
    }

    /** The state file with this status. */
    public AgentTrial state(String status) throws IOException {
        return state(status, "");
    }

    /**
     * @param more fields as they stand in JSON, with a comma between them
     */
    public AgentTrial state(String status, String more) throws IOException {
        return file(
                STATE,
                "{\"status\": \"" + status + "\"" + (more.isEmpty() ? "" : ", " + more) + "}");
    }

    public AgentTrial plan(String json) throws IOException {
        return file(PLAN, json);
    }

    /**
     * A program that is watched: it writes down its arguments, then does what the lines of shell
     * say.
     */
    public AgentTrial program(String name, String lines) throws IOException {
        var file = bin().resolve(name);
        Files.writeString(
                file,
                "#!/bin/sh\nprintf '%s\\n' \""
                        + name
                        + " $*\" >> '"
                        + calls
                        + "'\n"
                        + lines
                        + "\n");
        if (!file.toFile().setExecutable(true))
            throw new IOException("cannot be made a program: " + file);
        return this;
    }

    /**
     * Runs git in the working tree as the agent would; what it does is not among the calls of a
     * turn.
     */
    public String git(String... words) throws IOException {
        var builder =
                new ProcessBuilder(Stream.concat(Stream.of("git"), Arrays.stream(words)).toList())
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().putAll(environment);
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0)
                throw new IOException("git " + String.join(" ", words) + ": " + said);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return said.strip();
    }

    /**
     * One call.
     *
     * @param tool {@code get_task}, {@code submit_work}, {@code request_scope_reduction} or {@code
     *     escalate_for_external_help}
     * @param arguments by the names they have for an agent, such as {@code test_command}
     */
    public Turn turn(String tool, Map<String, String> arguments) throws IOException {
        var words = new ArrayList<>(List.of("task", command(tool)));
        arguments.forEach(
                (name, value) ->
                        words.addAll(
                                List.of(
                                        name.equals("markdown_report")
                                                ? "-m"
                                                : "--" + name.replace('_', '-'),
                                        value)));
        return run(words.toArray(String[]::new));
    }

    /** A call without arguments. */
    public Turn turn(String tool) throws IOException {
        return turn(tool, Map.of());
    }

    /** Any command of ours, in the same place. */
    public Turn run(String... words) throws IOException {
        Files.deleteIfExists(calls);
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int exit;
        try (var outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
                var errStream = new PrintStream(err, true, StandardCharsets.UTF_8)) {
            exit =
                    Main.run(
                            new Host(
                                    outStream,
                                    errStream,
                                    environment,
                                    new ByteArrayInputStream(new byte[0]),
                                    folder,
                                    false,
                                    "foldline"),
                            words);
        }
        var called = Files.exists(calls) ? Files.readAllLines(calls) : List.<String>of();
        return new Turn(
                document(STATE),
                document(PLAN),
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8),
                exit,
                called.stream()
                        .filter(line -> line.startsWith("git "))
                        .map(AgentTrial::typed)
                        .filter(AgentTrial::changesSomething)
                        .toList(),
                called.stream().filter(line -> !line.startsWith("git ")).toList());
    }

    private Option<JsonValue.Obj> document(String name) throws IOException {
        var found = TddFiles.bytes(folder, name);
        return found.isEmpty()
                ? Option.none()
                : JsonValues.read(found.get())
                        .toOption()
                        .filter(JsonValue.Obj.class::isInstance)
                        .map(JsonValue.Obj.class::cast);
    }

    private static String command(String tool) {
        return switch (tool) {
            case "get_task" -> "get";
            case "submit_work" -> "submit";
            case "request_scope_reduction" -> "reduce-scope";
            case "escalate_for_external_help" -> "escalate";
            default -> throw new IllegalArgumentException("no tool of this name: " + tool);
        };
    }

    private static String typed(String line) {
        return line.substring("git ".length()).replaceFirst("^--no-pager (-c \\S+ )*", "");
    }

    private static boolean changesSomething(String call) {
        var words = call.split(" ", 3);
        if (words[0].equals("branch"))
            return words.length > 1 && (words[1].equals("-d") || words[1].equals("-D"));
        return TYPED.contains(words[0])
                && (!words[0].equals("rev-list") || call.contains("--count"));
    }

    private Path bin() {
        return top.resolve("bin");
    }

    private static String real(String program, String path) throws IOException {
        return Arrays.stream(path.split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                        () -> new IOException("there is no program " + program + " on the path"))
                .toString();
    }
}
