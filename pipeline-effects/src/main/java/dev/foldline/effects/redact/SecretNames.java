package dev.foldline.effects.redact;

import java.util.Locale;
import java.util.regex.Pattern;

/** The judgement whether a variable's name says that its value is secret: what is hidden from checks is also redacted. */
public final class SecretNames {
    /** Some words say it wherever they stand; a key, a pass or a pat must be a word of its own: KEYCLOAK_REALM is no key. */
    private static final Pattern SECRET = Pattern.compile(".*(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|APIKEY|ACCESSKEY|PRIVATEKEY).*"
            + "|(.*_)?(KEYS?|PASS|PAT)(_.*)?");

    private SecretNames() {}

    /** Whether a variable's name says that its value should not be shown around. */
    public static boolean looksSecret(String name) { return SECRET.matcher(name.toUpperCase(Locale.ROOT)).matches(); }
}
