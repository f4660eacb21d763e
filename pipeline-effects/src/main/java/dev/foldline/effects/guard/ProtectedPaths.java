package dev.foldline.effects.guard;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.git.command.PathNames;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The paths with the user's uncommitted work, and a fingerprint of each. */
record ProtectedPaths(Path root, Map<String, String> prints) {
    private static final String FILE = "file of ";

    static ProtectedPaths look(Path root, Vector<String> paths) throws IOException {
        Map<String, String> prints = LinkedHashMap.empty();
        for (String path : paths) prints = prints.put(path, print(root, path));
        return new ProtectedPaths(root, prints);
    }

    /** Returns the paths whose content has changed. */
    List<String> touched() throws IOException {
        var touched = new ArrayList<String>();
        for (var print : prints) {
            // The content is read only if the rest is equal: reading a file that has become
            // enormous would take too
            // long.
            var same =
                    print._2().startsWith(kind(root, print._1()))
                            && print._2().equals(print(root, print._1()));
            if (!same) touched.add(print._1());
        }
        return touched;
    }

    private static String print(Path root, String path) throws IOException {
        var kind = kind(root, path);
        return kind.startsWith(FILE) ? kind + digest(file(root, path)) : kind;
    }

    /**
     * A name this system cannot represent, for example one that is not UTF-8, is not watched; it is
     * saved under the run's ref.
     */
    private static String kind(Path root, String path) throws IOException {
        try {
            return kind(file(root, path));
        } catch (InvalidPathException unspeakable) {
            return "unwatched";
        }
    }

    private static Path file(Path root, String path) {
        return root.resolve(new String(PathNames.encode(path), StandardCharsets.UTF_8));
    }

    private static String kind(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) return "link to " + Files.readSymbolicLink(path);
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) return "folder";
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) return "nothing";
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) return "no plain file";
        return FILE + Files.size(path) + (Files.isExecutable(path) ? " that can be run " : " ");
    }

    private static String digest(Path file) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new PipelineBug("no SHA-256", everyJdkHasIt);
        }
    }
}
