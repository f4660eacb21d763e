package dev.foldline.testkit.agent;

import dev.foldline.effects.json.JsonErrors;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The program of a scripted agent. It plays the next turn of a script for its role in the current
 * folder and exits. After the last turn of a role, that turn is repeated.
 *
 * <pre>
 *   {"turns": [{"role": "developer", "says": "hello", "writes": {"a.txt": "text"}, "appends": {"log.txt": "line"},
 *               "deletes": ["b.txt"], "artifacts": {"plan": {...}}, "runs": ["sh", "-c", "..."], "sleep_ms": 100, "exit": 0}]}
 * </pre>
 */
public final class ScriptPlayer {
    /** The name of this class; who uses it does not load the class. */
    public static final String PROGRAM = "dev.foldline.testkit.agent.ScriptPlayer";

    private ScriptPlayer() {}

    private static final int BAD_SCRIPT = 2;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Map<String, Shape> KEYS = keys();

    private static Map<String, Shape> keys() {
        var keys = new LinkedHashMap<String, Shape>();
        keys.put("role", Shape.TEXT);
        keys.put("says", Shape.TEXT);
        keys.put("writes", Shape.TEXTS);
        keys.put("appends", Shape.TEXTS);
        keys.put("deletes", Shape.LIST);
        keys.put("artifacts", Shape.OBJECT);
        keys.put("runs", Shape.LIST);
        keys.put("sleep_ms", Shape.NUMBER);
        keys.put("exit", Shape.NUMBER);
        return keys;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 1) {
            System.err.println("usage: ScriptPlayer SCRIPT");
            System.exit(BAD_SCRIPT);
        }
        System.exit(play(Path.of(args[0]), Path.of(""), System.getenv(), System.out, System.err));
    }

    static int play(
            Path script,
            Path folder,
            Map<String, String> environment,
            PrintStream out,
            PrintStream err)
            throws IOException, InterruptedException {
        try {
            var turn = next(script, folder, environment, Map.of());
            out.println(turn.path("says").asString("playing a turn"));
            return perform(turn, folder);
        } catch (BadScript bad) {
            err.println("the script " + script + " " + bad.getMessage());
            return BAD_SCRIPT;
        }
    }

    /**
     * Returns the next turn of the role in the environment, and counts it as played.
     *
     * @param more keys that a turn may have in addition to the default ones
     */
    public static JsonNode next(
            Path script, Path folder, Map<String, String> environment, Map<String, Shape> more)
            throws IOException, BadScript {
        var role = environment.getOrDefault("FOLDLINE_ROLE", "");
        var turns = turns(script, role, more);
        return turns.get(Math.min(count(folder, role), turns.size() - 1));
    }

    /**
     * Thrown if a script is invalid; the message continues a sentence that starts with the script's
     * name.
     */
    public static final class BadScript extends Exception {
        private static final long serialVersionUID = 1L;

        public BadScript(String message) {
            super(message);
        }
    }

    private static List<JsonNode> turns(Path script, String role, Map<String, Shape> more)
            throws BadScript {
        var known = new LinkedHashMap<>(KEYS);
        known.putAll(more);
        var all = read(script).path("turns");
        if (!all.isArray()) throw new BadScript("has no list of \"turns\"");
        var turns = new ArrayList<JsonNode>();
        for (int number = 1; number <= all.size(); number++) {
            var turn = all.get(number - 1);
            check(turn, known, "has a mistake in turn " + number + ": ");
            if (turn.path("role").asString("").equals(role)) turns.add(turn);
        }
        if (turns.isEmpty())
            throw new BadScript(
                    "has no turn for the role " + (role.isEmpty() ? "(none given)" : role));
        return turns;
    }

    private static JsonNode read(Path script) throws BadScript {
        try {
            return MAPPER.readTree(Files.readString(script));
        } catch (IOException unreadable) {
            throw new BadScript("cannot be read: " + unreadable);
        } catch (JacksonException notJson) {
            var at = notJson.getLocation();
            throw new BadScript(
                    "is not JSON"
                            + (at == null
                                    ? ""
                                    : ", line " + at.getLineNr() + ", column " + at.getColumnNr())
                            + ": "
                            + JsonErrors.describe(notJson));
        }
    }

    private static void check(JsonNode turn, Map<String, Shape> known, String mistake)
            throws BadScript {
        if (!turn.isObject()) throw new BadScript(mistake + "it is no object");
        if (!turn.path("role").isString()) throw new BadScript(mistake + "it names no role");
        for (var entry : turn.properties()) {
            var kind = known.get(entry.getKey());
            if (kind == null)
                throw new BadScript(
                        mistake
                                + "there is no \""
                                + entry.getKey()
                                + "\", only "
                                + String.join(", ", known.keySet()));
            if (!kind.fits(entry.getValue()))
                throw new BadScript(mistake + "\"" + entry.getKey() + "\" must be " + kind.text);
        }
    }

    /** The allowed values of a key. */
    public enum Shape {
        TEXT("a text"),
        NUMBER("a whole number, not below 0"),
        LIST("a list of texts"),
        TEXTS("an object of texts"),
        OBJECT("an object");

        private final String text;

        Shape(String text) {
            this.text = text;
        }

        boolean fits(JsonNode value) {
            return switch (this) {
                case TEXT -> value.isString();
                case NUMBER -> value.isInt() && value.intValue() >= 0;
                case LIST ->
                        value.isArray() && value.values().stream().allMatch(JsonNode::isString);
                case TEXTS ->
                        value.isObject() && value.values().stream().allMatch(JsonNode::isString);
                case OBJECT -> value.isObject();
            };
        }
    }

    /** Returns how many turns the role has played in this working tree. */
    private static int count(Path folder, String role) throws IOException {
        Path counter = folder.resolve(".foldline/played-" + role);
        int played = Files.exists(counter) ? Files.readAllLines(counter).size() : 0;
        Files.createDirectories(folder.resolve(".foldline"));
        Files.writeString(counter, "x\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return played;
    }

    /** Carries out a turn except for its output, and returns its exit code. */
    public static int perform(JsonNode turn, Path folder) throws IOException, InterruptedException {
        for (var file : turn.path("writes").properties())
            write(folder.resolve(file.getKey()), file.getValue().asString(""), false);
        for (var file : turn.path("appends").properties())
            write(folder.resolve(file.getKey()), file.getValue().asString(""), true);
        for (JsonNode file : turn.path("deletes"))
            Files.deleteIfExists(folder.resolve(file.asString("")));
        for (var artifact : turn.path("artifacts").properties()) {
            write(
                    folder.resolve(".foldline/" + artifact.getKey() + ".json"),
                    artifact.getValue().toString(),
                    false);
        }
        int ran = run(turn.path("runs"), folder);
        Thread.sleep(turn.path("sleep_ms").asLong(0));
        return turn.has("exit") ? turn.path("exit").asInt(0) : ran;
    }

    private static int run(JsonNode command, Path folder) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (JsonNode word : command) words.add(word.asString(""));
        return words.isEmpty()
                ? 0
                : new ProcessBuilder(words)
                        .directory(folder.toAbsolutePath().toFile())
                        .inheritIO()
                        .start()
                        .waitFor();
    }

    private static void write(Path file, String text, boolean append) throws IOException {
        Path parent = file.getParent();
        if (parent != null) Files.createDirectories(parent);
        if (append)
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        else Files.writeString(file, text);
    }
}
