package dev.foldline.app.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.error.UserError;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Which deliveries are authenticated. */
class WebhookKeyTest {
    /** From the tests of Standard Webhooks, whose scheme GitLab's signing tokens have. */
    private static final String SIGNING_TOKEN = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final String TIME = "1614265330";
    private static final String SIGNED = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

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
    void a_delivery_is_authenticated_in_the_way_of_its_forge(
            ForgeKind kind, String header, String form, boolean counts) {
        var shown =
                form.replace("SIGNATURE", SIGNATURE)
                        .replace("UPPER", SIGNATURE.toUpperCase(java.util.Locale.ROOT))
                        .replace("OTHER", WebhookDeliveries.hmac("another secret", BODY))
                        .replace("SECRET", SECRET);
        var key = new WebhookKey(kind, SECRET);
        var body = BODY.getBytes(StandardCharsets.UTF_8);
        assertThat(key.isAuthentic(name -> name.equals(header) ? List.of(shown) : List.of(), body))
                .isEqualTo(counts);
        assertThat(
                        key.isAuthentic(
                                name -> name.equals(header) ? List.of(shown, shown) : List.of(),
                                body))
                .as("a header that is there twice")
                .isFalse();
        assertThat(key.isAuthentic(_ -> List.of(), body)).as("no header").isFalse();
        if (kind != ForgeKind.GITLAB)
            assertThat(
                            key.isAuthentic(
                                    _ -> List.of(shown),
                                    (BODY + " ").getBytes(StandardCharsets.UTF_8)))
                    .as("another body")
                    .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ID | TIME | SIGNED | true",
                "ID | TIME | v1,AAAA SIGNED v2,BBBB | true",
                "ID | TIME | SIGNEDA | false",
                "ID | TIME | v1a,SIGNED | false",
                "ID | TIME | '' | false",
                "ID | TIME | TOKEN | false",
                "ID | 1614265331 | SIGNED | false",
                "other | TIME | SIGNED | false",
            })
    void a_signing_token_of_gitlab_signs_the_id_the_time_and_the_body(
            String id, String time, String signature, boolean counts) {
        var headers =
                Map.of(
                        "webhook-id",
                        List.of(id.replace("ID", ID)),
                        "webhook-timestamp",
                        List.of(time.replace("TIME", TIME)),
                        "webhook-signature",
                        List.of(
                                signature
                                        .replace("SIGNED", SIGNED)
                                        .replace("TOKEN", SIGNING_TOKEN)),
                        "X-Gitlab-Token",
                        List.of(SIGNING_TOKEN));
        var key = new WebhookKey(ForgeKind.GITLAB, SIGNING_TOKEN);
        var body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
        assertThat(key.isAuthentic(name -> headers.getOrDefault(name, List.of()), body))
                .isEqualTo(counts);
        for (var missing : headers.keySet())
            if (!missing.equals("X-Gitlab-Token"))
                assertThat(
                                key.isAuthentic(
                                        name ->
                                                name.equals(missing)
                                                        ? List.of()
                                                        : headers.get(name),
                                        body))
                        .as("without " + missing)
                        .isFalse();
        assertThat(key.isAuthentic(headers::get, "{}".getBytes(StandardCharsets.UTF_8)))
                .as("another body")
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "no-base64-at-all, a signing token without a key of at least 16 bytes in base64",
        "AAAAAAAAAA=A, a signing token without a key of at least 16 bytes in base64",
        "AAAAAAAAAA, a signing token without a key of at least 16 bytes in base64",
        "AAAAAAAAAAAAAAAAAAAA, a signing token without a key of at least 16 bytes in base64",
        "AAAA, no secret of 16 to 512 characters without spaces",
    })
    void a_signing_token_with_a_short_key_is_refused(String key, String why) {
        assertThatThrownBy(() -> WebhookKey.of("HOOK", ForgeKind.GITLAB, "whsec_" + key))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("the variable HOOK has " + why);
    }
}
