package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.local.GitTrees.Staged;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;

/**
 * The private index of a tree that was read. It is kept in memory, where no other process can
 * change it, and only as long as memory is free.
 *
 * @param modified the time of its file, by which git judges the files in it
 */
record KeptIndex(
        SoftReference<byte[]> content,
        FileTime modified,
        List<String> nested,
        List<String> refused,
        List<StatusEntry> replaced) {
    private static final long BYTES_MAX = 16 << 20;

    static Optional<KeptIndex> of(Staged staged) {
        var file = staged.index().file();
        try {
            if (!Files.exists(file) || Files.size(file) > BYTES_MAX) return Optional.empty();
            return Optional.of(
                    new KeptIndex(
                            new SoftReference<>(Files.readAllBytes(file)),
                            Files.getLastModifiedTime(file),
                            staged.nested(),
                            staged.refused(),
                            staged.replaced()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Returns what was staged again, in a file of its own; none if it is no longer kept.
     *
     * @param tree its content
     */
    Optional<Staged> restored(Place place, String tree) throws GitFault {
        var bytes = content.get();
        if (bytes == null) return Optional.empty();
        return Optional.of(
                new Staged(
                        PrivateIndex.of(place, bytes, modified),
                        nested,
                        refused,
                        replaced,
                        Optional.empty(),
                        Optional.of(tree)));
    }
}
