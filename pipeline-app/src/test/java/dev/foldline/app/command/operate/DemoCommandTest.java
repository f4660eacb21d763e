package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The demo, and what it says to type next. */
class DemoCommandTest {
    @TempDir Path folder;

    @Test
    void the_demo_ends_with_lines_to_paste_that_use_the_called_program_name() throws Exception {
        var place = CliFixture.empty(folder);
        place.called = "./my tools/foldline";
        var reported = place.foldline("demo");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .contains("\n  './my tools/foldline' -C ")
                .doesNotContain("\n  foldline -C");
        Remedy.git(place, reported, "git -C ");
    }
}
