package dev.foldline.app.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.server.StaticPages;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the pages are made of, looked at without a browser. */
class PageFilesTest {
    private static final Path PAGE =
            Path.of(
                    Objects.requireNonNull(
                                    PageFilesTest.class.getResource(
                                            "/dev/foldline/app/server/page"))
                            .getPath());

    /** Whatever makes elements or code of text. */
    private static final Pattern MAKERS =
            Pattern.compile(
                    "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|createContextualFragment|\\beval\\b|new"
                        + " Function|srcdoc|javascript:");

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(PAGE)) {
            return files.sorted().toList();
        }
    }

    @Test
    void text_can_become_nothing_but_text() throws IOException {
        for (var file : files())
            assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern(MAKERS);
    }

    @Test
    void the_page_contains_no_inline_script_and_no_inline_style() throws IOException {
        var page = Files.readString(PAGE.resolve("index.html"));
        assertThat(page)
                .doesNotContainPattern("<script(?![^>]*\\bsrc=)")
                .doesNotContain("<style")
                .doesNotContainPattern("\\s(style|on[a-z]+)=");
    }

    @Test
    void the_page_fetches_nothing_from_other_hosts() throws IOException {
        for (var file : files())
            assertThat(Files.readString(file).replace("http://www.w3.org/2000/svg", ""))
                    .as(file.toString())
                    .doesNotContainPattern("https?://|url\\(|@import");
    }

    @Test
    void all_of_it_is_served_and_nothing_is_left_over() throws IOException {
        var all = files().stream().map(file -> file.getFileName().toString()).toList();
        var together = new StringBuilder();
        for (var file : files()) together.append(Files.readString(file));
        for (var name : all) {
            assertThat(
                            List.of(StaticPages.OF_A_REPOSITORY, StaticPages.OF_SEVERAL).stream()
                                    .filter(pages -> isServed(pages, "/" + name)))
                    .as(name)
                    .hasSize(name.endsWith(".html") ? 1 : 2);
            if (!name.endsWith(".html"))
                assertThat(together.toString())
                        .as("somebody asks for it")
                        .containsPattern("[\"'](\\./)?" + Pattern.quote(name));
        }
    }

    private static boolean isServed(StaticPages pages, String path) {
        try {
            return pages.at(path).isDefined();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
