package dev.foldline.effects.redact;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One of git's settings as variables give it: {@code GIT_CONFIG_KEY_0} has its name, and {@code GIT_CONFIG_VALUE_0} what it is set to.
 * So whether the second is secret is said by what the first holds.
 */
public record GitSetting(String key, String value) {
    /** What the names of variables begin with that hold the name of a setting; a number follows. */
    public static final String KEY = "GIT_CONFIG_KEY_";

    /** The same of those that hold what it is set to. */
    public static final String VALUE = "GIT_CONFIG_VALUE_";

    /** A password behind a name; without one what is too long for a name. Addresses are in the names of settings as well. */
    private static final Pattern USERINFO = Pattern.compile("://([^/@\\s:]*:(?<password>[^/@\\s]+)|(?<token>[^/@\\s:]{20,}))@");

    /** The setting whose value a variable holds; one without a name is none. */
    static GitSetting of(String variable, Map<String, String> environment) {
        return new GitSetting(environment.getOrDefault(KEY + variable.substring(VALUE.length()), ""), environment.getOrDefault(variable, ""));
    }

    /** What of the value is secret: all of it, and of a header what it says as well. */
    Stream<String> secrets() {
        if (!isSecret()) return inAddresses(value);
        return Stream.of(value, value.substring(value.indexOf(':') + 1), value.substring(value.lastIndexOf(' ') + 1));
    }

    /** What is secret in the addresses that a text holds. */
    static Stream<String> inAddresses(String text) {
        return USERINFO.matcher(text).results().map(found -> found.group("password") == null ? found.group("token") : found.group("password"));
    }

    /** A helper is a program, which may be written out with what it answers. */
    private boolean isSecret() {
        var last = key.substring(key.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (last) {
            case "extraheader" -> true;
            case "helper"      -> value.startsWith("!");
            default            -> last.endsWith("pass") || SecretNames.saysSecret(last.toUpperCase(Locale.ROOT));
        };
    }
}
