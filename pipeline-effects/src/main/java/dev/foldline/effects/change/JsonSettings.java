package dev.foldline.effects.change;

import dev.foldline.core.projection.JsonValue;
import dev.foldline.effects.artifact.JsonValues;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.regex.Pattern;

/** What judges in {@code package.json} and {@code composer.json}: all but what they depend on. */
final class JsonSettings {
    private JsonSettings() {}

    private static final Set<String> DEPENDENCIES =
            HashSet.of(
                    "dependencies", "devDependencies", "optionalDependencies", "peerDependencies");

    private static final Set<String> OF_PACKAGES =
            HashSet.of(
                    "name",
                    "version",
                    "description",
                    "keywords",
                    "author",
                    "authors",
                    "contributors",
                    "license",
                    "repository",
                    "homepage",
                    "bugs",
                    "funding",
                    "private",
                    "files",
                    "main",
                    "module",
                    "types",
                    "typings",
                    "exports",
                    "bin",
                    "browser",
                    "sideEffects",
                    "publishConfig",
                    "peerDependenciesMeta",
                    "bundleDependencies",
                    "bundledDependencies",
                    "support",
                    "require",
                    "require-dev",
                    "suggest",
                    "provide",
                    "conflict",
                    "archive");

    /** Such a dependency may be anything that the change brings along. */
    private static final Pattern LOCAL = Pattern.compile("(?:file|link|portal|npm):.*|[./~].*");

    static Option<JudgedSettings> ofPackage(String text) {
        return read(text).map(JsonSettings::ofPackage);
    }

    static Option<JudgedSettings> ofComposer(String text) {
        return ofPackage(text);
    }

    private static Option<JsonValue.Obj> read(String text) {
        return JsonValues.read(text)
                .filter(JsonValue.Obj.class::isInstance)
                .map(JsonValue.Obj.class::cast);
    }

    private static JudgedSettings ofPackage(JsonValue.Obj file) {
        var settings = JudgedSettings.NONE;
        for (var field : file.fields()) {
            var name = field._1();
            if (DEPENDENCIES.contains(name)) settings = local(settings, name, field._2());
            else if (name.equals("workspaces")) settings = workspaces(settings, field._2());
            else if (!OF_PACKAGES.contains(name)) settings = with(settings, name, field._2());
        }
        return settings;
    }

    private static JudgedSettings local(JudgedSettings settings, String name, JsonValue value) {
        if (!(value instanceof JsonValue.Obj(var dependencies))) return settings;
        return dependencies
                .filter(
                        each ->
                                each._2() instanceof JsonValue.Text(var version)
                                        && LOCAL.matcher(version).matches())
                .foldLeft(settings, (all, each) -> with(all, name + "/" + each._1(), each._2()));
    }

    /** More workspaces have more tests. */
    private static JudgedSettings workspaces(JudgedSettings settings, JsonValue value) {
        var listed =
                value instanceof JsonValue.Obj packages
                        ? packages.list("packages")
                        : value instanceof JsonValue.Arr(var elements)
                                ? elements
                                : Vector.<JsonValue>empty();
        return listed.foldLeft(settings, (all, each) -> all.withMember(each.document()));
    }

    private static JudgedSettings with(JudgedSettings settings, String name, JsonValue value) {
        return switch (value) {
            case JsonValue.Obj(var fields) ->
                    fields.foldLeft(
                            settings,
                            (all, field) -> with(all, name + "/" + field._1(), field._2()));
            case JsonValue.Arr(var elements) ->
                    elements.zipWithIndex()
                            .foldLeft(
                                    settings.with(name, "list"),
                                    (all, each) -> with(all, name + "/" + each._2(), each._1()));
            case JsonValue.Text(var text) -> settings.with(name, text);
            case JsonValue.Bare(var word) -> settings.with(name, word);
        };
    }
}
