package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one change at a time into a repository, whichever of its worktrees it is made from. */
public record OneAtATime(ReentrantLock turn) {
    private static final ConcurrentMap<Path, ReentrantLock> TURNS = new ConcurrentHashMap<>();

    public static OneAtATime in(Path commonFolder) {
        return new OneAtATime(TURNS.computeIfAbsent(commonFolder, _ -> new ReentrantLock()));
    }

    public <T> T change(Change<T> change) throws GitFault {
        turn.lock();
        try {
            return change.make();
        } finally {
            turn.unlock();
        }
    }

    public interface Change<T> {
        T make() throws GitFault;
    }
}
