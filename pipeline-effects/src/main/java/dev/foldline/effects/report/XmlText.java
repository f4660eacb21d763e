package dev.foldline.effects.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Pattern;

/**
 * The characters of an XML file, in the encoding of its byte order mark or declaration. Tags,
 * comments and instructions, which a parser keeps in memory as a whole, are limited; text is not.
 */
final class XmlText extends Reader {
    static final int MARKUP_CHARS_MAX = 4_000_000;

    private static final int HEAD_BYTES = 1_024;
    private static final char BYTE_ORDER_MARK = '\ufeff';
    private static final Pattern ENCODING =
            Pattern.compile("^<\\?xml[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._:-]+)[\"']");
    private static final String COMMENT = "!--";
    private static final String CDATA = "![CDATA[";

    /** Where the next character is. */
    private enum Place {
        TEXT,
        OPENING,
        TAG,
        QUOTE,
        COMMENT,
        CDATA,
        INSTRUCTION
    }

    private final Reader decoded;
    private final Charset charset;
    private final StringBuilder opening = new StringBuilder();
    private Place place = Place.TEXT;
    private boolean isStart = true;
    private char quote;
    private char previous;
    private char beforePrevious;
    private int markup;

    private XmlText(Reader decoded, Charset charset) {
        this.decoded = decoded;
        this.charset = charset;
    }

    static XmlText of(InputStream file) throws IOException {
        var head = file.readNBytes(HEAD_BYTES);
        var charset = charset(head);
        var all = new SequenceInputStream(new ByteArrayInputStream(head), file);
        return new XmlText(new InputStreamReader(all, charset.newDecoder()), charset);
    }

    @Override
    public int read(char[] into, int from, int length) throws IOException {
        try {
            int chars = decoded.read(into, from, length);
            if (isStart && chars > 0 && into[from] == BYTE_ORDER_MARK) into[from] = ' ';
            isStart = false;
            for (int at = from; at < from + chars; at++) count(into[at]);
            return chars;
        } catch (CharacterCodingException invalid) {
            throw new IOException("the file is not encoded in " + charset, invalid);
        }
    }

    @Override
    public void close() throws IOException {
        decoded.close();
    }

    private static Charset charset(byte[] head) throws IOException {
        var text = new String(head, StandardCharsets.ISO_8859_1);
        if (text.startsWith("\u00fe\u00ff") || text.startsWith("\u00ff\u00fe"))
            return StandardCharsets.UTF_16;
        var declared = ENCODING.matcher(text);
        if (!declared.find()) return StandardCharsets.UTF_8;
        try {
            return Charset.forName(declared.group(1));
        } catch (UnsupportedCharsetException unknown) {
            throw new IOException("the encoding " + declared.group(1) + " is unknown", unknown);
        }
    }

    private void count(char each) throws IOException {
        var before = place;
        place = next(each);
        if (before == Place.TEXT || place == Place.TEXT || place == Place.CDATA) markup = 0;
        else if (++markup > MARKUP_CHARS_MAX)
            throw new IOException(
                    "a tag or comment has more than %,d characters".formatted(MARKUP_CHARS_MAX));
        beforePrevious = previous;
        previous = each;
    }

    private Place next(char each) {
        return switch (place) {
            case TEXT -> each == '<' ? open() : place;
            case OPENING -> opened(each);
            case TAG -> inTag(each);
            case QUOTE -> each == quote ? Place.TAG : place;
            case COMMENT ->
                    each == '>' && previous == '-' && beforePrevious == '-' ? Place.TEXT : place;
            case CDATA ->
                    each == '>' && previous == ']' && beforePrevious == ']' ? Place.TEXT : place;
            case INSTRUCTION -> each == '>' && previous == '?' ? Place.TEXT : place;
        };
    }

    private Place open() {
        opening.setLength(0);
        return Place.OPENING;
    }

    private Place opened(char each) {
        opening.append(each);
        var start = opening.toString();
        if (start.equals("?")) return Place.INSTRUCTION;
        if (start.equals(COMMENT)) return Place.COMMENT;
        if (start.equals(CDATA)) return Place.CDATA;
        return COMMENT.startsWith(start) || CDATA.startsWith(start) ? Place.OPENING : inTag(each);
    }

    private Place inTag(char each) {
        if (each == '"' || each == '\'') {
            quote = each;
            return Place.QUOTE;
        }
        return each == '>' ? Place.TEXT : Place.TAG;
    }
}
