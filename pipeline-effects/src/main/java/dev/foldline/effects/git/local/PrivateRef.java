package dev.foldline.effects.git.local;

import dev.foldline.effects.poll.Backoff;
import dev.foldline.effects.poll.Poller;

import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.RefUpdate.Result;
import org.eclipse.jgit.lib.Repository;

import java.io.IOException;
import java.time.Duration;

/**
 * A ref without a reflog that keeps objects of Foldline. Several processes may move it; while one
 * holds its lock, the others wait.
 */
final class PrivateRef {
    static final Poller UNLOCKED =
            Poller.within(
                    Duration.ofSeconds(10),
                    new Backoff(Duration.ofMillis(5), Duration.ofMillis(200)));

    private final Repository repository;
    private final String name;
    private final Poller unlocked;

    PrivateRef(Repository repository, String name) {
        this(repository, name, UNLOCKED);
    }

    /**
     * @param unlocked waits for the lock
     */
    PrivateRef(Repository repository, String name, Poller unlocked) {
        this.repository = repository;
        this.name = name;
        this.unlocked = unlocked;
    }

    /** A change of the ref. */
    @FunctionalInterface
    private interface Change {
        Result apply(RefUpdate update) throws IOException;
    }

    /** Points it to an object, whatever it named before. */
    void point(ObjectId object) throws IOException {
        changed(
                "move",
                update -> {
                    update.setNewObjectId(object);
                    update.disableRefLog();
                    return update.forceUpdate();
                });
    }

    void delete() throws IOException {
        changed(
                "delete",
                update -> {
                    update.setForceUpdate(true);
                    return update.delete();
                });
    }

    private void changed(String verb, Change change) throws IOException {
        var result =
                unlocked.pollUninterruptibly(
                        () -> change.apply(repository.updateRef(name)),
                        last -> last != Result.LOCK_FAILURE);
        switch (result) {
            case NEW, FORCED, FAST_FORWARD, NO_CHANGE -> {}
            case LOCK_FAILURE ->
                    throw new IOException(
                            "cannot "
                                    + verb
                                    + " "
                                    + name
                                    + ": another process holds "
                                    + repository.getDirectory().toPath().resolve(name + ".lock"));
            default -> throw new IOException("cannot " + verb + " " + name + ": " + result);
        }
    }
}
