package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ConfigTableTest {
    private static final Path PAGE = Path.of("..", "docs", "generated", "configuration.md");

    /** Rewritten by {@code mvn -pl pipeline-app -am test -Dfoldline.regenerate=true}. */
    @Test
    void the_reference_page_is_current() throws IOException {
        if (Boolean.getBoolean("foldline.regenerate")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, ConfigTable.markdown());
        }
        assertThat(Files.readString(PAGE)).isEqualTo(ConfigTable.markdown());
    }

    @Test
    void the_page_has_a_row_for_each_key() {
        assertThat(ConfigTable.markdown())
                .contains(
                        "| `iterations` | `5` | `FOLDLINE_ITERATIONS` | a whole number from 0 to"
                            + " 1000 | Maximum number of iterations: plan, develop, commit. |\n");
    }
}
