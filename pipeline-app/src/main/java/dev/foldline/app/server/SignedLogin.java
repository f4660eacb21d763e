package dev.foldline.app.server;

import dev.foldline.app.user.UserEntry;
import dev.foldline.core.PipelineBug;

import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A login as its cookie or its link carries it: id, end, user and signature. The user is named with
 * the entry of {@code users.yaml}, which is a new one when the user is added again.
 *
 * @param until when it ends, in whole seconds
 * @param user none for the owner of the server
 */
record SignedLogin(Use use, String id, Instant until, Option<UserEntry> user) {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int ID_BYTES = 16;
    private static final Pattern FORM =
            Pattern.compile(
                    "([\\w-]{22})\\.(\\d{1,12})(?:\\.([\\w-]{1,128})\\.([\\w-]{1,64}))?\\.[\\w-]{43}");

    /** What it is for: a link is no cookie, and the other way round. */
    enum Use {
        COOKIE,
        LINK
    }

    /** A new one. */
    static SignedLogin create(Use use, Instant until, Option<UserEntry> user) {
        return new SignedLogin(
                use,
                encoded(random(ID_BYTES)),
                Instant.ofEpochSecond(until.getEpochSecond()),
                user);
    }

    /** A new key, in hexadecimal. */
    static String key() {
        return HexFormat.of().formatHex(random(KEY_BYTES));
    }

    /** Reads one; none if it has another form, or was not signed with this key for this use. */
    static Option<SignedLogin> parse(Use use, String cookie, String key) {
        var parts = FORM.matcher(cookie);
        if (!parts.matches()) return Option.none();
        var login =
                new SignedLogin(
                        use,
                        parts.group(1),
                        Instant.ofEpochSecond(Long.parseLong(parts.group(2))),
                        Option.of(parts.group(3))
                                .map(name -> new UserEntry(decoded(name), parts.group(4))));
        return Option.when(
                MessageDigest.isEqual(
                        login.signed(key).getBytes(StandardCharsets.US_ASCII),
                        cookie.getBytes(StandardCharsets.US_ASCII)),
                login);
    }

    String signed(String key) {
        var text =
                id
                        + "."
                        + until.getEpochSecond()
                        + user.map(
                                        each ->
                                                "."
                                                        + encoded(
                                                                each.name()
                                                                        .getBytes(
                                                                                StandardCharsets
                                                                                        .UTF_8))
                                                        + "."
                                                        + each.id())
                                .getOrElse("");
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(HexFormat.of().parseHex(key), ALGORITHM));
            return text
                    + "."
                    + encoded(mac.doFinal((use + "." + text).getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new PipelineBug("no " + ALGORITHM, everyJdkHasIt);
        }
    }

    private static byte[] random(int length) {
        var bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** What is malformed is another text than the one that was signed. */
    private static String decoded(String text) {
        try {
            return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
