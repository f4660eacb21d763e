package dev.foldline.app.config.key;

import java.util.Map;
import java.util.Optional;

/**
 * A check, as written in the configuration.
 *
 * @param name what results and texts call it; empty if its command is its name
 */
public record ConfiguredCheck(Optional<String> name, ConfiguredCommand run, ConfiguredForm form) {

    /** A check of which only the command is written. */
    public ConfiguredCheck(ConfiguredCommand run) {
        this(Optional.empty(), run, ConfiguredForm.PLAIN);
    }

    /** Returns the check for a value as JSON has it. */
    static ConfiguredCheck of(Object value) {
        return value instanceof Map<?, ?> written
                ? new ConfiguredCheck(
                        ConfiguredForm.text(written, CheckKeys.NAME),
                        Optional.ofNullable(written.get(CheckKeys.RUN))
                                .map(ConfiguredCommand::of)
                                .orElseThrow(),
                        ConfiguredForm.of(written))
                : new ConfiguredCheck(ConfiguredCommand.of(value));
    }
}
