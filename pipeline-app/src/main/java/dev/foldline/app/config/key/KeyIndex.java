package dev.foldline.app.config.key;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds keys by path, and the one a misspelt path probably means. */
public final class KeyIndex {
    private static final Pattern CHOSEN_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    private KeyIndex() {}

    /** What stands at a path. */
    public sealed interface Found {
        /** A key of that name. */
        record Leaf(Key<?> key) implements Found {}

        /** A group of keys. */
        record Section() implements Found {}

        /** A name the user chose, but not of the admitted form. */
        record BadName() implements Found {}

        /** Nothing; perhaps another path was meant. */
        record Unknown(Optional<String> meant) implements Found {}
    }

    public static Found find(List<String> path) {
        if (atChosenName(path) && !CHOSEN_NAME.matcher(path.getLast()).matches())
            return new Found.BadName();
        var leaf = Keys.ALL.stream().filter(key -> key.matches(path)).findFirst();
        if (leaf.isPresent()) return new Found.Leaf(leaf.get());
        if (Keys.ALL.stream().anyMatch(key -> key.startsWith(path))) return new Found.Section();
        return new Found.Unknown(suggestion(path));
    }

    private static boolean atChosenName(List<String> path) {
        return Keys.ALL.stream()
                .anyMatch(
                        key ->
                                key.startsWith(path)
                                        && key.path().get(path.size() - 1).equals(Key.ANY));
    }

    /** A near name in the same section; else, if the name itself is right, where it belongs. */
    private static Optional<String> suggestion(List<String> path) {
        var section = path.subList(0, path.size() - 1);
        var name = path.getLast();
        var siblings =
                Keys.ALL.stream()
                        .filter(key -> key.startsWith(section))
                        .map(key -> key.path().get(section.size()))
                        .distinct();
        return SpellingSuggestion.to(name, siblings.toList())
                .map(
                        near ->
                                String.join(
                                        ".",
                                        Stream.concat(section.stream(), Stream.of(near)).toList()))
                .or(
                        () ->
                                SpellingSuggestion.to(name, lastNames())
                                        .flatMap(KeyIndex::onlyKeyCalled));
    }

    private static List<String> lastNames() {
        return Keys.ALL.stream().map(key -> key.path().getLast()).distinct().toList();
    }

    private static Optional<String> onlyKeyCalled(String name) {
        return Keys.ALL.stream()
                .filter(key -> key.path().getLast().equals(name))
                .map(Key::dottedPath)
                .findFirst();
    }
}
