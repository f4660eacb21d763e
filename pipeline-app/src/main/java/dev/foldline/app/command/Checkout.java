package dev.foldline.app.command;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.run.Workspace;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The working tree a reading command stands in. Found by looking at files alone: a command that only reads a log should be as
 * quick as reading it, and needs no git.
 *
 * @param commonFolder of the repository, shared by all its worktrees
 */
public record Checkout(Path root, Path commonFolder) {
    private static final String POINTER = "gitdir: ";

    /** @throws UserError if there is no working tree at or above the directory */
    public static Checkout at(Path directory) throws IOException {
        for (Path folder = directory; folder != null; folder = folder.getParent()) {
            var git = folder.resolve(".git");
            if (Files.isDirectory(git) && Files.exists(git.resolve("HEAD"))) return new Checkout(folder, git.toRealPath());
            if (Files.isRegularFile(git)) return new Checkout(folder, common(target(folder, git)));
            if (isBare(folder)) throw refused("this repository is bare: it has no runs", folder, "go to one of its working trees");
        }
        throw refused("this is not a git repository", directory, "go to a repository, or: foldline -C DIR ...");
    }

    private static UserError refused(String what, Path where, String remedy) {
        return new UserError(what, where.toString(), remedy, ExitCode.USAGE);
    }

    private static Path target(Path folder, Path pointer) throws IOException {
        var text = Files.readString(pointer).strip();
        if (!text.startsWith(POINTER)) throw refused("this .git is neither a folder nor a pointer to one", pointer, "git status");
        var target = folder.resolve(text.substring(POINTER.length())).normalize();
        if (!Files.isDirectory(target)) throw refused("this worktree points at a folder that is gone", target.toString().isEmpty() ? pointer : target, "git worktree repair");
        return target;
    }

    private static Path common(Path gitFolder) throws IOException {
        var pointer = gitFolder.resolve("commondir");
        return (Files.exists(pointer) ? gitFolder.resolve(Files.readString(pointer).strip()) : gitFolder).toRealPath();
    }

    private static boolean isBare(Path folder) {
        return Files.isRegularFile(folder.resolve("HEAD")) && Files.isDirectory(folder.resolve("objects")) && Files.isDirectory(folder.resolve("refs"));
    }

    public Runs runs() {
        return Runs.of(commonFolder);
    }

    /** The run a person means: {@code @}, {@code @~1}, or the beginning of an id. */
    public RunDirectory run(String reference) throws IOException {
        return Workspace.meant(runs(), root, reference);
    }
}
