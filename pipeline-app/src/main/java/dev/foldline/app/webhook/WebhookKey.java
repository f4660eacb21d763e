package dev.foldline.app.webhook;

import dev.foldline.app.config.ForgeKeys;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.forge.ForgeKind;

import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret that a forge shows it knows with each delivery of its webhook. */
public final class WebhookKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String SIGNING = "whsec_";
    private static final int KEY_BYTES_MIN = 16;
    private static final Pattern SECRET = Pattern.compile("\\p{Graph}{16,512}");
    private static final Pattern GITHUB = Pattern.compile("sha256=([0-9a-fA-F]{64})");
    private static final Pattern GITEA = Pattern.compile("([0-9a-fA-F]{64})");

    private final ForgeKind kind;
    private final byte[] secret;

    /** The key of a signing token of GitLab; none if the secret is a secret token. */
    private final Option<byte[]> signing;

    /**
     * @throws IllegalArgumentException if it is a signing token without a key of 16 bytes or more
     */
    public WebhookKey(ForgeKind kind, String secret) {
        this.kind = kind;
        this.secret = secret.getBytes(StandardCharsets.US_ASCII);
        this.signing =
                kind == ForgeKind.GITLAB && secret.startsWith(SIGNING)
                        ? Option.of(signingKey(secret))
                        : Option.none();
    }

    private static byte[] signingKey(String token) {
        var key = Base64.getDecoder().decode(token.substring(SIGNING.length()));
        if (key.length < KEY_BYTES_MIN) throw new IllegalArgumentException("the key is too short");
        return key;
    }

    /**
     * Returns the key that is configured, or none.
     *
     * @throws UserError if the variable that is configured has no usable secret
     */
    static Option<WebhookKey> of(ForgeKeys keys, ForgeKind kind, Map<String, String> environment) {
        return Option.ofOptional(keys.webhookKey())
                .map(variable -> of(variable, kind, environment.getOrDefault(variable, "")));
    }

    static WebhookKey of(String variable, ForgeKind kind, String secret) {
        if (!SECRET.matcher(secret).matches())
            throw unusable(variable, "has no secret of 16 to 512 characters without spaces");
        try {
            return new WebhookKey(kind, secret);
        } catch (IllegalArgumentException noKey) {
            throw unusable(
                    variable,
                    "has a signing token without a key of at least "
                            + KEY_BYTES_MIN
                            + " bytes in base64");
        }
    }

    private static UserError unusable(String variable, String why) {
        return new UserError(
                "the variable " + variable + " " + why,
                "forge.webhook_key",
                "set it to the secret of the webhook, or remove forge.webhook_key",
                ExitCode.USAGE);
    }

    /**
     * Returns whether a delivery is authenticated in the way of this forge. It takes the same time
     * wherever what it shows is wrong.
     *
     * @param headers the values of a header
     * @param body as it arrived
     */
    boolean isAuthentic(Function<String, List<String>> headers, byte[] body) {
        return switch (kind) {
            case GITHUB -> isSigned(headers.apply("X-Hub-Signature-256"), GITHUB, body);
            case GITEA ->
                    isSigned(headers.apply("X-Forgejo-Signature"), GITEA, body)
                            || isSigned(headers.apply("X-Gitea-Signature"), GITEA, body);
            case GITLAB ->
                    signing.isEmpty()
                            ? isToken(headers.apply("X-Gitlab-Token"))
                            : isStandard(headers, signing.get(), body);
        };
    }

    /** As in Standard Webhooks: one of the signatures is of the id, the time and the body. */
    private static boolean isStandard(
            Function<String, List<String>> headers, byte[] key, byte[] body) {
        var id = headers.apply("webhook-id");
        var time = headers.apply("webhook-timestamp");
        var shown = headers.apply("webhook-signature");
        if (id.size() != 1 || time.size() != 1 || shown.size() != 1) return false;
        var start = (id.getFirst() + "." + time.getFirst() + ".").getBytes(StandardCharsets.UTF_8);
        var signature = "v1," + Base64.getEncoder().encodeToString(signature(key, start, body));
        boolean isSigned = false;
        for (var each : shown.getFirst().split(" "))
            isSigned |=
                    MessageDigest.isEqual(
                            signature.getBytes(StandardCharsets.UTF_8),
                            each.getBytes(StandardCharsets.UTF_8));
        return isSigned;
    }

    private boolean isSigned(List<String> shown, Pattern form, byte[] body) {
        if (shown.size() != 1) return false;
        var signature = form.matcher(shown.getFirst());
        return signature.matches()
                && MessageDigest.isEqual(
                        signature(secret, body), HexFormat.of().parseHex(signature.group(1)));
    }

    private boolean isToken(List<String> shown) {
        return shown.size() == 1
                && MessageDigest.isEqual(secret, shown.getFirst().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] signature(byte[] key, byte[]... parts) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (var part : parts) mac.update(part);
            return mac.doFinal();
        } catch (GeneralSecurityException missing) {
            throw new PipelineBug("no " + ALGORITHM, missing);
        }
    }
}
