package dev.foldline.app.webhook;

import dev.foldline.effects.forge.ForgeKind;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Deliveries as the webhooks of forges send them. */
public final class WebhookDeliveries {
    private WebhookDeliveries() {}

    /** Returns the request with a delivery that shows a secret as this kind of forge does. */
    public static HttpRequest.Builder signed(
            HttpRequest.Builder request, ForgeKind kind, String secret, String body) {
        return request.POST(BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .header(header(kind), shown(kind, secret, body));
    }

    private static String header(ForgeKind kind) {
        return switch (kind) {
            case GITHUB -> "X-Hub-Signature-256";
            case GITEA -> "X-Gitea-Signature";
            case GITLAB -> "X-Gitlab-Token";
        };
    }

    private static String shown(ForgeKind kind, String secret, String body) {
        return switch (kind) {
            case GITHUB -> "sha256=" + hmac(secret, body);
            case GITEA -> hmac(secret, body);
            case GITLAB -> secret;
        };
    }

    /** Returns a delivery about a repository, as this kind of forge names it. */
    public static String about(ForgeKind kind, String repository) {
        return kind == ForgeKind.GITLAB
                ? "{\"object_kind\":\"pipeline\",\"project\":{\"path_with_namespace\":\""
                        + repository
                        + "\"}}"
                : "{\"action\":\"completed\",\"repository\":{\"full_name\":\""
                        + repository
                        + "\"}}";
    }

    public static String hmac(String secret, String body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException missing) {
            throw new AssertionError(missing);
        }
    }
}
