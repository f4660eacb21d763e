package dev.foldline.app.config;

import dev.foldline.app.config.key.KeyIndex;
import dev.foldline.app.config.key.KeyIndex.Found;
import dev.foldline.app.config.key.KeyType;
import dev.foldline.app.config.key.Keys;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Node.Kind;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.YamlReader;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads what is chosen by plain text: environment variables and flags. */
final class TextLayers {
    /**
     * Set by Foldline for the programs it starts, or read by its launcher or its servers; no keys,
     * whatever they resemble.
     */
    private static final Set<String> RESERVED =
            Set.of(
                    "FOLDLINE_RUN",
                    "FOLDLINE_TICKET",
                    "FOLDLINE_PROMPT_FILE",
                    "FOLDLINE_JAVA_HOME",
                    "FOLDLINE_JAVA_OPTS",
                    "FOLDLINE_MCP_TOKEN",
                    "FOLDLINE_TOKEN");

    private TextLayers() {}

    static Layer environment(Map<String, String> environment, Path directory) {
        var layer = new Layer(directory);
        new TreeMap<>(environment)
                .forEach(
                        (variable, text) -> {
                            if (variable.startsWith("FOLDLINE_")
                                    && !text.isEmpty()
                                    && !RESERVED.contains(variable)) {
                                variable(layer, variable, text);
                            }
                        });
        return layer;
    }

    private static void variable(Layer layer, String variable, String text) {
        var origin = new Origin.InEnvironment(variable);
        var key =
                Keys.ALL.stream()
                        .filter(each -> each.variable().equals(Optional.of(variable)))
                        .findFirst();
        if (key.isPresent()) {
            assign(layer, key.get().path(), text, origin);
        } else {
            misspelt(variable)
                    .ifPresent(
                            near ->
                                    layer.report(
                                            new ConfigurationProblem(
                                                    origin,
                                                    "no key has this variable",
                                                    "did you mean " + near + "? else unset it")));
        }
    }

    /** Ignores variables that resemble none of Foldline's. */
    private static Optional<String> misspelt(String variable) {
        var names =
                Keys.ALL.stream()
                        .flatMap(key -> key.variable().stream())
                        .map(TextLayers::ownPart)
                        .toList();
        return SpellingSuggestion.to(ownPart(variable), names).map(near -> "FOLDLINE_" + near);
    }

    private static String ownPart(String variable) {
        return variable.substring("FOLDLINE_".length());
    }

    static Layer flags(List<FlagValue> flags, Path directory) {
        var layer = new Layer(directory);
        for (var flag : flags) {
            var origin = new Origin.InFlag(flag.spelling());
            if (flag.text().isEmpty()) {
                layer.report(
                        new ConfigurationProblem(
                                origin,
                                "it has no value",
                                "write "
                                        + flag.spelling()
                                        + (flag.spelling().contains(" ") ? "=VALUE" : " VALUE")));
            } else if (flag.adds()) {
                layer.report(
                        new ConfigurationProblem(
                                origin,
                                "'+' raises the limit of an existing run",
                                "write " + flag.spelling() + "=" + flag.text().substring(1)));
            } else {
                assign(layer, List.of(flag.path().split("\\.", -1)), flag.text(), origin);
            }
        }
        return layer;
    }

    private static void assign(Layer layer, List<String> path, String text, Origin origin) {
        var type =
                KeyIndex.find(path) instanceof Found.Leaf(var key)
                        ? Optional.<KeyType<?>>of(key.type())
                        : Optional.<KeyType<?>>empty();
        var isList = type.filter(TextLayers::admitsList).isPresent();
        if (isList && text.strip().startsWith("[")) {
            var document =
                    YamlReader.read(
                            text.getBytes(StandardCharsets.UTF_8), OriginLocator.always(origin));
            document.problems().forEach(layer::report);
            if (document.problems().isEmpty()) layer.take(path, document.root(), origin);
        } else {
            layer.take(
                    path,
                    type.map(each -> node(each, text, origin)).orElseGet(() -> word(text, origin)),
                    origin);
        }
    }

    private static boolean admitsList(KeyType<?> type) {
        return switch (type) {
            case KeyType.Words _, KeyType.Line _, KeyType.Lines _ -> true;
            case KeyType.Word _, KeyType.Whole _, KeyType.Bool _, KeyType.Money _, KeyType.Span _ ->
                    false;
        };
    }

    /** Words are separated by commas; a command is taken whole, commas included. */
    private static Node node(KeyType<?> type, String text, Origin origin) {
        return switch (type) {
            case KeyType.Words _ ->
                    new Node.Items(
                            Stream.of(text.split(",", -1))
                                    .map(String::strip)
                                    .map(part -> word(part, origin))
                                    .toList(),
                            origin);
            case KeyType.Lines _ -> new Node.Items(List.of(word(text, origin)), origin);
            case KeyType.Line _,
                    KeyType.Word _,
                    KeyType.Whole _,
                    KeyType.Bool _,
                    KeyType.Money _,
                    KeyType.Span _ ->
                    word(text, origin);
        };
    }

    private static Node word(String text, Origin origin) {
        return new Node.Text(text, Kind.UNTYPED, origin);
    }
}
