package dev.foldline.effects.redact;

import dev.foldline.effects.redact.SecretScanner.Span;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A stream of bytes with secrets redacted, however it is divided. Text that may become a secret is
 * delayed to the end of its line, or of the key or value it starts. It is used by one thread at a
 * time.
 */
public final class RedactedStream {
    /**
     * A longer line or key is divided; a secret of up to {@link #SECRET_BYTES_MAX} within it is
     * still detected as a whole.
     */
    static final int HELD_BYTES_MAX = 1 << 17;

    static final int SECRET_BYTES_MAX = 1 << 15;

    private static final Pattern KEY_BEGINS =
            Pattern.compile("-----BEGIN [A-Z0-9 ]{0,60}-----[\\s\\\\nr]*+");

    private final Redaction redaction;
    private final StringBuilder held = new StringBuilder();

    public RedactedStream(Redaction redaction) {
        this.redaction = redaction;
    }

    /** Adds bytes and returns what can be released. */
    public byte[] add(byte[] bytes, int length) {
        held.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
        int lineEnd = Math.max(held.lastIndexOf("\n"), held.lastIndexOf("\r")) + 1;
        if (lineEnd == 0 && held.length() < HELD_BYTES_MAX) return new byte[0];
        var text = held.toString();
        var secrets = redaction.secrets(text);
        int cut =
                before(
                        secrets,
                        Math.min(
                                keyBegins(text, lineEnd),
                                redaction.unfinished(text.substring(0, lineEnd))));
        return take(
                text.length() - cut < HELD_BYTES_MAX ? cut : Math.max(cut, middle(text, secrets)));
    }

    /** Returns the rest at the end of the stream. */
    public byte[] end() {
        return take(held.length());
    }

    /** The line that starts a key is secret only if a key follows. */
    private static int keyBegins(String text, int cut) {
        int begin = text.lastIndexOf("-----BEGIN ", cut);
        return begin >= 0 && begin < cut && KEY_BEGINS.matcher(text).region(begin, cut).matches()
                ? begin
                : cut;
    }

    /** A secret that reaches the cut may continue after it. */
    private static int before(List<Span> secrets, int cut) {
        int safe = cut;
        for (boolean moved = true; moved; ) {
            moved = false;
            for (Span secret : secrets) {
                if (secret.from() >= safe || secret.to() < safe) continue;
                safe = secret.from();
                moved = true;
            }
        }
        return safe;
    }

    /**
     * Cuts between words, so that the rest is detected correctly; if necessary, cuts through a
     * secret longer than the maximum.
     */
    private static int middle(String text, List<Span> secrets) {
        int latest = text.length() - SECRET_BYTES_MAX;
        int cut = latest;
        while (cut > 0
                && text.charAt(cut) > ' '
                && text.charAt(cut) != '"'
                && text.charAt(cut) != ',') cut--;
        int safe = before(secrets, cut > 0 ? cut : latest);
        return safe > 0 ? safe : latest;
    }

    private byte[] take(int length) {
        var part = held.substring(0, length);
        held.delete(0, length);
        return redaction.text(part).getBytes(StandardCharsets.ISO_8859_1);
    }
}
