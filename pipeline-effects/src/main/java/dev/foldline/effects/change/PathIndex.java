package dev.foldline.effects.change;

import io.vavr.collection.Vector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds those of many patterns that a path matches, without trying all of them. */
final class PathIndex<T> {
    private record Numbered<T>(int number, PathPattern pattern, T value) {}

    private final Map<String, List<Numbered<T>>> byName = new HashMap<>();
    private final List<Numbered<T>> others = new ArrayList<>();
    private int size;

    void add(PathPattern pattern, T value) {
        var numbered = new Numbered<>(size++, pattern, value);
        pattern.name()
                .map(name -> byName.computeIfAbsent(name, _ -> new ArrayList<>()))
                .getOrElse(others)
                .add(numbered);
    }

    /** Returns the value of the pattern that was added first. */
    Optional<T> first(String path) {
        return matches(path).min(Comparator.comparingInt(Numbered::number)).map(Numbered::value);
    }

    boolean any(String path, Predicate<T> wanted) {
        return matches(path).anyMatch(each -> wanted.test(each.value()));
    }

    private Stream<Numbered<T>> matches(String path) {
        var names = Vector.of(path.split("/")).distinct();
        return Stream.concat(
                        names.toJavaStream()
                                .flatMap(name -> byName.getOrDefault(name, List.of()).stream()),
                        others.stream())
                .filter(each -> each.pattern().matches(path));
    }
}
