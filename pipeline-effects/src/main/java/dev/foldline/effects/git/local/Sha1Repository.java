package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;

import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

import java.io.IOException;
import java.nio.file.Path;

/** Opens repositories for JGit, which writes no objects with SHA-256 names. */
final class Sha1Repository {
    private Sha1Repository() {}

    /**
     * Opens a repository; the caller closes it.
     *
     * @param folder its git folder
     * @param refusal why a repository with SHA-256 names does not serve
     */
    static Repository open(Path folder, String refusal) throws IOException {
        var repository =
                new FileRepositoryBuilder().setGitDir(folder.toFile()).setMustExist(true).build();
        if (!isSha256(repository)) return repository;
        repository.close();
        throw new GitFault(Kind.COMMAND_FAILED, refusal);
    }

    private static boolean isSha256(Repository repository) {
        return "sha256"
                .equals(repository.getConfig().getString("extensions", null, "objectformat"));
    }
}
