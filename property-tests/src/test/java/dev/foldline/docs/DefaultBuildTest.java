package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A test that is switched off by default shows nothing in the default build. */
class DefaultBuildTest {
    private static final String SOURCE =
            """
            import org.junit.jupiter.api.Test;

            /** Not @Thorough. */
            class MailTest {
                private int letters;

                @Test
                void it_arrives() {}

                @Thorough
                @Test
                void it_arrives_from_afar() {}

                @ParameterizedTest
                @ValueSource(strings = "a(b)")
                void it_arrives_in(String town) {}

                void aBox() {}
            }
            """;

    private static boolean runs(String source, String method) {
        return DefaultBuild.runs("MailTest", source, method);
    }

    @Test
    void a_test_runs_unless_an_annotation_switches_it_off() {
        assertThat(runs(SOURCE, "it_arrives")).isTrue();
        assertThat(runs(SOURCE, "it_arrives_in")).isTrue();
        assertThat(runs(SOURCE, "it_arrives_from_afar")).isFalse();
        assertThat(runs(SOURCE, "aBox")).isFalse();
        assertThat(runs(SOURCE, "it_leaves")).isFalse();
    }

    @Test
    void no_test_runs_of_a_class_that_is_switched_off() {
        for (var annotation :
                new String[] {"@Thorough", "@EnabledIfSystemProperty(named = \"foldline.real\")"}) {
            var source = SOURCE.replace("class Mail", annotation + "\nclass Mail");
            assertThat(runs(source, "it_arrives")).isFalse();
            assertThat(DefaultBuild.runs("MailTest", source)).isFalse();
        }
        assertThat(DefaultBuild.runs("MailTest", SOURCE)).isTrue();
    }

    @Test
    void a_class_that_needs_a_real_program_or_that_surefire_does_not_look_at_does_not_run() {
        assertThat(DefaultBuild.runs("RealMailTest", SOURCE)).isFalse();
        assertThat(DefaultBuild.runs("MailKills", SOURCE)).isFalse();
    }

    @Test
    void a_class_of_which_every_test_is_switched_off_does_not_run() {
        assertThat(DefaultBuild.runs("MailTest", SOURCE.replace("@Test\n", "@Thorough @Test\n")))
                .as("of which one is left")
                .isTrue();
        assertThat(
                        DefaultBuild.runs(
                                "MailTest",
                                SOURCE.replaceAll("@(Parameterized)?Test\n", "@Thorough @Test\n")))
                .isFalse();
    }
}
