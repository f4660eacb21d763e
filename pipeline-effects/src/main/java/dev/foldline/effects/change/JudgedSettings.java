package dev.foldline.effects.change;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * What of a file of settings judges a change.
 *
 * @param values texts by names
 * @param members what a change may add but not remove, such as the modules of a build
 */
record JudgedSettings(Map<String, String> values, Set<String> members) {
    static final JudgedSettings NONE = new JudgedSettings(HashMap.empty(), HashSet.empty());

    JudgedSettings with(String name, String value) {
        return new JudgedSettings(values.put(name, value), members);
    }

    JudgedSettings withMember(String member) {
        return new JudgedSettings(values, members.add(member));
    }

    /** Returns whether a file of this name has settings that do not judge. */
    static boolean isStructured(String path) {
        return switch (name(path)) {
            case "package.json",
                    "composer.json",
                    "pom.xml",
                    "pyproject.toml",
                    "Cargo.toml",
                    "go.mod",
                    "go.work",
                    "build.gradle",
                    "build.gradle.kts",
                    "settings.gradle",
                    "settings.gradle.kts" ->
                    true;
            default -> false;
        };
    }

    /** Returns what judges of a structured file; none if it cannot be parsed. */
    static Option<JudgedSettings> of(String path, String text) {
        return switch (name(path)) {
            case "package.json" -> JsonSettings.ofPackage(text);
            case "composer.json" -> JsonSettings.ofComposer(text);
            case "pom.xml" -> PomSettings.of(text);
            case "pyproject.toml" -> TomlSettings.ofPython(text);
            case "Cargo.toml" -> TomlSettings.ofCargo(text);
            case "go.mod", "go.work" -> Option.of(GoSettings.of(text));
            default -> Option.of(GradleSettings.of(text));
        };
    }

    /** Returns whether the other settings judge as these do. */
    boolean isKeptBy(JudgedSettings other) {
        return values.equals(other.values()) && other.members().containsAll(members);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
