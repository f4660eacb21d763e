package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.command.GitCommand;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds the repository that runs are shared through. */
final class SharedRemote {
    private static final Pattern PASSWORD = Pattern.compile("://[^/@]*:[^/@]*@");

    private SharedRemote() {}

    /**
     * Returns a remote as git finds it from any folder: a relative path becomes an absolute one.
     *
     * @param folder the folder in the repository from which a path is found
     * @param remote the name of a remote, or the address or path of a repository
     * @throws UserError if it contains a password, or is a name or relative path that leads nowhere
     */
    static String address(Path folder, Map<String, String> environment, String remote)
            throws IOException {
        if (PASSWORD.matcher(remote).find())
            throw new UserError(
                    "the address of a shared repository contains a password",
                    "share.remote",
                    "name a remote, and leave the password to git's credential helper",
                    ExitCode.USAGE);
        // An absolute path may lead to a file system that is away now.
        if (remote.contains(":") || Path.of(remote).isAbsolute()) return remote;
        var path = folder.resolve(remote).normalize();
        boolean isFolder = Files.isDirectory(path);
        if (isFolder && remote.contains("/")) return path.toString();
        if (isRemote(folder, environment, remote)) return remote;
        if (isFolder) return path.toString();
        throw new UserError(
                "there is no git remote '" + remote + "'",
                folder.toString(),
                "name one that 'git remote' lists, or the path or address of a repository",
                ExitCode.USAGE);
    }

    private static boolean isRemote(Path folder, Map<String, String> environment, String name)
            throws IOException {
        return GitCommand.in(GitOptions.from(environment), folder, "remote", "get-url", "--", name)
                .run()
                .succeeded();
    }
}
