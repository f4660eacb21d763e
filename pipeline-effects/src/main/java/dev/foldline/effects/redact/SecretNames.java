package dev.foldline.effects.redact;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Determines whether a variable's name suggests a secret. Such variables are hidden from checks and
 * redacted.
 */
public final class SecretNames {
    /**
     * Some words count anywhere; key, pass and pat must be separate words: KEYCLOAK_REALM is not a
     * key. A tokenizer has no token.
     */
    private static final Pattern SECRET =
            Pattern.compile(
                    ".*(TOKEN(?!IZ)|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|APIKEY|ACCESSKEY|PRIVATEKEY).*"
                        + "|(.*_)?(KEYS?|PASS|PAT)(_.*)?");

    /** Token limits of models, and names of git settings. */
    private static final Pattern NEVER =
            Pattern.compile("(.*_)?(MAX|MIN)_(.*_)?TOKENS|" + GitConfigVariable.KEY + "\\d+");

    private static final Pattern COUNTING = Pattern.compile("(.*_)?TOKENS");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}[kKmM]?");

    /** Such a variable usually names a header or a secret, but may contain the secret itself. */
    private static final Pattern NAMING = Pattern.compile(".*_(HEADER|NAME)");

    private static final String WORD = "([A-Z]?[a-z]{1,19}|[A-Z]{1,20})";

    /** Words without digits, each in one case. */
    private static final Pattern NAME = Pattern.compile(WORD + "([-_./]" + WORD + ")*");

    private SecretNames() {}

    /**
     * Returns whether this variable's value must not be shown. The value matters only if the name
     * is ambiguous.
     */
    public static boolean looksSecret(String name, String value) {
        var capitals = name.toUpperCase(Locale.ROOT);
        if (OtlpHeader.hasHeaders(capitals)) return true;
        if (!saysSecret(capitals) || NEVER.matcher(capitals).matches()) return false;
        if (COUNTING.matcher(capitals).matches()) return !COUNT.matcher(value).matches();
        return !NAMING.matcher(capitals).matches() || !NAME.matcher(value).matches();
    }

    /** Returns whether the upper-case name contains a word for a secret. */
    static boolean saysSecret(String capitals) {
        return SECRET.matcher(capitals).matches();
    }
}
