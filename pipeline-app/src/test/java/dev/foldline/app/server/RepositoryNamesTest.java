package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.error.UserError;

import io.vavr.Tuple;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/** How the repositories of a server are named. */
class RepositoryNamesTest {
    /**
     * @param request folders separated by spaces, each with the requested name before {@code =}
     */
    private static Vector<String> names(String request) {
        return RepositoryNames.of(
                Vector.ofAll(Arrays.stream(request.split(" ")))
                        .map(each -> each.split("=", 2))
                        .map(
                                parts ->
                                        parts.length == 1
                                                ? Tuple.of(Option.<String>none(), parts[0])
                                                : Tuple.of(Option.of(parts[0]), parts[1])));
    }

    @ParameterizedTest
    @CsvSource({
        "web api, web api",
        "web web web, web web-2 web-3",
        "web web-2 web, web web-2 web-3",
        "web one=api, web one",
        "web web=api, web-2 web",
        "Übung_1 日本, bung_1 repository",
        "..hidden my+app-, hidden my-app",
    })
    void a_repository_has_the_requested_name_or_that_of_its_folder_made_unique(
            String request, String names) {
        assertThat(names(request)).containsExactly(names.split(" "));
    }

    @Test
    void a_long_name_is_cut_and_stays_unique() {
        var folder = "f".repeat(100);
        assertThat(names(folder + " " + folder))
                .containsExactly("f".repeat(64), "f".repeat(62) + "-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b=web", "..=web", "=web", "a%2F=web", "-x=web", "ä=web"})
    void a_name_that_cannot_be_part_of_an_address_is_refused(String request) {
        assertThatThrownBy(() -> names(request))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("is no name of a repository");
    }

    @Test
    void a_name_that_is_requested_twice_is_refused() {
        assertThatThrownBy(() -> names("web=one web=two"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("two repositories are named web");
    }
}
