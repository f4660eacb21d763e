package dev.foldline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManualPagesTest {
    @Test
    void each_command_has_a_page_in_which_no_help_is_a_request() {
        var pages = ManualPages.pages("2026-01-31");
        assertThat(pages)
                .containsKeys(
                        "foldline.1", "foldline-run.1", "foldline-workflow.1", "foldline-fork.1");
        assertThat(pages.get("foldline-workflow.1")).contains(".SH SIMULATE\n");
        pages.forEach(
                (name, page) ->
                        assertThat(page.lines().filter(line -> line.matches("[.'].*")))
                                .as(name)
                                .allMatch(line -> line.matches("\\.(TH .*|SH .*|nf|fi)")));
    }
}
