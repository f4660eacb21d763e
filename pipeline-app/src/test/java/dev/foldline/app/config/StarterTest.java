package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

class StarterTest {
    /** Keys whose line shows an example, since their default is to be absent or empty. */
    private static final Set<String> EXAMPLES =
            Set.of(
                    "checks",
                    "checks_write",
                    "guard.paths",
                    "guard.tests",
                    "prices",
                    "worktree.copy",
                    "worktree.setup");

    /** Keys that the agents of the example do not report. */
    private static final Set<String> UNMETERED = Set.of("budget.usd", "budget.tokens");

    private static final Pattern SETTING = Pattern.compile("# ( *([a-z_]+:|- ).*)");

    @TempDir Path directory;

    /** The starter with the '#' taken off every line that sets something. */
    static String uncommented() {
        return Starter.configuration()
                .lines()
                .map(
                        line -> {
                            var setting = SETTING.matcher(line);
                            return setting.matches() ? setting.group(1) : line;
                        })
                .collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void the_unchanged_starter_gives_the_defaults() {
        var fresh = new ConfigFixture(directory.resolve("none")).settings();
        assertThat(new ConfigFixture(directory).file(Starter.configuration()).settings())
                .isEqualTo(fresh);
    }

    @Test
    void the_starter_uncommented_shows_every_key_and_its_default() {
        var rows =
                new ConfigFixture(directory)
                        .file(
                                uncommented()
                                        .replace("  usd: 10\n", "")
                                        .replace("  tokens: 5000000\n", ""))
                        .load()
                        .report()
                        .rows();
        for (var key : Settings.KEYS.keys()) {
            if (key.isBelowName() || UNMETERED.contains(key.dotted())) continue;
            var row =
                    rows.stream()
                            .filter(each -> each.key().equals(key.dotted()))
                            .findFirst()
                            .orElseThrow();
            assertThat(row.origin().describe()).as(key.dotted()).startsWith("foldline.yaml:");
            if (key.defaultValue().isPresent() && !EXAMPLES.contains(key.dotted())) {
                assertThat(row.value()).as(key.dotted()).isEqualTo(key.defaultValue());
            }
        }
        assertThat(rows.stream().map(ConfigReport.Row::key))
                .contains(
                        "agents.mine.kind",
                        "agents.mine.run",
                        "agents.mine.env",
                        "agents.mine.model",
                        "agents.rehearsal.script");
        assertThat(uncommented()).contains("\n  usd: 10\n");
    }

    @Test
    void the_prompts_starter_has_the_sentinel_and_a_prompt_without_it_has_not() {
        assertThat(Starter.prompt().lines().findFirst()).contains(Starter.SENTINEL);
        assertThat(Starter.hasSentinel(Starter.prompt())).isTrue();
        assertThat(Starter.hasSentinel("  " + Starter.SENTINEL + "  \r\nx")).isTrue();
        assertThat(Starter.hasSentinel(Starter.prompt().replace(Starter.SENTINEL, ""))).isFalse();
    }
}
