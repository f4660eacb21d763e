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
    private static final Pattern SECRET = Pattern.compile("\\p{Graph}{16,512}");
    private static final Pattern GITHUB = Pattern.compile("sha256=([0-9a-fA-F]{64})");
    private static final Pattern GITEA = Pattern.compile("([0-9a-fA-F]{64})");

    private final ForgeKind kind;
    private final byte[] secret;

    public WebhookKey(ForgeKind kind, String secret) {
        this.kind = kind;
        this.secret = secret.getBytes(StandardCharsets.US_ASCII);
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

    private static WebhookKey of(String variable, ForgeKind kind, String secret) {
        if (!SECRET.matcher(secret).matches()) throw unusable(variable);
        return new WebhookKey(kind, secret);
    }

    private static UserError unusable(String variable) {
        return new UserError(
                "the variable "
                        + variable
                        + " has no secret of 16 to 512 characters without spaces",
                "forge.webhook_key",
                "set it to the secret of the webhook, or remove forge.webhook_key",
                ExitCode.USAGE);
    }

    /**
     * Returns whether a delivery shows the secret in the way of this forge. It takes the same time
     * wherever what it shows is wrong.
     *
     * @param headers the values of a header
     * @param body as it arrived
     */
    boolean isShown(Function<String, List<String>> headers, byte[] body) {
        return switch (kind) {
            case GITHUB -> isSigned(headers.apply("X-Hub-Signature-256"), GITHUB, body);
            case GITEA ->
                    isSigned(headers.apply("X-Forgejo-Signature"), GITEA, body)
                            || isSigned(headers.apply("X-Gitea-Signature"), GITEA, body);
            case GITLAB -> isToken(headers.apply("X-Gitlab-Token"));
        };
    }

    private boolean isSigned(List<String> shown, Pattern form, byte[] body) {
        if (shown.size() != 1) return false;
        var signature = form.matcher(shown.getFirst());
        return signature.matches()
                && MessageDigest.isEqual(
                        signature(body), HexFormat.of().parseHex(signature.group(1)));
    }

    private boolean isToken(List<String> shown) {
        return shown.size() == 1
                && MessageDigest.isEqual(secret, shown.getFirst().getBytes(StandardCharsets.UTF_8));
    }

    private byte[] signature(byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac.doFinal(body);
        } catch (GeneralSecurityException missing) {
            throw new PipelineBug("no " + ALGORITHM, missing);
        }
    }
}
