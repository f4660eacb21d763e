package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/** Serializes changes to a repository across all its worktrees. */
public record RepositoryMutex(ReentrantLock turn) {
    private static final ConcurrentMap<Path, ReentrantLock> TURNS = new ConcurrentHashMap<>();

    public static RepositoryMutex in(Path commonFolder) {
        return new RepositoryMutex(TURNS.computeIfAbsent(commonFolder, _ -> new ReentrantLock()));
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
