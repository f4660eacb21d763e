package dev.foldline.effects.redact;

import java.util.Locale;
import java.util.regex.Pattern;

/** The judgement whether a variable's name says that its value is secret: what is hidden from checks is also redacted. */
public final class SecretNames {
    /** Some words say it wherever they stand; a key, a pass or a pat must be a word of its own: KEYCLOAK_REALM is no key. A tokenizer has no token. */
    private static final Pattern SECRET = Pattern.compile(".*(TOKEN(?!IZ)|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|APIKEY|ACCESSKEY|PRIVATEKEY).*"
            + "|(.*_)?(KEYS?|PASS|PAT)(_.*)?");
    /** How many tokens a model may use, and the name of one of git's settings. */
    private static final Pattern NEVER = Pattern.compile("(.*_)?(MAX|MIN)_(.*_)?TOKENS|" + GitSetting.KEY + "\\d+");
    private static final Pattern COUNTING = Pattern.compile("(.*_)?TOKENS");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}[kKmM]?");
    /** Such a variable usually says where a secret goes, or what it is called; some people write the secret itself into it. */
    private static final Pattern NAMING = Pattern.compile(".*_(HEADER|NAME)");
    private static final String WORD = "([A-Z]?[a-z]{1,19}|[A-Z]{1,20})";
    /** Words without digits, each in one case. */
    private static final Pattern NAME = Pattern.compile(WORD + "([-_./]" + WORD + ")*");

    private SecretNames() {}

    /** Whether a variable's name says that this value should not be shown around; the value has a say only where the name leaves a doubt. */
    public static boolean looksSecret(String name, String value) {
        var capitals = name.toUpperCase(Locale.ROOT);
        if (!saysSecret(capitals) || NEVER.matcher(capitals).matches()) return false;
        if (COUNTING.matcher(capitals).matches()) return !COUNT.matcher(value).matches();
        return !NAMING.matcher(capitals).matches() || !NAME.matcher(value).matches();
    }

    /** Whether there is a word in it, in capitals, that speaks of secrets. */
    static boolean saysSecret(String capitals) { return SECRET.matcher(capitals).matches(); }
}
