package dev.foldline.app.run;

import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.definition.DefinitionFiles;
import dev.foldline.effects.git.GitReads;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The workflow files of a repository and of the user's folder.
 *
 * @param root the top of the working tree
 * @param commit where the files of the repository are read from; without one, the working tree
 */
record RepositoryFiles(Path root, WorkflowFolders folders, Option<Commit> commit)
        implements DefinitionFiles {
    private static final int BYTES_MAX = 1 << 20;

    /** A commit of the repository. */
    record Commit(GitReads git, String revision) {}

    static RepositoryFiles of(Path root, Map<String, String> environment) {
        return new RepositoryFiles(root, WorkflowFolders.of(root, environment), Option.none());
    }

    /** Returns the same, as a commit contains them. */
    RepositoryFiles at(GitReads git, String revision) {
        return new RepositoryFiles(root, folders, Option.of(new Commit(git, revision)));
    }

    /** Returns whether a file belongs to the repository. */
    boolean contains(Path file) {
        return file.toAbsolutePath().normalize().startsWith(root.toAbsolutePath().normalize());
    }

    @Override
    public Option<byte[]> read(Path file) throws IOException {
        if (commit.isEmpty() || !contains(file)) return ON_DISK.read(file);
        var path =
                root.toAbsolutePath()
                        .normalize()
                        .relativize(file.toAbsolutePath().normalize())
                        .toString();
        return Option.ofOptional(commit.get().git().file(commit.get().revision(), path, BYTES_MAX));
    }

    @Override
    public Option<Path> find(String workflow, Path base) throws IOException {
        return all(workflow, base).headOption();
    }

    /** Returns the user's file that a file of the repository replaces. */
    Option<Path> replaced(String workflow, Path base) throws IOException {
        return all(workflow, base).drop(1).headOption();
    }

    /** Returns all files that the name means, the one that wins first. */
    private Vector<Path> all(String workflow, Path base) throws IOException {
        var candidates =
                WorkflowFolders.isPath(workflow)
                        ? Vector.of(base.resolve(workflow).normalize())
                        : Vector.of(folders.repository())
                                .appendAll(folders.user().stream().toList())
                                .map(folder -> folder.resolve(workflow + WorkflowFolders.ENDING));
        var found = Vector.<Path>empty();
        for (var file : candidates) if (read(file).isDefined()) found = found.append(file);
        return found;
    }
}
