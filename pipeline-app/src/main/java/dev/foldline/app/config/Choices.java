package dev.foldline.app.config;

import dev.foldline.app.config.key.Binder;
import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.KeyTable.Found;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What the sources chose, gathered while they are read from the weakest to the strongest, and what
 * is wrong with it.
 */
final class Choices implements Binder.Values {
    private final Map<String, Choice> byPath = new LinkedHashMap<>();
    private final Map<String, Origin> agents = new LinkedHashMap<>();
    private final Set<String> agentsOfSource = new HashSet<>();

    /** Keys that were written, but wrongly: they are not missing. */
    private final Set<String> refused = new HashSet<>();

    private final Problems problems = new Problems();
    private Path directory = Path.of("");
    private boolean isWhole = true;

    /**
     * Starts a source that wins over those before; relative paths are relative to its directory.
     */
    void startSource(Path directory) {
        this.directory = directory;
        agentsOfSource.clear();
    }

    /** Notes that the rest of a source could not be read. */
    void breakOff() {
        isWhole = false;
    }

    /** Whether all sources could be read to their ends. */
    boolean isWhole() {
        return isWhole;
    }

    /** What is wrong in the sources, each on its own. */
    Problems problems() {
        return problems;
    }

    /** Takes all keys of a group; {@code group} is its path. */
    void takeAll(List<String> group, Node.Fields fields) {
        for (var field : fields.fields()) {
            var path = Stream.concat(group.stream(), Stream.of(field.name().text())).toList();
            take(path, field.value(), field.name().origin());
        }
    }

    /** Takes what is written at {@code path}, which is written at {@code origin}. */
    void take(List<String> path, Node node, Origin origin) {
        var dotted = String.join(".", path);
        switch (Settings.KEYS.find(path)) {
            case Found.Leaf(var key) -> {
                noteAgent(path, origin);
                choose(dotted, key, node, origin);
            }
            case Found.Section() -> {
                noteAgent(path, origin);
                switch (node) {
                    case Node.Fields fields -> takeAll(path, fields);
                    case Node.Nothing _ -> {}
                    case Node.Text _, Node.Items _ ->
                            problems.add(
                                    origin,
                                    "%s is %s, but it is a group of keys"
                                            .formatted(dotted, node.phrase()),
                                    "set the keys below it");
                }
            }
            case Found.BadName() ->
                    problems.add(
                            origin,
                            "'%s' cannot be the name of %s"
                                    .formatted(
                                            path.getLast(),
                                            switch (path.getFirst()) {
                                                case "agents" -> "an agent";
                                                case "sandbox" -> "a role";
                                                default -> "a phase";
                                            }),
                            "use letters, digits, '-' and '_', a letter first");
            case Found.Unknown(var meant) ->
                    problems.add(
                            origin,
                            "unknown key '" + dotted + "'",
                            meant.map(near -> "did you mean '" + near + "'?")
                                    .orElse(
                                            "delete it; for all keys: foldline schema"
                                                    + " config"));
        }
    }

    /** Notes an agent; a file replaces the definition of another file as a whole. */
    private void noteAgent(List<String> path, Origin origin) {
        if (path.size() < 2 || !path.getFirst().equals("agents")) return;
        var name = path.get(1);
        if (!agentsOfSource.add(name)) return;
        agents.put(name, origin);
        if (origin instanceof Origin.InFile)
            byPath.keySet().removeIf(each -> each.startsWith("agents." + name + "."));
    }

    private void choose(String path, Key key, Node node, Origin origin) {
        if (node instanceof Node.Nothing) {
            problems.add(
                    origin,
                    path + " has no value",
                    "write " + key.type().phrase() + ", or delete it");
            refused.add(path);
            return;
        }
        var read = key.type().listed(node);
        key.type()
                .read(path, read, problems)
                .ifPresentOrElse(
                        value ->
                                byPath.put(
                                        path,
                                        new Choice(path, key, value, read, origin, directory)),
                        () -> refused.add(path));
    }

    Collection<Choice> all() {
        return byPath.values();
    }

    Optional<Choice> choice(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    /** The words of a list, each with its place. */
    List<Node.Text> words(String path) {
        return choice(path).map(Choice::written).stream()
                .flatMap(node -> node instanceof Node.Items(var items, _) ? items.stream() : null)
                .flatMap(item -> item instanceof Node.Text text ? Stream.of(text) : null)
                .toList();
    }

    /** Whether the user did not set the key at {@code path}, rightly or wrongly. */
    boolean isMissing(String path) {
        return !byPath.containsKey(path) && !refused.contains(path);
    }

    /** The user's agents, each with the position of its strongest definition. */
    Map<String, Origin> agents() {
        return agents;
    }

    @Override
    public Optional<Object> at(String path) {
        return choice(path).map(Choice::value);
    }

    @Override
    public Path directory(String path) {
        return choice(path).map(Choice::directory).orElse(directory);
    }

    @Override
    public Set<String> names(String group) {
        if (group.equals("agents")) return agents.keySet();
        var names = new TreeSet<String>();
        for (var path : byPath.keySet()) {
            if (path.startsWith(group + "."))
                names.add(path.substring(group.length() + 1).split("\\.", 2)[0]);
        }
        return names;
    }
}
