package dev.foldline.app.config.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All keys that a record and the records below it declare, in the order in which they are shown.
 */
public record KeyTable(List<Key> keys) {
    private static final Pattern CHOSEN_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    public KeyTable {
        keys = List.copyOf(keys);
    }

    public static KeyTable of(Class<? extends Record> settings) {
        var keys = new ArrayList<Key>();
        collect(settings, List.of(), keys);
        return new KeyTable(keys);
    }

    private static void collect(Class<?> record, List<String> group, List<Key> keys) {
        for (var declaration : Declaration.of(record, group)) {
            switch (declaration) {
                case Declaration.OfKey(var key, _) -> keys.add(key);
                case Declaration.OfChosen(var each) -> keys.add(each.key());
                case Declaration.OfGroup(var below, var path) -> collect(below, path, keys);
                case Declaration.OfNames(var below, var path) -> collect(below, path, keys);
                case Declaration.OfConstants(var each) ->
                        each.values().forEach(one -> keys.add(one.key()));
            }
        }
    }

    /** What is at a path. */
    public sealed interface Found {
        /** A key of that name. */
        record Leaf(Key key) implements Found {}

        /** A group of keys. */
        record Section() implements Found {}

        /** A name the user chose, but not of the admitted form. */
        record BadName() implements Found {}

        /** Nothing; perhaps another path was meant. */
        record Unknown(Optional<String> meant) implements Found {}
    }

    public Found find(List<String> path) {
        var below = startingWith(path);
        if (below.stream().anyMatch(key -> key.path().get(path.size() - 1).equals(Key.ANY))
                && !CHOSEN_NAME.matcher(path.getLast()).matches()) return new Found.BadName();
        return below.stream()
                .filter(key -> key.matches(path))
                .findFirst()
                .<Found>map(Found.Leaf::new)
                .orElseGet(
                        () ->
                                below.isEmpty()
                                        ? new Found.Unknown(suggestion(path))
                                        : new Found.Section());
    }

    /** The key at a path that is known to have one. */
    public Key get(String dotted) {
        var path = List.of(dotted.split("\\.", -1));
        return keys.stream().filter(key -> key.matches(path)).findFirst().orElseThrow();
    }

    /** The keys of a group, and of the groups below it. */
    public List<Key> startingWith(List<String> group) {
        return keys.stream().filter(key -> key.startsWith(group)).toList();
    }

    /**
     * A near name in the same group; else, outside the groups of a chosen name, the key elsewhere
     * that has a near name.
     */
    private Optional<String> suggestion(List<String> path) {
        var group = path.subList(0, path.size() - 1);
        var siblings =
                startingWith(group).stream()
                        .filter(key -> key.path().size() > group.size())
                        .map(key -> key.path().get(group.size()))
                        .distinct();
        return nearest(path.getLast(), siblings)
                .map(
                        near ->
                                Stream.concat(group.stream(), Stream.of(near))
                                        .collect(Collectors.joining(".")))
                .or(
                        () ->
                                isBelowName(group)
                                        ? Optional.empty()
                                        : nearest(path.getLast(), keys.stream().map(Key::name))
                                                .map(this::onlyKeyCalled));
    }

    private static Optional<String> nearest(String written, Stream<String> names) {
        return SpellingSuggestion.to(
                written, names.filter(name -> !name.equals(Key.ANY)).distinct().toList());
    }

    private boolean isBelowName(List<String> group) {
        return startingWith(group).stream()
                .anyMatch(key -> key.path().subList(0, group.size()).contains(Key.ANY));
    }

    private String onlyKeyCalled(String name) {
        return keys.stream()
                .filter(key -> key.name().equals(name))
                .map(Key::dottedPath)
                .findFirst()
                .orElseThrow();
    }
}
