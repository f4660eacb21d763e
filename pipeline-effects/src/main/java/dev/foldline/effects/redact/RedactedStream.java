package dev.foldline.effects.redact;

import dev.foldline.effects.redact.Sightings.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A stream of bytes with what is secret replaced, however it is cut into pieces: what may still become a secret is held back,
 * to the end of its line, or of the key that it begins. One thread at a time.
 */
public final class RedactedStream {
    /** A longer line, or key, is taken to pieces; a secret of up to {@link #SECRET_BYTES_MAX} within it is still seen whole. */
    static final int HELD_BYTES_MAX = 1 << 17;

    static final int SECRET_BYTES_MAX = 1 << 15;

    private static final Pattern KEY_BEGINS = Pattern.compile("-----BEGIN [A-Z0-9 ]{0,60}-----[\\s\\\\nr]*+");

    private final Redaction redaction;
    private final StringBuilder held = new StringBuilder();

    public RedactedStream(Redaction redaction) { this.redaction = redaction; }

    /** Takes more, and gives what can be told by now. */
    public byte[] add(byte[] bytes, int length) {
        held.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
        int lineEnd = Math.max(held.lastIndexOf("\n"), held.lastIndexOf("\r")) + 1;
        if (lineEnd == 0 && held.length() < HELD_BYTES_MAX) return new byte[0];
        var text = held.toString();
        var secrets = redaction.secrets(text);
        int cut = before(secrets, keyBegins(text, lineEnd));
        return taken(text.length() - cut < HELD_BYTES_MAX ? cut : Math.max(cut, middle(text, secrets)));
    }

    /** The end has come: gives what was held back. */
    public byte[] end() { return taken(held.length()); }

    /** The line that says that a key follows is secret only when one does. */
    private static int keyBegins(String text, int cut) {
        int begin = text.lastIndexOf("-----BEGIN ", cut);
        return begin >= 0 && begin < cut && KEY_BEGINS.matcher(text).region(begin, cut).matches() ? begin : cut;
    }

    /** A secret that reaches to the cut may go on behind it. */
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

    /** Between words, so that what follows is seen as it is; if need be through a secret longer than any. */
    private static int middle(String text, List<Span> secrets) {
        int latest = text.length() - SECRET_BYTES_MAX;
        int cut = latest;
        while (cut > 0 && text.charAt(cut) > ' ' && text.charAt(cut) != '"' && text.charAt(cut) != ',') cut--;
        int safe = before(secrets, cut > 0 ? cut : latest);
        return safe > 0 ? safe : latest;
    }

    private byte[] taken(int length) {
        var part = held.substring(0, length);
        held.delete(0, length);
        return redaction.text(part).getBytes(StandardCharsets.ISO_8859_1);
    }
}
