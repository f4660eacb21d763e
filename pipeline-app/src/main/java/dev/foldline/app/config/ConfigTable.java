package dev.foldline.app.config;

import dev.foldline.app.config.key.Key;

import java.util.stream.Collectors;

/** The reference page of all keys, printed from the key table. */
public final class ConfigTable {
    private static final String HEAD =
            """
            # Configuration keys

            <!-- Printed from the key table; a test keeps it current. -->

            A value comes from the first of these sources that sets its key:

            1. flags;
            2. environment variables;
            3. `foldline.yaml` at the top of the working tree;
            4. `foldline/config.yaml` below `$XDG_CONFIG_HOME` (else `~/.config`);
            5. the default.

            `--set key=value` sets any key; write a list as `a,b` or `[a, b]`. In a file, a list of one word needs no brackets.
            `foldline config show --origin` prints each value and its source.

            | key | default | variable | allowed values | meaning |
            |---|---|---|---|---|
            """;

    private ConfigTable() {}

    public static String markdown() {
        return Settings.KEYS.keys().stream()
                .map(ConfigTable::row)
                .collect(Collectors.joining("", HEAD, ""));
    }

    private static String row(Key key) {
        return "| `%s` | %s | %s | %s | %s |\n"
                .formatted(
                        key.dottedPath(),
                        key.defaultValue().map(value -> "`" + value + "`").orElse(""),
                        key.variable().map(name -> "`" + name + "`").orElse(""),
                        key.type().phrase(),
                        key.doc());
    }
}
