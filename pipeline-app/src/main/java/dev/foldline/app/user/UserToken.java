package dev.foldline.app.user;

import dev.foldline.core.PipelineBug;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Tokens of users, of which only the hash is kept. They are random, so one hash is enough. */
final class UserToken {
    private static final int BYTES = 32;
    private static final int ID_BYTES = 16;

    private UserToken() {}

    static String create() {
        return random(BYTES);
    }

    /** Of an entry: no secret, and never the same again. */
    static String id() {
        return random(ID_BYTES);
    }

    private static String random(int length) {
        var bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static String hash(String token) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new PipelineBug("no SHA-256", everyJdkHasIt);
        }
    }

    /** Compared in the same time wherever it differs. */
    static boolean matches(String token, String hash) {
        return MessageDigest.isEqual(
                hash(token).getBytes(StandardCharsets.US_ASCII),
                hash.getBytes(StandardCharsets.US_ASCII));
    }
}
