package dev.foldline.effects.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.process.ChildEnvironment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Which variables and git settings hold secrets, and how their values are redacted. */
class SecretVariablesTest {
    @Test
    void the_value_of_a_secret_looking_variable_is_taken_out_in_every_form() {
        var value = "p\"ss/w\\rd with ümlaut";
        var redaction = Redaction.of(Map.of("DB_PASSWORD", value, "PLAIN", "something plain"));
        assertThat(redaction.text("it is " + value + ".")).isEqualTo("it is [redacted:variable].");
        assertThat(redaction.text("\"p\\\"ss/w\\\\rd with ümlaut\""))
                .isEqualTo("\"[redacted:variable]\"");
        assertThat(redaction.text("p%22ss%2Fw%5Crd+with+%C3%BCmlaut"))
                .isEqualTo("[redacted:variable]");
        assertThat(redaction.text("something plain")).isEqualTo("something plain");
        assertThat(
                        new String(
                                redaction.bytes(
                                        ("ä " + value + " ö").getBytes(StandardCharsets.UTF_8)),
                                StandardCharsets.UTF_8))
                .isEqualTo("ä [redacted:variable] ö");
    }

    @Test
    void every_line_of_a_value_counts_and_a_longer_value_takes_precedence_over_its_prefix() {
        var redaction =
                Redaction.of(
                        Map.of(
                                "A_KEY",
                                "firstline\r\nsecondline\nx",
                                "B_KEY",
                                "overlapping",
                                "C_KEY",
                                "overlapping-and-longer"));
        assertThat(redaction.text("secondline x firstline overlapping-and-longer overlapping"))
                .isEqualTo(
                        "[redacted:variable] x [redacted:variable] [redacted:variable]"
                                + " [redacted:variable]");
    }

    @Test
    void a_short_value_a_dull_one_and_the_place_of_a_file_are_no_secrets(@TempDir Path folder)
            throws Exception {
        Path file = Files.writeString(folder.resolve("key.json"), "{}");
        var redaction =
                Redaction.of(
                        Map.of(
                                "A_KEY",
                                "on",
                                "B_SECRET",
                                "xxxxxxxxxx",
                                "C_CREDENTIALS",
                                file.toString(),
                                "D_TOKEN",
                                "redacted:variable"));
        for (String text : List.of("on", "xxxxxxxxxx", file.toString(), "redacted:variable"))
            assertThat(redaction.text(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "GIT_CONFIG_KEY_0, user.name",
        "GIT_CONFIG_KEY_12, safe.directory",
        "GIT_CONFIG_VALUE_0, Ada Lovelace",
        "MAX_TOKENS, developer",
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS, 1234567890",
        "TOKENIZERS_PARALLELISM, undecided",
        "DAILY_TOKENS, 123456789",
        "API_KEY_HEADER, Authorization",
        "AUTH_TOKEN_HEADER, X-Auth-Token",
        "SECRET_NAME, production/database.password"
    })
    void a_value_that_only_resembles_a_secret_stays(String variable, String value) {
        assertThat(Redaction.of(Map.of(variable, value)).text("Show " + value + " in the header"))
                .isEqualTo("Show " + value + " in the header");
    }

    @ParameterizedTest
    @CsvSource({
        "GITHUB_TOKENS, a1b2c3d4e5",
        "API_TOKENS, '12345678,87654321'",
        "BOT_TOKEN, 123456789",
        "API_KEY_HEADER, Bearer swordfish",
        "AUTH_TOKEN_HEADER, f3c9d0e1b2",
        "SECRET_NAME, tr0ub4dor",
        "KEY_NAME, xKqVbnWmPzRt",
        "DB_PASSWORD_FILE, swordfish",
        "SLACK_SECRET_URL, https://hooks.example.org/x7f9",
        "MAX_TOKEN, swordfish",
        "MAX_TOKENS_KEY, swordfish",
        "A_KEY, developer"
    })
    void a_possible_secret_is_redacted(String variable, String value) {
        assertThat(Redaction.of(Map.of(variable, value)).text("it is " + value + "."))
                .isEqualTo("it is [redacted:variable].");
    }

    @Test
    void the_value_of_a_git_setting_is_judged_by_the_name_of_the_setting() {
        var redaction =
                Redaction.of(
                        Map.of(
                                "GIT_CONFIG_KEY_0",
                                "http.https://example.org/.extraHeader",
                                "GIT_CONFIG_VALUE_0",
                                "X-Auth: swordfish of the deep",
                                "GIT_CONFIG_KEY_1",
                                "sendemail.smtpPass",
                                "GIT_CONFIG_VALUE_1",
                                "overlapping",
                                "GIT_CONFIG_KEY_2",
                                "url.https://" + "me:firstline" + "@example.org/.insteadOf",
                                "GIT_CONFIG_VALUE_2",
                                "https://example.org/",
                                "GIT_CONFIG_KEY_3",
                                "http.proxy",
                                "GIT_CONFIG_VALUE_3",
                                "http://" + "me:secondline" + "@example.org:8080"));
        assertThat(
                        redaction.text(
                                "swordfish of the deep, overlapping, firstline, secondline,"
                                        + " extraHeader, https://example.org/"))
                .isEqualTo(
                        "[redacted:variable], [redacted:variable], [redacted:variable],"
                                + " [redacted:variable], extraHeader, https://example.org/");
        var helper =
                Redaction.of(
                        Map.of(
                                "GIT_CONFIG_KEY_0",
                                "credential.helper",
                                "GIT_CONFIG_VALUE_0",
                                "!echo swordfish",
                                "GIT_CONFIG_KEY_1",
                                "credential.helper",
                                "GIT_CONFIG_VALUE_1",
                                "osxkeychain"));
        assertThat(helper.text("!echo swordfish of osxkeychain"))
                .isEqualTo("[redacted:variable] of osxkeychain");
        assertThat(Redaction.of(Map.of("GIT_CONFIG_VALUE_0", "nobody knows")).text("nobody knows"))
                .isEqualTo("nobody knows");
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_HEADERS, 'x-team=a%20b, authorization=Bea" + "rer%20swordfish%2Fdeep'",
        "OTEL_EXPORTER_OTLP_TRACES_HEADERS, authorization = Bea" + "rer swordfish/deep",
        "OTEL_EXPORTER_OTLP_LOGS_HEADERS, 'x-team=%zz,authorization=swordfish/deep'"
    })
    void the_headers_for_a_collector_are_secret_as_they_are_sent(String name, String value) {
        var redaction = Redaction.of(Map.of(name, value));
        assertThat(redaction.text("it is swordfish/deep.")).isEqualTo("it is [redacted:variable].");
        assertThat(redaction.text("it is " + value)).doesNotContain("swordfish");
        assertThat(ChildEnvironment.forChecks(Map.of(name, value, "HOME", "/")))
                .containsOnlyKeys("HOME");
    }

    @Test
    void the_user_is_informed_which_variables_count_as_secrets_but_not_of_their_values() {
        var redaction =
                Redaction.of(
                        Map.of(
                                "A_KEY",
                                "overlapping",
                                "B_TOKEN",
                                "overlapping-and-longer",
                                "C_SECRET",
                                "grüß/gott",
                                "D_SECRET",
                                "not there"));
        assertThat(redaction.suspicion("an overlapping one"))
                .isEqualTo("what looks like a secret (the value of A_KEY)");
        assertThat(redaction.suspicion("\"gr\\u00fc\\u00DF\\/gott\", overlapping-and-longer"))
                .isEqualTo("what looks like a secret (the value of B_TOKEN, C_SECRET)");
        assertThat(redaction.suspicion("ghp_" + new SampleSecrets(6).mixed(36)))
                .isEqualTo("what looks like a secret");
    }
}
