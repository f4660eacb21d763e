package dev.foldline.effects.redact;

import java.util.List;
import java.util.Locale;

/** The kind of a secret, which is shown in its place. */
public enum SecretKind {
    /** The value of a variable whose name suggests a secret. */
    VARIABLE,
    /** Key material between its begin and end lines. */
    PRIVATE_KEY,
    /** The user name and password in a URL. */
    URL_USERINFO,
    /** The credentials after the scheme of an authorization header. */
    AUTHORIZATION,
    /** The value assigned to a password, a secret, a token or a key. */
    ASSIGNMENT,
    /** A signed JSON token. */
    JWT,
    /** A cloud provider's token, identified by its prefix. */
    CLOUD_KEY,
    /** A token of a source code host. */
    FORGE_TOKEN,
    /** A token of a model provider. */
    MODEL_KEY,
    /** A token of a package registry. */
    REGISTRY_TOKEN,
    /** A token of any other service. */
    SERVICE_TOKEN;

    private static final List<SecretKind> ALL = List.of(values());
    private static final String BEGINNING = "[redacted:";

    private final String marker =
            BEGINNING + name().toLowerCase(Locale.ROOT).replace('_', '-') + "]";

    /** Returns the text in place of the secret. */
    public String marker() {
        return marker;
    }

    /**
     * Returns where the next marker starts, or -1. Only exact markers count, because a secret could
     * hide in an imitation.
     */
    static int nextMarker(String text, int from) {
        int at = text.indexOf(BEGINNING, from);
        while (at >= 0 && !isMarker(text, at)) at = text.indexOf(BEGINNING, at + 1);
        return at;
    }

    /** Returns whether a text is part of a marker. */
    static boolean isWithinAMarker(String text) {
        return ALL.stream().anyMatch(kind -> kind.marker.contains(text));
    }

    private static boolean isMarker(String text, int at) {
        return ALL.stream().anyMatch(kind -> text.startsWith(kind.marker, at));
    }
}
