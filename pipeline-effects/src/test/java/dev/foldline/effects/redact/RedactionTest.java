package dev.foldline.effects.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.redact.SampleSecrets.Secret;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What is taken out of a text, and what is left in it. */
class RedactionTest {
    private static final Redaction SHAPES = Redaction.OF_SHAPES;
    private static final int SEEDS = 40;

    @Test
    void every_shape_is_redacted_and_the_surrounding_text_stays() {
        for (long seed = 0; seed < SEEDS; seed++) {
            new SampleSecrets(seed)
                    .all()
                    .forEach(
                            (name, planted) -> {
                                for (String frame :
                                        List.of(
                                                "%s",
                                                "before\n%s\nafter",
                                                "(\"%s\")",
                                                "x \u001b[31m%s\u001b[0m y",
                                                "{\"text\":\"line\\n%s\\n\"}")) {
                                    var text = frame.formatted(planted.text());
                                    var redacted = SHAPES.text(text);
                                    assertThat(redacted)
                                            .as(name)
                                            .doesNotContain(longest(planted.secret()))
                                            .contains("[redacted:");
                                    assertThat(redacted.charAt(0))
                                            .as(name)
                                            .isEqualTo(
                                                    frame.charAt(0) == '%'
                                                            ? redacted.charAt(0)
                                                            : text.charAt(0));
                                    assertThat(redacted)
                                            .as(name)
                                            .endsWith(frame.substring(frame.indexOf("%s") + 2));
                                }
                            });
        }
    }

    /** JSON has two ways to write most characters, and JSON within JSON has more. */
    @Test
    void a_secret_whose_characters_are_escaped_is_redacted() {
        var random = new Random(11);
        for (long seed = 0; seed < SEEDS; seed++) {
            new SampleSecrets(seed)
                    .all()
                    .forEach(
                            (name, planted) -> {
                                for (String backslashes : List.of("\\", "\\\\", "\\\\\\\\")) {
                                    var escaped = new StringBuilder();
                                    planted.text()
                                            .chars()
                                            .forEach(
                                                    each -> {
                                                        boolean plain =
                                                                random.nextBoolean()
                                                                        && each != '"'
                                                                        && each != '\\'
                                                                        && each != '\n';
                                                        escaped.append(
                                                                plain
                                                                        ? String.valueOf(
                                                                                (char) each)
                                                                        : backslashes
                                                                                + "u%04x"
                                                                                        .formatted(
                                                                                                each));
                                                    });
                                    var redacted =
                                            SHAPES.text(
                                                    "{\"a\": \""
                                                            + escaped
                                                            + "\",  \"b\" : \"\\u00e9\\/\" }");
                                    assertThat(Escapes.of(redacted).text())
                                            .as(name)
                                            .doesNotContain(longest(planted.secret()))
                                            .contains("[redacted:");
                                    assertThat(redacted)
                                            .as(name)
                                            .startsWith("{\"a\": \"")
                                            .endsWith("\",  \"b\" : \"\\u00e9\\/\" }");
                                }
                            });
        }
    }

    @Test
    void no_part_of_an_escaped_secret_stays() {
        var secret = "me:" + new SampleSecrets(5).mixed(12);
        assertThat(SHAPES.text("ghp_\\u0031" + new SampleSecrets(6).mixed(35) + "\\u0031 "))
                .as("no part of it stays")
                .isEqualTo("[redacted:forge-token] ");
        assertThat(SHAPES.text("ghp_" + new SampleSecrets(6).mixed(36) + "\\u0031 "))
                .as("nor its end")
                .isEqualTo("[redacted:forge-token] ");
        assertThat(SHAPES.text("\"https:\\/\\/" + secret + "@example.org\\/a\""))
                .isEqualTo("\"https:\\/\\/[redacted:url-userinfo]@example.org\\/a\"");
        var redaction = Redaction.of(Map.of("A_TOKEN", "grüß/gott"));
        assertThat(redaction.text("\"gr\\u00fc\\u00DF\\/gott\""))
                .isEqualTo("\"[redacted:variable]\"");
    }

    /** No line of a key either. */
    private static String longest(String secret) {
        return secret.lines().max((one, other) -> one.length() - other.length()).orElseThrow();
    }

    @Test
    void more_than_twenty_shapes_are_known() {
        assertThat(new SampleSecrets(1).all()).hasSizeGreaterThan(20);
    }

    @Test
    void redaction_is_idempotent() {
        var random = new Random(7);
        for (long seed = 0; seed < 80; seed++) {
            var planted = new SampleSecrets(seed);
            var pieces = planted.all().values().stream().map(Secret::text).toList();
            var value = planted.mixed(12);
            var environment =
                    Map.of("A_SECRET", value, "B_KEY", "[redacted", "C_TOKEN", "]abcdefgh[");
            var text = new StringBuilder();
            for (int piece = 0; piece < 6; piece++) {
                var next =
                        random.nextInt(4) == 0 ? value : pieces.get(random.nextInt(pieces.size()));
                text.append(
                        next,
                        0,
                        random.nextInt(3) == 0 ? random.nextInt(next.length()) : next.length());
                text.append(
                        List.of("", "", " ", "\n", "=", "\"", "]abcdefgh[", "[redacted:jwt]")
                                .get(random.nextInt(8)));
            }
            var redaction = Redaction.of(environment);
            var once = redaction.text(text.toString());
            assertThat(redaction.text(once)).as("seed " + seed + ": " + text).isEqualTo(once);
            assertThat(redaction.isClean(once)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3f786850e387550fdab836ed7e6dc881de23001b",
                "commit 3f786850e387550fdab836ed7e6dc881de23001b",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "{\"ticket\":3,\"tree\":\"4b825dc642cb6eb9a060e54bf8d69288fbee4904\"}",
                "r3k5m7p9q2s4t6v8x",
                "refs/foldline/saved/r3k5m7p9q2s4t6v8x/12",
                "Foldline-Ticket: r3k5m7p9q2s4t6v8x:12",
                "var token = scanner.nextToken();",
                "String password = System.getenv(\"DB_PASSWORD\");",
                "token=$TOKEN",
                "password: ${{ secrets.PASSWORD }}",
                "if (secret == null) throw new IllegalStateException(\"no secret\");",
                "def login(user, password=None):",
                "tokens: 123456",
                "max_tokens=16384",
                "the token is 12 characters long",
                "https://example.org:8080/a@b",
                "git@example.org:me/repository.git",
                "ssh://git@example.org/a.git",
                "https://user@example.org/a",
                "a task-oriented sk-learn estimator",
                "Basic authentication is off",
                "Bearer authentication is on",
                "-----BEGIN PUBLIC KEY-----\n"
                        + "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n"
                        + "-----END PUBLIC KEY-----",
                "\"token\": \"string\"",
                "private_key: path/to/file",
                "key = cache.computeIfAbsent(name, this::load);",
                "this.apiKey = apiKey;",
                "secret: config.secret.value",
                "sha512-9Kx3uLc7Gq1iI0m5m4uWQ2xT8s1l2Zk8mU6yq==",
                "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
                "password=<your password>",
                "password=****"
            })
    void ordinary_text_stays(String text) {
        assertThat(SHAPES.text(text)).isEqualTo(text);
    }

    @Test
    void a_name_of_a_commit_or_a_blob_is_left_alone_when_it_is_all_there_is() {
        var hash = "3f786850e387550fdab836ed7e6dc881de23001b";
        var redaction = Redaction.of(Map.of("CACHE_KEY", hash));
        assertThat(redaction.unlessName(hash)).isEqualTo(hash);
        assertThat(redaction.text("at " + hash)).isEqualTo("at [redacted:variable]");
    }

    @Test
    void bytes_that_are_no_text_stay_as_they_are() {
        byte[] content = new byte[4096];
        new Random(3).nextBytes(content);
        assertThat(SHAPES.bytes(content)).isSameAs(content);
    }

    /** Were a pattern to look again and again, these would take hours. */
    @Test
    void no_text_takes_long() {
        for (String unit :
                List.of(
                        "password=",
                        "secret: ",
                        "://a:",
                        "://",
                        "eyJaaaaaaaaaaaa-",
                        "eyJaaaaaaaaaa.",
                        "token = a1",
                        "-----BEGIN ",
                        "-----BEGIN PRIVATE KEY-----\\n",
                        "SG.a",
                        "bearer a",
                        "Authorization: ",
                        "sk-ant-",
                        "\\n",
                        "a",
                        "[redacted:",
                        "\\u0041",
                        "\\/",
                        "--token ",
                        "password=\"a",
                        "1234567890:AA")) {
            var text = unit.repeat(200_000 / unit.length());
            assertThat(SHAPES.text(text).length()).isPositive();
        }
    }

    /** How a program may show a secret. */
    enum Form {
        PLAIN(Secrecy.REPLACED, value -> value),
        QUOTED(Secrecy.REPLACED, value -> "\"" + value.replace("/", "\\/") + "\""),
        ESCAPED_IN_JSON(Secrecy.REPLACED, value -> each(value, "\\u%04x")),
        IN_BASE64(
                Secrecy.REPLACED,
                value ->
                        Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))),
        IN_A_QUERY(Secrecy.REPLACED, value -> URLEncoder.encode(value, StandardCharsets.UTF_8)),
        PERCENT_ENCODED(Secrecy.REPLACED, value -> each(value, "%%%02x")),
        COLOURED(
                Secrecy.REPLACED,
                value -> value.substring(0, 5) + "\u001b[1;31m" + value.substring(5) + "\u001b[0m"),
        ACROSS_LINES(
                Secrecy.REPLACED,
                value ->
                        value.substring(0, 5)
                                + "\r\n"
                                + value.substring(5, 9)
                                + "\n"
                                + value.substring(9)),
        ACROSS_LINES_IN_JSON(
                Secrecy.REPLACED, value -> value.substring(0, 3) + "\\n" + value.substring(3)),
        IN_HEXADECIMAL(
                Secrecy.SHOWN,
                value -> HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8))),
        IN_CAPITALS(Secrecy.SHOWN, value -> value.toUpperCase(Locale.ROOT)),
        SPACED(Secrecy.SHOWN, value -> String.join(" ", value.split("")));

        private enum Secrecy {
            REPLACED,
            SHOWN
        }

        private final Secrecy holds;
        private final UnaryOperator<String> write;

        Form(Secrecy holds, UnaryOperator<String> write) {
            this.holds = holds;
            this.write = write;
        }

        private static String each(String value, String format) {
            return value.chars().mapToObj(format::formatted).collect(Collectors.joining());
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void nine_of_twelve_forms_of_a_value_are_replaced(Form form) {
        var value = "swordfish/of+the-deep";
        var redaction = Redaction.of(Map.of("DEPLOY_TOKEN", value));
        var shown = "it says " + form.write.apply(value) + " here";
        assertThat(redaction.isClean(shown)).isEqualTo(form.holds == Form.Secrecy.SHOWN);
        assertThat(redaction.text(shown))
                .isEqualTo(
                        form.holds == Form.Secrecy.SHOWN
                                ? shown
                                : "it says "
                                        + switch (form) {
                                            case QUOTED -> "\"[redacted:variable]\"";
                                            case COLOURED -> "[redacted:variable]\u001b[0m";
                                            default -> "[redacted:variable]";
                                        }
                                        + " here");
        assertThat(redaction.bytes(shown.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(redaction.text(shown).getBytes(StandardCharsets.UTF_8));
        if (form.holds == Form.Secrecy.REPLACED && form != Form.IN_BASE64)
            assertThat(redaction.suspicion(shown)).contains("DEPLOY_TOKEN");
    }

    @Test
    void the_shape_of_a_token_is_known_through_colours_and_in_a_url() {
        var token = "ghp_" + "a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6";
        assertThat(SHAPES.text("\u001b[32mgh\u001b[0mp_" + token.substring(4) + "\u001b[0m\n"))
                .isEqualTo("\u001b[32m[redacted:forge-token]\u001b[0m\n");
        assertThat(SHAPES.text("?q=ghp%5f" + token.substring(4) + "%20x"))
                .isEqualTo("?q=[redacted:forge-token]%20x");
    }

    @Test
    void line_ends_and_colours_without_a_secret_stay() {
        var redaction = Redaction.of(Map.of("DEPLOY_TOKEN", "C:\\new\\road\\nowhere"));
        var text = "C:\n\u001b[1mnew\\nroad 100%25 sword\nC:\\ne\u001b";
        assertThat(redaction.text(text)).isEqualTo(text);
        assertThat(redaction.text("C:\\new\\road\\nowhere")).isEqualTo("[redacted:variable]");
        assertThat(redaction.text("C:\\\\new\\\\road\\\\nowhere")).isEqualTo("[redacted:variable]");
    }
}
