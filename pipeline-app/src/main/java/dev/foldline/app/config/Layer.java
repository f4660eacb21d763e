package dev.foldline.app.config;

import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.KeyIndex;
import dev.foldline.app.config.key.KeyIndex.Found;
import dev.foldline.app.config.key.ParsedValue;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Document.Wholeness;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What one source chose, gathered while it is read. */
final class Layer {
    private final Path directory;
    private final Map<String, Choice> choices = new LinkedHashMap<>();
    private final Map<String, Origin> agents = new LinkedHashMap<>();
    private final Set<String> refused = new HashSet<>();
    private final List<ConfigurationProblem> problems = new ArrayList<>();
    private Wholeness wholeness = Wholeness.WHOLE;

    Layer(Path directory) {
        this.directory = directory;
    }

    Map<String, Choice> choices() {
        return choices;
    }

    /** The agents this source defines, or adds to, by name. */
    Map<String, Origin> agents() {
        return agents;
    }

    /** Paths of keys that were written, but wrongly: they are not missing. */
    Set<String> refusedKeys() {
        return refused;
    }

    List<ConfigurationProblem> problems() {
        return problems;
    }

    Wholeness wholeness() {
        return wholeness;
    }

    void brokenOff() {
        wholeness = Wholeness.BROKEN_OFF;
    }

    void report(ConfigurationProblem problem) {
        problems.add(problem);
    }

    /** Takes all keys of a group; {@code section} is its path. */
    void takeAll(List<String> section, Node.Fields fields) {
        for (var field : fields.fields()) {
            take(
                    Stream.concat(section.stream(), Stream.of(field.name().text())).toList(),
                    field.value(),
                    field.name().origin());
        }
    }

    /**
     * Takes what is written at {@code path}, a key or a group; {@code origin} is where the path
     * itself stands.
     */
    void take(List<String> path, Node node, Origin origin) {
        switch (KeyIndex.find(path)) {
            case Found.Leaf(var key) -> {
                noteAgent(path, origin);
                choose(path, key, node, origin);
            }
            case Found.Section() -> {
                noteAgent(path, origin);
                section(path, node, origin);
            }
            case Found.BadName() ->
                    report(
                            new ConfigurationProblem(
                                    origin,
                                    "'"
                                            + path.getLast()
                                            + "' cannot be the name of "
                                            + (path.getFirst().equals("agents")
                                                    ? "an agent"
                                                    : "a phase"),
                                    "use letters, digits, '-' and '_', a letter first"));
            case Found.Unknown(var meant) -> report(unknown(path, origin, meant));
        }
    }

    private void noteAgent(List<String> path, Origin origin) {
        if (path.size() > 1 && path.getFirst().equals("agents"))
            agents.putIfAbsent(path.get(1), origin);
    }

    private <T> void choose(List<String> path, Key<T> key, Node node, Origin origin) {
        var dotted = String.join(".", path);
        if (node instanceof Node.Nothing) {
            refused.add(dotted);
            report(
                    new ConfigurationProblem(
                            origin,
                            dotted + " has no value",
                            "write " + key.type().phrase() + ", or delete it"));
            return;
        }
        switch (key.type().read(dotted, node)) {
            case ParsedValue.Good<T>(var value) ->
                    choices.put(dotted, new Choice(dotted, key, value, node, origin, directory));
            case ParsedValue.Bad<T>(var found) -> {
                refused.add(dotted);
                problems.addAll(found);
            }
        }
    }

    private void section(List<String> path, Node node, Origin origin) {
        switch (node) {
            case Node.Fields fields -> takeAll(path, fields);
            case Node.Nothing _ -> {}
            case Node.Text _, Node.Items _ ->
                    report(
                            new ConfigurationProblem(
                                    origin,
                                    String.join(".", path)
                                            + " is "
                                            + node.phrase()
                                            + ", but it is a group of keys",
                                    "set the keys below it"));
        }
    }

    private static ConfigurationProblem unknown(
            List<String> path, Origin origin, Optional<String> meant) {
        return new ConfigurationProblem(
                origin,
                "unknown key '" + String.join(".", path) + "'",
                meant.map(near -> "did you mean '" + near + "'?")
                        .orElse("delete it; for all keys: foldline schema config"));
    }
}
