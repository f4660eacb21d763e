package dev.foldline.app.server.call;

import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Caches documents about runs. A document is built again only when one of its logs or a driver has
 * changed, and by one thread at a time; a check costs reading the sizes of files.
 */
final class DocumentCache {
    private static final int LOCKS = 64;

    private final java.util.Map<RunId, Kept> kept = new ConcurrentHashMap<>();
    private final Vector<Object> locks = Vector.fill(LOCKS, () -> new Object());

    /**
     * A document.
     *
     * @param of all runs whose logs it was made of
     */
    record Made(java.util.Map<String, Object> document, Vector<RunDirectory> of) {
        Made {
            document = Collections.unmodifiableMap(document);
        }
    }

    /** How a document is made. */
    @FunctionalInterface
    interface Making {
        Made now() throws IOException;
    }

    /** Identifies a log's content on disk; a rewritten log has another key. */
    private record Stamp(long size, FileTime written, Option<Object> key) {}

    /**
     * @param stamps from before the logs were read
     * @param driver from then, too
     */
    private record Kept(
            Made made, Map<RunId, Option<Stamp>> stamps, Optional<RunLock.Holder> driver) {}

    /**
     * The document about a run: the one that was made last if it is still right, else a new one.
     */
    java.util.Map<String, Object> about(RunDirectory run, Making making) throws IOException {
        // Several clients may ask at once, and the server makes documents ahead.
        synchronized (locks.get(Math.floorMod(run.id().hashCode(), LOCKS))) {
            return current(run, making);
        }
    }

    private java.util.Map<String, Object> current(RunDirectory run, Making making)
            throws IOException {
        var last = kept.get(run.id());
        // What it will be made of is guessed: of what it was made of last. One that is made of more
        // is made again next time.
        var stamps = stamps(last == null ? Vector.of(run) : last.made().of());
        var driver = RunLock.holder(run.lock());
        if (last != null && last.stamps().equals(stamps) && last.driver().equals(driver))
            return last.made().document();
        var made = making.now();
        kept.put(run.id(), new Kept(made, stamps, driver));
        return made.document();
    }

    /** Forgets the documents about all others. */
    void only(Vector<RunDirectory> runs) {
        kept.keySet().retainAll(runs.map(RunDirectory::id).toJavaSet());
    }

    private static Map<RunId, Option<Stamp>> stamps(Vector<RunDirectory> runs) throws IOException {
        Map<RunId, Option<Stamp>> stamps = HashMap.empty();
        for (var run : runs) stamps = stamps.put(run.id(), stamp(run));
        return stamps;
    }

    private static Option<Stamp> stamp(RunDirectory run) throws IOException {
        try {
            var file = Files.readAttributes(run.events(), BasicFileAttributes.class);
            return Option.of(
                    new Stamp(file.size(), file.lastModifiedTime(), Option.of(file.fileKey())));
        } catch (NoSuchFileException none) {
            return Option.none();
        }
    }
}
