package dev.foldline.effects.redact;

import static dev.foldline.effects.redact.SecretKind.ASSIGNMENT;
import static dev.foldline.effects.redact.SecretKind.AUTHORIZATION;
import static dev.foldline.effects.redact.SecretKind.CLOUD_KEY;
import static dev.foldline.effects.redact.SecretKind.FORGE_TOKEN;
import static dev.foldline.effects.redact.SecretKind.JWT;
import static dev.foldline.effects.redact.SecretKind.MODEL_KEY;
import static dev.foldline.effects.redact.SecretKind.PRIVATE_KEY;
import static dev.foldline.effects.redact.SecretKind.REGISTRY_TOKEN;
import static dev.foldline.effects.redact.SecretKind.SERVICE_TOKEN;
import static dev.foldline.effects.redact.SecretKind.URL_USERINFO;

import dev.foldline.effects.redact.SecretPattern.Case;
import dev.foldline.effects.redact.SecretPattern.Start;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All redacted patterns. They run in linear time: unbounded repetitions never backtrack, and what
 * can fail after one is searched only where the repetition starts.
 */
final class SecretPatterns {
    private static final String ALNUM = "[A-Za-z0-9]";
    private static final String WORD = "[A-Za-z0-9_-]";
    private static final String HEX = "[0-9a-f]";

    private static final String USER = "[^\\s/@:\"'`<>\\[\\]{}|\\\\]";
    private static final String QUOTE = "\\\\{0,3}[\"'`]";

    /** Characters of a quoted value. */
    private static final String QUOTED = "[!#-&(-;=?-Z^_a-z|~]";

    /**
     * Characters of an unquoted value; other characters end it, or indicate a reference or an
     * expression.
     */
    private static final String VALUE = "[!#%*+./:=?@^_|~0-9A-Za-z-]";

    private static final String A_DIGIT = "(?=[!#-&(-/:;=?-Z^_a-z|~]{0,64}[0-9])";
    private static final String TWO_DIGITS = "(?=(?:[!#%*+./:=?@^_|~A-Za-z-]{0,64}[0-9]){2})";
    private static final String A_LETTER = "(?=[!#%*+./:=?@^_|~0-9-]{0,64}[A-Za-z])";

    /** Characters that do not look like a variable's name. */
    private static final String RANDOM =
            "(?=[0-9+/=_-]{0,32}[A-Za-z])(?:(?=(?:[A-Za-z+/=_-]{0,32}[0-9]){4})[A-Za-z0-9+/=_-]{16,}+|(?=[A-Za-z+/=_-]{0,64}[0-9])[A-Za-z0-9+/=_-]{32,}+)";

    private static final String TIE = "[ \\t]{0,8}(?::=|=>|[:=])[ \\t]{0,8}";
    private static final String TIGHT = "(?::=|=>|=|:[ \\t]{0,2})";
    private static final String NO_CALL = "(?![(\\[.$])";

    private static final List<String> PASSWORD_WORDS =
            List.of("password", "passwd", "passphrase", "pwd", "secret");

    /** What follows a word for a password: any value with a digit may be one. */
    private static final List<String> PASSWORD_FORMS =
            List.of(
                    QUOTE
                            + "?"
                            + TIE
                            + QUOTE
                            + "(?<secret>(?!\\$)"
                            + A_DIGIT
                            + QUOTED
                            + "{6,}+)"
                            + QUOTE,
                    TIGHT + "(?<secret>(?![%/*])" + A_DIGIT + VALUE + "{6,}+)" + NO_CALL,
                    "=(?<secret>[A-Za-z0-9_!@#%^*+-]{8,}+)(?=$|[\\s&\"'`])",
                    TIE + "(?<secret>" + RANDOM + ")" + NO_CALL,
                    "[ \t]{1,2}(?<=--[a-z-]{0,24}[ \t]{1,2})(?<secret>"
                            + A_DIGIT
                            + VALUE
                            + "{6,}+)");

    private static final List<String> KEY_WORDS =
            List.of(
                    "token",
                    "apikey",
                    "api_key",
                    "api-key",
                    "accesskey",
                    "access_key",
                    "access-key",
                    "secret_key",
                    "secretkey",
                    "private_key",
                    "auth_key",
                    "authkey",
                    "signing_key",
                    "encryption_key",
                    "credential");

    /** What follows a word for a key: keys are longer, with digits and letters. */
    private static final List<String> KEY_FORMS =
            List.of(
                    QUOTE
                            + "?"
                            + TIE
                            + QUOTE
                            + "(?<secret>(?!\\$)"
                            + A_DIGIT
                            + A_LETTER
                            + QUOTED
                            + "{10,}+)"
                            + QUOTE,
                    TIGHT
                            + "(?<secret>(?![%/*.])"
                            + TWO_DIGITS
                            + A_LETTER
                            + VALUE
                            + "{10,}+)"
                            + NO_CALL,
                    TIE + "(?<secret>" + RANDOM + ")" + NO_CALL,
                    "[ \t]{1,2}(?<=--[a-z-]{0,24}[ \t]{1,2})(?<secret>"
                            + A_DIGIT
                            + A_LETTER
                            + VALUE
                            + "{10,}+)");

    private SecretPatterns() {}

    private static final List<SecretPattern> ALL =
            Stream.of(
                            clouds(),
                            forges(),
                            models(),
                            registries(),
                            services(),
                            contexts(),
                            assignments())
                    .flatMap(List::stream)
                    .toList();

    /** Scans for all patterns at once. */
    static final SecretScanner SIGHTINGS =
            new SecretScanner(
                    ALL.stream().map(SecretPattern::word).toList(),
                    (text, word, end, from, to) -> ALL.get(word).at(text, end, from, to));

    private static List<SecretPattern> clouds() {
        return List.of(
                SecretPattern.token(CLOUD_KEY, "AKIA", "[A-Z0-9]", 16),
                SecretPattern.token(CLOUD_KEY, "ASIA", "[A-Z0-9]", 16),
                SecretPattern.token(CLOUD_KEY, "ABIA", "[A-Z0-9]", 16),
                SecretPattern.token(CLOUD_KEY, "ACCA", "[A-Z0-9]", 16),
                SecretPattern.token(CLOUD_KEY, "AIza", WORD, 35),
                SecretPattern.token(CLOUD_KEY, "ya29.", WORD, 20),
                SecretPattern.token(CLOUD_KEY, "GOCSPX-", WORD, 20),
                keeping(CLOUD_KEY, "AccountKey=", "[A-Za-z0-9+/]{40,}+={0,2}"),
                keeping(CLOUD_KEY, "SharedAccessKey=", "[A-Za-z0-9+/]{40,}+={0,2}"),
                keeping(CLOUD_KEY, "&sig=", "[A-Za-z0-9%+/=]{30,}+"),
                keeping(CLOUD_KEY, "?sig=", "[A-Za-z0-9%+/=]{30,}+"),
                SecretPattern.token(CLOUD_KEY, "dop_v1_", HEX, 40),
                SecretPattern.token(CLOUD_KEY, "doo_v1_", HEX, 40),
                SecretPattern.token(CLOUD_KEY, "dor_v1_", HEX, 40),
                SecretPattern.token(CLOUD_KEY, "dapi", HEX, 32),
                SecretPattern.token(CLOUD_KEY, "hvs.", WORD, 24),
                SecretPattern.token(CLOUD_KEY, "hvb.", WORD, 24),
                SecretPattern.token(CLOUD_KEY, "pul-", HEX, 40),
                SecretPattern.token(CLOUD_KEY, "sbp_", HEX, 40));
    }

    private static List<SecretPattern> forges() {
        return List.of(
                SecretPattern.token(FORGE_TOKEN, "ghp_", ALNUM, 30),
                SecretPattern.token(FORGE_TOKEN, "gho_", ALNUM, 30),
                SecretPattern.token(FORGE_TOKEN, "ghu_", ALNUM, 30),
                SecretPattern.token(FORGE_TOKEN, "ghs_", ALNUM, 30),
                SecretPattern.token(FORGE_TOKEN, "ghr_", ALNUM, 30),
                SecretPattern.token(FORGE_TOKEN, "github_pat_", "[A-Za-z0-9_]", 22),
                SecretPattern.token(FORGE_TOKEN, "glpat-", WORD, 20),
                SecretPattern.token(FORGE_TOKEN, "gldt-", WORD, 20),
                SecretPattern.token(FORGE_TOKEN, "glrt-", WORD, 20),
                SecretPattern.token(FORGE_TOKEN, "glptt-", WORD, 20),
                SecretPattern.token(FORGE_TOKEN, "glcbt-", WORD, 20),
                SecretPattern.token(FORGE_TOKEN, "ATBB", ALNUM, 32),
                SecretPattern.token(FORGE_TOKEN, "ATATT3", "[A-Za-z0-9_=-]", 60));
    }

    private static List<SecretPattern> models() {
        return List.of(
                SecretPattern.token(MODEL_KEY, "sk-ant-", WORD, 20),
                SecretPattern.token(MODEL_KEY, "sk-proj-", WORD, 20),
                SecretPattern.token(MODEL_KEY, "sk-svcacct-", WORD, 20),
                SecretPattern.token(MODEL_KEY, "sk-admin-", WORD, 20),
                SecretPattern.token(MODEL_KEY, "sk-or-v1-", ALNUM, 20),
                SecretPattern.token(MODEL_KEY, "sk-", ALNUM, 20),
                SecretPattern.token(MODEL_KEY, "hf_", ALNUM, 30),
                SecretPattern.token(MODEL_KEY, "gsk_", ALNUM, 40),
                SecretPattern.token(MODEL_KEY, "xai-", ALNUM, 40),
                SecretPattern.token(MODEL_KEY, "r8_", ALNUM, 30),
                SecretPattern.token(MODEL_KEY, "nvapi-", WORD, 40),
                SecretPattern.token(MODEL_KEY, "pplx-", ALNUM, 40));
    }

    private static List<SecretPattern> registries() {
        return List.of(
                SecretPattern.token(REGISTRY_TOKEN, "npm_", ALNUM, 30),
                SecretPattern.token(REGISTRY_TOKEN, "dckr_pat_", WORD, 20),
                SecretPattern.of(
                        REGISTRY_TOKEN,
                        "pypi-",
                        "pypi-(?=[A-Za-z_-]{0,200}[0-9])" + WORD + "{32,}+"),
                SecretPattern.token(REGISTRY_TOKEN, "rubygems_", HEX, 40));
    }

    private static List<SecretPattern> services() {
        return List.of(
                SecretPattern.of(SERVICE_TOKEN, "xox", "xox[abeoprs]-[A-Za-z0-9-]{10,}+"),
                SecretPattern.token(SERVICE_TOKEN, "xapp-", "[A-Za-z0-9-]", 20),
                keeping(SERVICE_TOKEN, "hooks.slack.com/services/", "[A-Za-z0-9/]{20,}+"),
                SecretPattern.token(SERVICE_TOKEN, "sk_live_", ALNUM, 16),
                SecretPattern.token(SERVICE_TOKEN, "sk_test_", ALNUM, 16),
                SecretPattern.token(SERVICE_TOKEN, "rk_live_", ALNUM, 16),
                SecretPattern.token(SERVICE_TOKEN, "rk_test_", ALNUM, 16),
                SecretPattern.token(SERVICE_TOKEN, "whsec_", "[A-Za-z0-9+/=]", 24),
                SecretPattern.of(
                        SERVICE_TOKEN, "SG.", "SG\\." + WORD + "{16,}+\\." + WORD + "{16,}+"),
                SecretPattern.of(SERVICE_TOKEN, "SK", "SK" + HEX + "{32}(?![0-9A-Za-z])"),
                SecretPattern.of(SERVICE_TOKEN, "key-", "key-" + HEX + "{32}(?![0-9A-Za-z])"),
                SecretPattern.token(SERVICE_TOKEN, "AGE-SECRET-KEY-1", "[0-9A-Z]", 50),
                SecretPattern.token(SERVICE_TOKEN, "shpat_", "[0-9a-fA-F]", 32),
                SecretPattern.token(SERVICE_TOKEN, "shpss_", "[0-9a-fA-F]", 32),
                SecretPattern.token(SERVICE_TOKEN, "sq0atp-", WORD, 22),
                SecretPattern.token(SERVICE_TOKEN, "sq0csp-", WORD, 22),
                SecretPattern.token(SERVICE_TOKEN, "lin_api_", ALNUM, 32),
                SecretPattern.token(SERVICE_TOKEN, "glsa_", "[A-Za-z0-9_]", 32),
                SecretPattern.token(SERVICE_TOKEN, "sntrys_", "[A-Za-z0-9_=+/-]", 32),
                SecretPattern.token(SERVICE_TOKEN, "PMAK-", "[0-9a-f-]", 32),
                SecretPattern.token(SERVICE_TOKEN, "NRAK-", "[A-Z0-9]", 27),
                SecretPattern.token(SERVICE_TOKEN, "figd_", WORD, 32),
                new SecretPattern(
                        SERVICE_TOKEN,
                        ":AA",
                        Case.AS_WRITTEN,
                        Start.ANYWHERE,
                        Pattern.compile("(?<=[0-9]{8}):(?<secret>AA" + WORD + "{33,}+)")));
    }

    /** Returns patterns for secrets identified by their context. */
    private static List<SecretPattern> contexts() {
        return List.of(
                around(
                        PRIVATE_KEY,
                        "-----BEGIN ",
                        "(?<secret>-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
                            + "(?:\\s|\\\\[nr])*+(?=[A-Za-z0-9+/=]{20}|Proc-Type|Version|Comment|=)(?:[A-Za-z0-9+/=\\s:,.\\\\()]++|-(?!-)){0,64}+(?:-----END"
                            + " [A-Z0-9 ]{1,60}-----)?)"),
                around(
                        JWT,
                        "eyJ",
                        "(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrt])|(?<=\u001b\\[[0-9;]{0,9}m))"
                                + "(?<secret>eyJ"
                                + WORD
                                + "{8,}+\\."
                                + WORD
                                + "{8,}+(?:\\."
                                + WORD
                                + "*+){1,3}+)"),
                around(
                        URL_USERINFO,
                        "://",
                        "://(?<secret>(?![$%{<*])"
                                + USER
                                + "{0,128}+:(?![$%{<*])[^\\s/\"'`<>\\[\\]{}|\\\\]{1,256})@"),
                around(
                        URL_USERINFO,
                        "://",
                        "://(?<secret>(?=[A-Za-z_-]{0,64}[0-9])" + WORD + "{20,}+)@"),
                around(
                        AUTHORIZATION,
                        "authorization",
                        "authorization"
                                + QUOTE
                                + "?[ \t]{0,4}[:=,][ \t]{0,4}"
                                + QUOTE
                                + "?(?:bearer|basic|token|apikey)[ "
                                + "\t]{1,4}(?<secret>[A-Za-z0-9._~+/=:-]{6,}+)"),
                around(
                        AUTHORIZATION,
                        "bearer ",
                        "(?<![A-Za-z])bearer[ "
                            + "\t]{1,4}(?<secret>(?=[A-Za-z._~+/=-]{0,64}[0-9])[A-Za-z0-9._~+/=-]{16,}+)"));
    }

    private static List<SecretPattern> assignments() {
        return Stream.concat(
                        assigned(PASSWORD_WORDS, PASSWORD_FORMS), assigned(KEY_WORDS, KEY_FORMS))
                .toList();
    }

    private static Stream<SecretPattern> assigned(List<String> words, List<String> forms) {
        return words.stream()
                .flatMap(word -> forms.stream().map(form -> around(ASSIGNMENT, word, word + form)));
    }

    /** Returns a pattern with a word that remains before the redacted text. */
    private static SecretPattern keeping(SecretKind kind, String word, String secret) {
        return around(kind, word, Pattern.quote(word) + "(?<secret>" + secret + ")");
    }

    /** Returns a pattern whose word may be part of another, in any case. */
    private static SecretPattern around(SecretKind kind, String word, String pattern) {
        return new SecretPattern(
                kind, word, Case.ANY, Start.ANYWHERE, Pattern.compile("(?i)" + pattern));
    }
}
