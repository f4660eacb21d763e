package dev.foldline.effects.store;

import dev.foldline.effects.redact.RedactedStream;
import dev.foldline.effects.redact.Redaction;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Content-addressed storage of texts and bytes: the name of each blob is the SHA-256 of its bytes,
 * 64 lower-case hexadecimal digits.
 *
 * <p>Prompts, transcripts and diffs are stored here; the event log contains only their names.
 * Content is verified against its name when read.
 */
public final class Blobs {
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");
    private static final int UTF8_BYTES_PER_CHAR_MAX = 4;
    private static final int CHUNK_BYTES = 1 << 16;

    private final Path directory;
    private final Redaction redaction;

    /**
     * A store in {@code directory}, which is created with the first blob. Everything that has the
     * form of a secret is redacted.
     */
    public Blobs(Path directory) {
        this(directory, Redaction.OF_SHAPES);
    }

    /** A store with another redaction. */
    public Blobs(Path directory, Redaction redaction) {
        this.directory = directory;
        this.redaction = redaction;
    }

    /** Returns the redaction of all stored content. */
    public Redaction redaction() {
        return redaction;
    }

    /** Thrown if a blob's bytes no longer match its name. */
    public static final class BlobDamaged extends IOException {
        private static final long serialVersionUID = 1L;

        BlobDamaged(Path file, String actual) {
            super("blob " + file + " is damaged: its bytes have the hash " + actual);
        }
    }

    /**
     * Stores the bytes durably without secrets and returns their name; storing the same bytes again
     * changes nothing.
     */
    public String put(byte[] secretive) throws IOException {
        byte[] content = redaction.bytes(secretive);
        String name = HexFormat.of().formatHex(sha256().digest(content));
        if (!isKept(name, content.length)) {
            Files.createDirectories(directory);
            AtomicFile.write(file(name), content);
        }
        return name;
    }

    /** Stores a text in UTF-8. */
    public String put(String text) throws IOException {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Stores a copy of a file of any size; memory use does not depend on the size. */
    public String put(Path source) throws IOException {
        Files.createDirectories(directory);
        Path aside = Files.createTempFile(directory, ".", ".tmp");
        try {
            String name = copy(source, aside, new RedactedStream(redaction));
            if (!isKept(name, Files.size(aside))) {
                force(aside);
                AtomicFile.move(aside, file(name));
            }
            return name;
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    public boolean has(String name) {
        return Files.isRegularFile(file(name));
    }

    /**
     * Returns the bytes of a blob.
     *
     * @throws NoSuchFileException if there is no blob of this name
     * @throws BlobDamaged if its bytes do not match its name
     */
    public byte[] get(String name) throws IOException {
        byte[] content = Files.readAllBytes(file(name));
        String actual = HexFormat.of().formatHex(sha256().digest(content));
        if (!actual.equals(name)) {
            throw new BlobDamaged(file(name), actual);
        }
        return content;
    }

    /** Returns the whole text of a blob; bytes that are not UTF-8 become replacement characters. */
    public String text(String name) throws IOException {
        return new String(get(name), StandardCharsets.UTF_8);
    }

    /**
     * Returns the start of a text, at most {@code charsMax} characters; errors as in {@link #get}.
     */
    public String text(String name, int charsMax) throws IOException {
        String head = decode(name, 0, (long) charsMax * UTF8_BYTES_PER_CHAR_MAX);
        return head.length() <= charsMax ? head : head.substring(0, cutBefore(head, charsMax));
    }

    /**
     * Returns the end of a text, at most {@code charsMax} characters; errors as in {@link #get}.
     */
    public String tail(String name, int charsMax) throws IOException {
        long bytes = (long) charsMax * UTF8_BYTES_PER_CHAR_MAX;
        String tail = decode(name, Math.max(0, Files.size(file(name)) - bytes), bytes);
        return tail.length() <= charsMax
                ? tail
                : tail.substring(cutAfter(tail, tail.length() - charsMax));
    }

    /** Returns the file of a blob, whether it exists or not, for programs that read files. */
    public Path file(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of a blob: " + name);
        }
        return directory.resolve(name);
    }

    private String decode(String name, long from, long bytesMax) throws IOException {
        verify(name);
        try (FileChannel channel = FileChannel.open(file(name), StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size() - from, bytesMax));
            int read = 0;
            while (bytes.hasRemaining() && read >= 0)
                read = channel.read(bytes, from + bytes.position());
            bytes.flip();
            while (from > 0
                    && bytes.hasRemaining()
                    && isContinuation(bytes.get(bytes.position()))) {
                bytes.get();
            }
            return StandardCharsets.UTF_8.decode(bytes).toString();
        }
    }

    private void verify(String name) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file(name)), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        String actual = HexFormat.of().formatHex(digest.digest());
        if (!actual.equals(name)) {
            throw new BlobDamaged(file(name), actual);
        }
    }

    /**
     * A partial blob never gets its final name, but one truncated by the file system must not be
     * trusted.
     */
    private boolean isKept(String name, long size) throws IOException {
        return has(name) && Files.size(file(name)) == size;
    }

    private static String copy(Path source, Path target, RedactedStream redacted)
            throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(source);
                FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
            OutputStream out = new DigestOutputStream(Channels.newOutputStream(channel), digest);
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                out.write(redacted.add(chunk, length));
            }
            out.write(redacted.end());
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException nameless) {
            throw AtomicFile.named(target, nameless);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException nameless) {
            throw AtomicFile.named(file, nameless);
        }
    }

    private static int cutBefore(String text, int index) {
        return index > 0 && Character.isHighSurrogate(text.charAt(index - 1)) ? index - 1 : index;
    }

    private static int cutAfter(String text, int index) {
        return index < text.length() && Character.isLowSurrogate(text.charAt(index))
                ? index + 1
                : index;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}
