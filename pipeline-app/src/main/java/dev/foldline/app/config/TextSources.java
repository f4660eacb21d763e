package dev.foldline.app.config;

import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.KeyTable.Found;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Node.Kind;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.YamlReader;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads what is chosen by plain text: environment variables and flags. */
record TextSources(Choices choices) {
    private static final String PREFIX = "FOLDLINE_";

    /** Set by Foldline for the programs it starts, or read by its launcher or its servers. */
    private static final Set<String> RESERVED =
            Set.of(
                    "FOLDLINE_RUN",
                    "FOLDLINE_TICKET",
                    "FOLDLINE_PROMPT_FILE",
                    "FOLDLINE_JAVA_HOME",
                    "FOLDLINE_JAVA_OPTS",
                    "FOLDLINE_MCP_TOKEN",
                    "FOLDLINE_TOKEN");

    /** Adds the variables that keys have; others count only if they resemble one. */
    void read(Map<String, String> environment) {
        new TreeMap<>(environment)
                .forEach(
                        (variable, text) -> {
                            if (variable.startsWith(PREFIX)
                                    && !text.isEmpty()
                                    && !RESERVED.contains(variable)) read(variable, text);
                        });
    }

    private void read(String variable, String text) {
        var origin = new Origin.InEnvironment(variable);
        var key =
                Settings.KEYS.keys().stream()
                        .filter(each -> each.variable().equals(Optional.of(variable)))
                        .findFirst();
        if (key.isPresent()) {
            assign(key.get().path(), text, origin);
            return;
        }
        var names =
                Settings.KEYS.keys().stream()
                        .map(Key::variable)
                        .flatMap(Optional::stream)
                        .map(name -> name.substring(PREFIX.length()))
                        .toList();
        SpellingSuggestion.to(variable.substring(PREFIX.length()), names)
                .map(near -> "did you mean " + PREFIX + near + "? else unset it")
                .ifPresent(
                        remedy ->
                                choices.problems().add(origin, "no key has this variable", remedy));
    }

    /** Adds what flags set, in the order typed. */
    void read(List<FlagValue> flags) {
        for (var flag : flags) {
            var origin = new Origin.InFlag(flag.spelling());
            if (flag.text().isEmpty()) {
                var value = flag.spelling().contains(" ") ? "=VALUE" : " VALUE";
                choices.problems()
                        .add(origin, "it has no value", "write " + flag.spelling() + value);
            } else if (flag.adds()) {
                choices.problems()
                        .add(
                                origin,
                                "'+' raises the limit of an existing run",
                                "write " + flag.spelling() + "=" + flag.text().substring(1));
            } else {
                assign(List.of(flag.path().split("\\.", -1)), flag.text(), origin);
            }
        }
    }

    private void assign(List<String> path, String text, Origin origin) {
        if (!(Settings.KEYS.find(path) instanceof Found.Leaf(var key))) {
            choices.take(path, new Node.Text(text, Kind.UNTYPED, origin), origin);
        } else if (key.type().admitsList() && text.strip().startsWith("[")) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            var document = YamlReader.read(bytes, OriginLocator.always(origin));
            choices.problems().addAll(document.problems());
            if (document.problems().isEmpty()) choices.take(path, document.root(), origin);
        } else {
            choices.take(path, key.type().node(text, origin), origin);
        }
    }
}
