package dev.foldline.effects.redact;

import java.util.List;
import java.util.Locale;

/** What was redacted: said in its place, so that a reader knows what is missing. */
public enum Kind {
    /** The value of a secret-looking variable. */
    VARIABLE,
    /** Key material between its begin and end lines. */
    PRIVATE_KEY,
    /** Name and password within a URL. */
    URL_USERINFO,
    /** What follows an authorization header's scheme. */
    AUTHORIZATION,
    /** What a password, a secret, a token or a key is set to. */
    ASSIGNMENT,
    /** A signed JSON token. */
    JWT,
    /** A token of a cloud, to be known by its beginning. */
    CLOUD_KEY,
    /** A token of a place where source code is kept. */
    FORGE_TOKEN,
    /** A token of a service that answers prompts. */
    MODEL_KEY,
    /** A token of a place where packages are published. */
    REGISTRY_TOKEN,
    /** A token of any other service. */
    SERVICE_TOKEN;

    private static final List<Kind> ALL = List.of(values());
    private static final String BEGINNING = "[redacted:";

    private final String marker = BEGINNING + name().toLowerCase(Locale.ROOT).replace('_', '-') + "]";

    /** What is written in place of the secret. */
    public String marker() { return marker; }

    /** Where the next marker begins, or -1. What only looks like one is none: a secret could hide in it. */
    static int nextMarker(String text, int from) {
        int at = text.indexOf(BEGINNING, from);
        while (at >= 0 && !isMarker(text, at)) at = text.indexOf(BEGINNING, at + 1);
        return at;
    }

    /** Whether a text is a part of what is written in place of secrets. */
    static boolean isWithinAMarker(String text) { return ALL.stream().anyMatch(kind -> kind.marker.contains(text)); }

    private static boolean isMarker(String text, int at) { return ALL.stream().anyMatch(kind -> text.startsWith(kind.marker, at)); }
}
