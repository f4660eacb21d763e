package dev.foldline.effects.git.local;

import dev.foldline.core.state.LocalContent;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Combines many paths to fewer that cover them, and no tracked file: to a pattern of a name or of
 * its ending, or to a folder.
 *
 * @param tracked the files in the index
 */
record PathSummary(List<String> tracked) {
    /** Up to this number, each path stays as it is. */
    static final int PATHS_MAX = 1_000;

    private static final String ANYWHERE = "**/";

    /** What paths have in common, the narrowest first. */
    private enum Group {
        NAME {
            @Override
            Optional<String> of(String path) {
                return Optional.of(ANYWHERE + lastName(path));
            }

            @Override
            Stream<String> above(String path) {
                return Arrays.stream(path.split("/")).map(name -> ANYWHERE + name);
            }
        },
        ENDING {
            @Override
            Optional<String> of(String path) {
                var name = lastName(path);
                int dot = name.lastIndexOf('.');
                return dot < 0
                        ? Optional.empty()
                        : Optional.of(ANYWHERE + "*" + name.substring(dot));
            }

            @Override
            Stream<String> above(String path) {
                return Arrays.stream(path.split("/")).flatMap(name -> of(name).stream());
            }
        },
        FOLDER {
            @Override
            Optional<String> of(String path) {
                int slash = path.lastIndexOf('/', path.length() - 2);
                return slash < 0 ? Optional.empty() : Optional.of(path.substring(0, slash + 1));
            }

            @Override
            Stream<String> above(String path) {
                return IntStream.range(0, path.length())
                        .filter(at -> path.charAt(at) == '/')
                        .mapToObj(at -> path.substring(0, at + 1));
            }
        };

        /** Returns the group of a path. */
        abstract Optional<String> of(String path);

        /** Returns the groups that cover a path, or a folder above it. */
        abstract Stream<String> above(String path);

        private static String lastName(String path) {
            var trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            return trimmed.substring(trimmed.lastIndexOf('/') + 1);
        }
    }

    List<LocalContent> of(List<LocalContent> found) {
        var result =
                found.stream()
                        .sorted(
                                Comparator.comparing(LocalContent::kind)
                                        .thenComparing(LocalContent::name))
                        .toList();
        for (var group : Group.values())
            if (result.size() > PATHS_MAX) result = combined(result, group);
        return result;
    }

    private List<LocalContent> combined(List<LocalContent> found, Group group) {
        var counts = new HashMap<String, Integer>();
        for (var each : found)
            group.of(each.name()).ifPresent(common -> counts.merge(common, 1, Integer::sum));
        var covered = new HashSet<String>();
        for (var path : tracked) group.above(path).forEach(covered::add);
        var result = new LinkedHashSet<LocalContent>();
        for (var each : found)
            result.add(
                    group.of(each.name())
                            .filter(_ -> !each.name().startsWith(ANYWHERE))
                            .filter(
                                    common ->
                                            counts.getOrDefault(common, 0) > 1
                                                    && !covered.contains(common))
                            .map(common -> new LocalContent(each.kind(), common))
                            .orElse(each));
        return List.copyOf(result);
    }
}
