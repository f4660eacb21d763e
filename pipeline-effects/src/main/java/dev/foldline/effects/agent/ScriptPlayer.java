package dev.foldline.effects.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The program behind a scripted agent: it plays the next turn of a script that is written for its role, in the current folder, and
 * exits. The last turn of a role is played again when there are no more.
 *
 * <pre>
 *   {"turns": [{"role": "developer", "says": "hello", "writes": {"a.txt": "text"}, "appends": {"log.txt": "line"},
 *               "deletes": ["b.txt"], "artifacts": {"plan": {...}}, "runs": ["sh", "-c", "..."], "sleep_ms": 100, "exit": 0}]}
 * </pre>
 */
public final class ScriptPlayer {
    private ScriptPlayer() {}

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(play(Path.of(args[0]), Path.of(""), System.getenv()));
    }

    static int play(Path script, Path folder, Map<String, String> environment) throws IOException, InterruptedException {
        var role = environment.getOrDefault("FOLDLINE_ROLE", "");
        var turns = new ArrayList<JsonNode>();
        for (JsonNode turn : MAPPER.readTree(Files.readString(script)).path("turns")) {
            if (turn.path("role").asString("").equals(role)) turns.add(turn);
        }
        if (turns.isEmpty()) {
            System.err.println("the script has no turn for the role " + role);
            return 2;
        }
        return play(turns.get(Math.min(count(folder, role), turns.size() - 1)), folder);
    }

    /** How often the role has played in this working tree. */
    private static int count(Path folder, String role) throws IOException {
        Path counter = folder.resolve(".foldline/played-" + role);
        int played = Files.exists(counter) ? Files.readAllLines(counter).size() : 0;
        Files.createDirectories(folder.resolve(".foldline"));
        Files.writeString(counter, "x\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return played;
    }

    private static int play(JsonNode turn, Path folder) throws IOException, InterruptedException {
        System.out.println(turn.path("says").asString("playing a turn"));
        for (var file : turn.path("writes").properties()) write(folder.resolve(file.getKey()), file.getValue().asString(""), false);
        for (var file : turn.path("appends").properties()) write(folder.resolve(file.getKey()), file.getValue().asString(""), true);
        for (JsonNode file : turn.path("deletes")) Files.deleteIfExists(folder.resolve(file.asString("")));
        for (var artifact : turn.path("artifacts").properties()) {
            write(folder.resolve(".foldline/" + artifact.getKey() + ".json"), artifact.getValue().toString(), false);
        }
        int ran = run(turn.path("runs"), folder);
        Thread.sleep(turn.path("sleep_ms").asLong(0));
        return turn.has("exit") ? turn.path("exit").asInt(0) : ran;
    }

    private static int run(JsonNode command, Path folder) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (JsonNode word : command) words.add(word.asString(""));
        return words.isEmpty() ? 0 : new ProcessBuilder(words).directory(folder.toAbsolutePath().toFile()).inheritIO().start().waitFor();
    }

    private static void write(Path file, String text, boolean append) throws IOException {
        Path parent = file.getParent();
        if (parent != null) Files.createDirectories(parent);
        if (append) Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        else Files.writeString(file, text);
    }
}
