package dev.foldline.effects.git.watch;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;

import java.nio.file.Path;

/** The commits of a repository on disk. */
public interface RepositoryHistory extends CommitHistory, AutoCloseable {

    /**
     * Opens the history of a repository.
     *
     * @param folder the repository, a working tree, or a folder within one
     * @throws GitFault if it belongs to no repository
     */
    static RepositoryHistory of(Path folder, GitOptions options) throws GitFault {
        var command = CommandHistory.in(folder, options);
        return command.isPresent() ? command.get() : LocalBranches.of(folder);
    }

    /** Returns the folder shared by all working trees of the repository. */
    Path folder();

    @Override
    void close();
}
