package dev.foldline.effects.change;

import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What judges in {@code pyproject.toml} and {@code Cargo.toml}: all but what they depend on. */
final class TomlSettings {
    private TomlSettings() {}

    private static final String DESCRIPTION =
            "(?:name|version|description|readme|license|license-files|license-file|authors"
                    + "|maintainers|keywords|classifiers|urls|homepage|repository|documentation"
                    + "|categories|scripts|gui-scripts|extras|packages|publish)";

    private static final Pattern PYTHON_IGNORED =
            Pattern.compile(
                    ("project\\.(?:DESCRIPTION|dependencies|optional-dependencies|requires-python)"
                                    + "(?:\\..*)?"
                                    + "|dependency-groups(?:\\..*)?"
                                    + "|tool\\.poetry\\.(?:DESCRIPTION|dependencies"
                                    + "|dev-dependencies|group\\.[^.]+\\.dependencies)(?:\\..*)?"
                                    + "|tool\\.pdm\\.dev-dependencies(?:\\..*)?"
                                    + "|tool\\.uv\\.dev-dependencies"
                                    + "|tool\\.hatch\\.envs\\.[^.]+\\.(?:extra-)?dependencies")
                            .replace("DESCRIPTION", DESCRIPTION));

    private static final Pattern CARGO_IGNORED =
            Pattern.compile(
                    ("(?:workspace\\.)?package\\.DESCRIPTION"
                                    + "|(?:workspace\\.|target\\..*\\.)?"
                                    + "(?:dev-|build-)?dependencies(?:\\..*)?")
                            .replace("DESCRIPTION", DESCRIPTION));

    /** Such a dependency may be anything that the change brings along. */
    private static final Pattern LOCAL = Pattern.compile("file:|\\bpath\\s*=|@\\s*\\.");

    private static final Pattern MEMBERS =
            Pattern.compile("workspace\\.members|tool\\.uv\\.workspace\\.members");
    private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

    static Option<JudgedSettings> ofPython(String text) {
        return of(
                text,
                entry ->
                        PYTHON_IGNORED.matcher(entry.name()).matches()
                                && !LOCAL.matcher(entry.name() + " = " + entry.value()).find());
    }

    static Option<JudgedSettings> ofCargo(String text) {
        return of(text, entry -> CARGO_IGNORED.matcher(entry.name()).matches());
    }

    private interface Ignored {
        boolean contains(TomlText.Entry entry);
    }

    private static Option<JudgedSettings> of(String text, Ignored ignored) {
        var entries = TomlText.entries(text);
        if (entries.isEmpty()) return Option.none();
        var settings = JudgedSettings.NONE;
        int number = 0;
        for (var entry : entries.get()) {
            number++;
            if (ignored.contains(entry)) continue;
            if (MEMBERS.matcher(entry.name()).matches())
                for (var member : strings(entry.value())) settings = settings.withMember(member);
            else settings = with(settings, entry, number);
        }
        return Option.of(settings);
    }

    private static JudgedSettings with(JudgedSettings settings, TomlText.Entry entry, int number) {
        var name = entry.name();
        return settings.with(
                settings.values().containsKey(name) ? name + " " + number : name, entry.value());
    }

    private static List<String> strings(String value) {
        var strings = new ArrayList<String>();
        STRING.matcher(value).results().forEach(match -> strings.add(match.group()));
        return strings;
    }
}
