package dev.foldline.effects.redact;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A git setting in environment variables: {@code GIT_CONFIG_KEY_0} is its name, and {@code
 * GIT_CONFIG_VALUE_0} its value. So the name in the first determines whether the second is secret.
 */
public record GitConfigVariable(String key, String value) {
    /** The prefix of variables with the name of a setting; a number follows. */
    public static final String KEY = "GIT_CONFIG_KEY_";

    /** The prefix of variables with the value of a setting. */
    public static final String VALUE = "GIT_CONFIG_VALUE_";

    /**
     * A password after a name, or, without one, text that is too long for a name. Setting names may
     * contain URLs as well.
     */
    private static final Pattern USERINFO =
            Pattern.compile("://([^/@\\s:]*:(?<password>[^/@\\s]+)|(?<token>[^/@\\s:]{20,}))@");

    /** Returns the setting of a value's variable; its key is empty if there is no name. */
    static GitConfigVariable of(String variable, Map<String, String> environment) {
        return new GitConfigVariable(
                environment.getOrDefault(KEY + variable.substring(VALUE.length()), ""),
                environment.getOrDefault(variable, ""));
    }

    /** Returns the secret parts of the value: all of it, and for a header also its content. */
    Stream<String> secrets() {
        if (!isSecret()) return inAddresses(value);
        return Stream.of(
                value,
                value.substring(value.indexOf(':') + 1),
                value.substring(value.lastIndexOf(' ') + 1));
    }

    /** Returns the secrets in URLs within a text. */
    public static Stream<String> inAddresses(String text) {
        return USERINFO.matcher(text)
                .results()
                .map(
                        found ->
                                found.group("password") == null
                                        ? found.group("token")
                                        : found.group("password"));
    }

    /** A helper is a program, whose command line may contain its answer. */
    private boolean isSecret() {
        var last = key.substring(key.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (last) {
            case "extraheader" -> true;
            case "helper" -> value.startsWith("!");
            default ->
                    last.endsWith("pass") || SecretNames.saysSecret(last.toUpperCase(Locale.ROOT));
        };
    }
}
