package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.CommitOutcome.Committed;
import dev.foldline.effects.git.CommitRequest;
import dev.foldline.effects.git.CommitRequest.Terms;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.TicketTrailer;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.machine.GitTemplate;
import dev.foldline.effects.memory.FolderTemplate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real repository in a folder of its own, with a home of its own: nothing of the developer's git
 * shows in it.
 */
public final class Sandbox implements AutoCloseable {
    static final TicketTrailer TRAILER = new TicketTrailer("r0123456789abcdef", "t7");
    static final Exclusions ENGINE = Exclusions.engine();

    public final Path root;
    public final GitOptions settings;
    private Optional<Git> opened = Optional.empty();

    /** The variable with which git, and so all these tests, use other names of objects. */
    private static final String OBJECT_FORMAT = "GIT_DEFAULT_HASH";

    private Sandbox(Path root, GitOptions settings) {
        this.root = root;
        this.settings = settings;
    }

    /** An empty folder and the settings of somebody called Ada. */
    public static Sandbox empty(Path folder) throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path config = home.resolve("gitconfig");
        Files.writeString(
                config,
                """
                [user]
                    name = Ada
                    email = ada@example.org
                [init]
                    defaultBranch = main
                [protocol "file"]
                    allow = always
                [gc]
                    autoDetach = false
                """
                        + GitTemplate.in(home));
        var environment =
                Map.of(
                        "PATH",
                        System.getenv("PATH"),
                        "HOME",
                        home.toString(),
                        "GIT_CONFIG_GLOBAL",
                        config.toString(),
                        "GIT_CONFIG_NOSYSTEM",
                        "1");
        var settings = GitOptions.from(environment).withLockTimeout(Duration.ofMillis(100));
        return new Sandbox(Files.createDirectories(folder.resolve("work")), settings);
    }

    private static final FolderTemplate REPOSITORY =
            new FolderTemplate(
                    folder -> {
                        var sandbox = empty(folder);
                        sandbox.git("init", "-q");
                        sandbox.write("a.txt", "one\n").write("folder/b.txt", "two\n");
                        sandbox.commitByHand("first");
                    });

    /** A repository with one commit on main: {@code a.txt} and {@code folder/b.txt}. */
    public static Sandbox repository(Path folder) throws IOException {
        return empty(REPOSITORY.copyTo(folder));
    }

    /** The same settings for another folder, such as a linked worktree. */
    public Sandbox at(Path other) {
        return new Sandbox(other, settings);
    }

    /** The same folder for somebody who has these variables as well, as far as we hand them on. */
    Sandbox with(Map<String, String> variables) {
        var environment = new HashMap<>(settings.environment());
        environment.putAll(variables);
        return new Sandbox(
                root, GitOptions.from(environment).withLockTimeout(settings.lockTimeout()));
    }

    /** The same folder for somebody whose git is this program. */
    Sandbox run(Path git) {
        return new Sandbox(
                root,
                new GitOptions(
                        git.toString(),
                        settings.environment(),
                        settings.lockTimeout(),
                        settings.commandTimeout(),
                        settings.hookTimeout()));
    }

    Git open() throws IOException {
        if (opened.isEmpty()) opened = Optional.of(openAnother());
        return opened.get();
    }

    /** Opens the repository again, for the caller to close. */
    public Git openAnother() throws IOException {
        return switch (new Repositories(settings).open(root)) {
            case OpenRepositoryResult.Opened(var git) -> git;
            case OpenRepositoryResult.Refused refused -> throw new AssertionError(refused.what());
        };
    }

    public Sandbox write(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(root.resolve(path).toAbsolutePath().getParent());
        Files.writeString(file, content);
        return this;
    }

    Sandbox delete(String path) throws IOException {
        Files.delete(root.resolve(path));
        return this;
    }

    boolean makeExecutable(String path) {
        return root.resolve(path).toFile().setExecutable(true);
    }

    String read(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    Sandbox hook(String name, String script) throws IOException {
        Path file = root.resolve(".git/hooks").resolve(name);
        Files.createDirectories(root.resolve(".git/hooks"));
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return this;
    }

    /** What git prints, as a person in this folder would see it. */
    GitOptions settings() {
        return settings;
    }

    public String git(String... arguments) throws IOException {
        return GitCommand.in(settings, root, arguments)
                .with(OBJECT_FORMAT, System.getenv().getOrDefault(OBJECT_FORMAT, "sha1"))
                .succeed()
                .text();
    }

    /** Creates a commit without a working tree, from the input of {@code git fast-import}. */
    public void importCommit(String stream) throws IOException {
        GitCommand.in(settings, root, "fast-import", "--quiet", "--force")
                .fed(GitCommand.utf8(stream))
                .succeed();
    }

    GitResult gitMayFail(String... arguments) throws IOException {
        return GitCommand.in(settings, root, arguments).run();
    }

    public String commitByHand(String message) throws IOException {
        git("add", "-A");
        git("commit", "-q", "--no-verify", "-m", message);
        return git("rev-parse", "HEAD");
    }

    public String head() throws IOException {
        return git("rev-parse", "HEAD");
    }

    CommitRequest request(String message, String... protectedPaths) throws IOException {
        var exclusions = ENGINE.and(List.of(protectedPaths));
        return new CommitRequest(
                message, new Terms(TRAILER, open().head(), Optional.empty(), exclusions));
    }

    CommitOutcome commit(String... protectedPaths) throws IOException {
        return open().commitWork(request("Work", protectedPaths));
    }

    CommitInfo committed(String... protectedPaths) throws IOException {
        var outcome = commit(protectedPaths);
        assertThat(outcome).isInstanceOf(Committed.class);
        return outcome.made().orElseThrow();
    }

    /** Names of the files in a commit, as git lists them. */
    List<String> filesIn(String commit) throws IOException {
        return git("ls-tree", "-r", "--name-only", commit).lines().toList();
    }

    /** The user's view: what is staged and what is changed, in git's short form. */
    String status() throws IOException {
        return git("status", "--porcelain", "--untracked-files=all");
    }

    @Override
    public void close() {
        opened.ifPresent(Git::close);
    }
}
