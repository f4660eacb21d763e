package dev.foldline.app.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Which deliveries show the secret. */
class WebhookKeyTest {
    /** From the documentation of GitHub, "Validating webhook deliveries". */
    private static final String SECRET = "It's a Secret to Everybody";

    private static final String BODY = "Hello, World!";
    private static final String SIGNATURE =
            "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GITHUB | X-Hub-Signature-256 | sha256=SIGNATURE | true",
                "GITHUB | X-Hub-Signature-256 | sha256=UPPER | true",
                "GITHUB | X-Hub-Signature-256 | SIGNATURE | false",
                "GITHUB | X-Hub-Signature-256 | sha1=SIGNATURE | false",
                "GITHUB | X-Hub-Signature-256 | sha256=OTHER | false",
                "GITHUB | X-Hub-Signature-256 | sha256= | false",
                "GITHUB | X-Hub-Signature-256 | sha256=SECRET | false",
                "GITHUB | X-Hub-Signature-256 | sha256=SIGNATURE00 | false",
                "GITHUB | X-Hub-Signature-256 | sha256=SIGNATURE,sha256=SIGNATURE | false",
                "GITHUB | X-Hub-Signature | sha256=SIGNATURE | false",
                "GITHUB | X-Gitea-Signature | SIGNATURE | false",
                "GITHUB | X-Gitlab-Token | SECRET | false",
                "GITEA | X-Gitea-Signature | SIGNATURE | true",
                "GITEA | X-Forgejo-Signature | SIGNATURE | true",
                "GITEA | X-Gitea-Signature | OTHER | false",
                "GITEA | X-Gitea-Signature | sha256=SIGNATURE | false",
                "GITEA | X-Hub-Signature-256 | sha256=SIGNATURE | false",
                "GITEA | X-Gitlab-Token | SECRET | false",
                "GITLAB | X-Gitlab-Token | SECRET | true",
                "GITLAB | X-Gitlab-Token | SECRET2 | false",
                "GITLAB | X-Gitlab-Token | It's a | false",
                "GITLAB | X-Gitlab-Token | '' | false",
                "GITLAB | X-Gitlab-Token | SIGNATURE | false",
                "GITLAB | X-Hub-Signature-256 | sha256=SIGNATURE | false",
            })
    void a_delivery_shows_the_secret_in_the_way_of_its_forge(
            ForgeKind kind, String header, String form, boolean counts) {
        var shown =
                form.replace("SIGNATURE", SIGNATURE)
                        .replace("UPPER", SIGNATURE.toUpperCase(java.util.Locale.ROOT))
                        .replace("OTHER", Deliveries.hmac("another secret", BODY))
                        .replace("SECRET", SECRET);
        var key = new WebhookKey(kind, SECRET);
        var body = BODY.getBytes(StandardCharsets.UTF_8);
        assertThat(key.isShown(name -> name.equals(header) ? List.of(shown) : List.of(), body))
                .isEqualTo(counts);
        assertThat(
                        key.isShown(
                                name -> name.equals(header) ? List.of(shown, shown) : List.of(),
                                body))
                .as("a header that is there twice")
                .isFalse();
        assertThat(key.isShown(_ -> List.of(), body)).as("no header").isFalse();
        if (kind != ForgeKind.GITLAB)
            assertThat(
                            key.isShown(
                                    _ -> List.of(shown),
                                    (BODY + " ").getBytes(StandardCharsets.UTF_8)))
                    .as("another body")
                    .isFalse();
    }
}
