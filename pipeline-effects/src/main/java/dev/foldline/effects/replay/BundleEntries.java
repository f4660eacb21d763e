package dev.foldline.effects.replay;

import io.vavr.collection.Vector;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The entries of a bundle. Their names and sizes are checked before the first one is read, and each
 * is read only as far as its size: the file may come from anyone.
 */
final class BundleEntries implements AutoCloseable {
    static final int ENTRIES_MAX = 500_000;
    static final int NAME_CHARS_MAX = 400;
    static final long ENTRY_BYTES_MAX = 1L << 30;
    static final long TOTAL_BYTES_MAX = 8L << 30;

    /** Up to this size it does not matter how well a bundle was compressed. */
    static final long SMALL_BYTES = 256L << 20;

    static final int RATIO_MAX = 200;

    private final ZipFile zip;
    private final Vector<ZipEntry> entries;

    private BundleEntries(ZipFile zip, Vector<ZipEntry> entries) {
        this.zip = zip;
        this.entries = entries;
    }

    /**
     * @throws DamagedBundle if the file is no archive, or an entry is there twice, is outside the
     *     bundle or too large
     */
    static BundleEntries open(Path file) throws IOException {
        var zip = opened(file);
        try {
            var entries = Vector.<ZipEntry>ofAll(zip.stream().toList());
            check(entries, Files.size(file));
            return new BundleEntries(zip, entries);
        } catch (IOException refused) {
            zip.close();
            throw refused;
        }
    }

    private static ZipFile opened(Path file) throws IOException {
        try {
            return new ZipFile(file.toFile());
        } catch (ZipException damaged) {
            throw new DamagedBundle("", "the archive is damaged: " + damaged.getMessage());
        }
    }

    private static void check(Vector<ZipEntry> entries, long fileBytes) throws DamagedBundle {
        if (entries.size() > ENTRIES_MAX)
            throw new DamagedBundle("", "it has over " + ENTRIES_MAX + " entries");
        var names = new HashSet<String>();
        for (var entry : entries) {
            var name = entry.getName();
            if (!isRelative(name))
                throw new DamagedBundle(shown(name), "its name is no path in a bundle");
            if (!names.add(name)) throw new DamagedBundle(name, "it is there twice");
            if (entry.getSize() > ENTRY_BYTES_MAX)
                throw new DamagedBundle(
                        name, "it expands to over " + (ENTRY_BYTES_MAX >> 20) + " MiB");
        }
        for (var name : names)
            for (var folder = parent(name); folder.isPresent(); folder = parent(folder.get()))
                if (names.contains(folder.get()))
                    throw new DamagedBundle(name, folder.get() + " is a file");
        long bytes = entries.map(entry -> Math.max(0, entry.getSize())).sum().longValue();
        if (bytes > TOTAL_BYTES_MAX || bytes > SMALL_BYTES && bytes / RATIO_MAX > fileBytes)
            throw new DamagedBundle(
                    "", "its " + fileBytes + " bytes expand to " + (bytes >> 20) + " MiB");
    }

    private static boolean isRelative(String name) {
        if (name.isEmpty() || name.length() > NAME_CHARS_MAX) return false;
        if (name.chars().anyMatch(c -> c < ' ' || c == '\\' || c == 0x7f)) return false;
        for (var part : (name.endsWith("/") ? name + "." : name).split("/", -1))
            if (part.isEmpty() || part.equals("..")) return false;
        return true;
    }

    private static String shown(String name) {
        var cut = name.substring(0, Math.min(name.length(), NAME_CHARS_MAX));
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    private static Optional<String> parent(String name) {
        int end = name.lastIndexOf('/');
        return end < 0 ? Optional.empty() : Optional.of(name.substring(0, end));
    }

    /** Returns the files below a folder. */
    Vector<ZipEntry> below(String folder) {
        return entries.filter(entry -> entry.getName().startsWith(folder) && !entry.isDirectory());
    }

    boolean has(String name) {
        return zip.getEntry(name) != null;
    }

    /**
     * Writes an entry to a file. One that cannot be read is missing afterwards.
     *
     * @throws DamagedBundle if it is larger than it states
     */
    void extract(ZipEntry entry, Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            copy(entry, out);
        } catch (ZipException damaged) {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Returns the content of an entry.
     *
     * @throws DamagedBundle if it is missing, or larger than it states
     */
    byte[] bytes(String name) throws IOException {
        var entry = zip.getEntry(name);
        if (entry == null) throw new DamagedBundle(name, "it is missing");
        var bytes = new ByteArrayOutputStream();
        copy(entry, bytes);
        return bytes.toByteArray();
    }

    /** Returns the text of a short entry. */
    String text(String name, int bytesMax) throws IOException {
        var entry = zip.getEntry(name);
        if (entry != null && entry.getSize() > bytesMax)
            throw new DamagedBundle(name, "it is longer than " + bytesMax + " bytes");
        return new String(bytes(name), StandardCharsets.UTF_8).strip();
    }

    private void copy(ZipEntry entry, OutputStream out) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            long left = entry.getSize();
            var buffer = new byte[1 << 16];
            for (int read; (read = in.read(buffer)) > 0; left -= read) {
                if (read > left)
                    throw new DamagedBundle(
                            entry.getName(),
                            "it is longer than the " + entry.getSize() + " bytes that it states");
                out.write(buffer, 0, read);
            }
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
