package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.util.Map;

class LauncherLocaleTest {
    private static final Map<String, String> OF_THE_JVM =
            Map.of("SHELL", "sh", "LC_ALL", "C.UTF-8");

    @Test
    void programs_get_the_locale_of_the_user() {
        assertThat(LauncherLocale.withoutIt(OF_THE_JVM, Option.of("de_DE")))
                .containsEntry("LC_ALL", "de_DE")
                .containsEntry("SHELL", "sh");
    }

    @Test
    void programs_get_none_if_the_user_has_none() {
        assertThat(LauncherLocale.withoutIt(OF_THE_JVM, Option.of("")))
                .isEqualTo(Map.of("SHELL", "sh"));
    }

    @Test
    void nothing_changes_without_the_launcher() {
        assertThat(LauncherLocale.withoutIt(OF_THE_JVM, Option.none())).isEqualTo(OF_THE_JVM);
    }
}
