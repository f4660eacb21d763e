package dev.foldline.app.repository;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.ShellWord;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The working tree a reading command stands in. Found by looking at files alone: a command that
 * only reads a log should be as quick as reading it, and needs no git.
 *
 * @param commonFolder of the repository, shared by all its worktrees
 */
public record Checkout(Path root, Path commonFolder) {
    private static final String POINTER = "gitdir: ";

    /**
     * @throws UserError if there is no working tree at or above the directory
     */
    public static Checkout at(Path directory) throws IOException {
        for (Path folder = directory; folder != null; folder = folder.getParent()) {
            var git = folder.resolve(".git");
            if (Files.isDirectory(git) && Files.exists(git.resolve("HEAD")))
                return new Checkout(folder, git.toRealPath());
            if (Files.isRegularFile(git)) return new Checkout(folder, common(target(folder, git)));
            if (isBare(folder))
                throw refuse(
                        "bare repository: it has no runs",
                        folder,
                        "change to one of its worktrees");
        }
        throw refuse(
                "not a git repository",
                directory,
                "change to a repository, or use: foldline -C DIR ...");
    }

    private static UserError refuse(String what, Path where, String remedy) {
        return new UserError(what, where.toString(), remedy, ExitCode.USAGE);
    }

    private static Path target(Path folder, Path pointer) throws IOException {
        var text = Files.readString(pointer).strip();
        if (!text.startsWith(POINTER))
            throw refuse(
                    ".git is neither a directory nor a gitdir pointer",
                    pointer,
                    "put back the .git of this working tree; if it has none, delete this file");
        var target = folder.resolve(text.substring(POINTER.length())).normalize();
        if (!Files.isDirectory(target))
            throw refuse(
                    "this worktree points to a directory that does not exist",
                    target.toString().isEmpty() ? pointer : target,
                    "in its repository, wherever that is now: git worktree repair "
                            + ShellWord.of(folder.toString()));
        return target;
    }

    private static Path common(Path gitFolder) throws IOException {
        var pointer = gitFolder.resolve("commondir");
        return (Files.exists(pointer)
                        ? gitFolder.resolve(Files.readString(pointer).strip())
                        : gitFolder)
                .toRealPath();
    }

    private static boolean isBare(Path folder) {
        return Files.isRegularFile(folder.resolve("HEAD"))
                && Files.isDirectory(folder.resolve("objects"))
                && Files.isDirectory(folder.resolve("refs"));
    }

    public Runs runs() {
        return Runs.of(commonFolder);
    }

    /** The run a person means: {@code @}, {@code @~1}, or the beginning of an id. */
    public RunDirectory run(String reference) throws IOException {
        return Workspace.resolve(runs(), root, reference);
    }
}
