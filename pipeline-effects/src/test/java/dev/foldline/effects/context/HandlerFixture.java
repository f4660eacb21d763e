package dev.foldline.effects.context;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.machine.GitTemplate;
import dev.foldline.effects.memory.FolderTemplate;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run in a real repository of its own, with a home of its own: what the handlers work on in
 * tests.
 */
public final class HandlerFixture implements AutoCloseable {
    public static final Vector<String> NOTHING_KEPT = Vector.empty();

    public final Path root;
    public final Path outside;
    public final Git git;
    public final RunDirectory directory;
    private final GitOptions settings;
    private final Runs runs;
    private final Map<String, String> environment = new HashMap<>();
    private List<String> listed = List.of();

    private static final FolderTemplate REPOSITORY =
            new FolderTemplate(HandlerFixture::writeRepository);

    private HandlerFixture(Path folder, String name, GitOptions settings) throws IOException {
        this.root = Files.createDirectories(folder.resolve(name)).toRealPath();
        this.outside = Files.createDirectories(folder.resolve("outside"));
        this.settings = settings;
        this.git = open(root);
        this.runs = Runs.of(git.place().commonFolder());
        // Never the same one twice on a machine: what is reaped for a run in one test must not be
        // another test's.
        this.directory = runs.create(RunId.draw(new SecureRandom()));
        git.exclude(".foldline/");
        environment.putAll(settings.environment());
    }

    private static void writeRepository(Path folder) throws IOException {
        var settings = settings(folder);
        var root = Files.createDirectories(folder.resolve("work"));
        Files.writeString(root.resolve("a.txt"), "one\n");
        Files.createDirectories(root.resolve("folder"));
        Files.writeString(root.resolve("folder/b.txt"), "two\n");
        Files.writeString(root.resolve("PROMPT.md"), "the task\n");
        GitCommand.in(settings, root, "init", "-q").succeed();
        GitCommand.in(settings, root, "add", "a.txt", "folder").succeed();
        GitCommand.in(settings, root, "commit", "-q", "-m", "first").succeed();
    }

    /**
     * A repository with one commit on main: {@code a.txt} and {@code folder/b.txt}; {@code
     * PROMPT.md} is untracked.
     */
    public static HandlerFixture in(Path folder) throws IOException {
        return in(folder, "work");
    }

    public static HandlerFixture in(Path folder, String name) throws IOException {
        Files.move(REPOSITORY.copyTo(folder).resolve("work"), folder.resolve(name));
        return new HandlerFixture(folder, name, settings(folder));
    }

    private static GitOptions settings(Path folder) throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path config =
                Files.writeString(
                        home.resolve("gitconfig"),
                        """
                        [user]
                            name = Ada
                            email = ada@example.org
                        [init]
                            defaultBranch = main
                        [gc]
                            auto = 0
                        [maintenance]
                            auto = false
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
        return GitOptions.from(environment).withLockTimeout(Duration.ofMillis(100));
    }

    private Git open(Path folder) throws IOException {
        return switch (new Repositories(settings).open(folder)) {
            case OpenRepositoryResult.Opened(var opened) -> opened;
            case OpenRepositoryResult.Refused refused -> throw new AssertionError(refused.what());
        };
    }

    /** With a remote that main follows. */
    public HandlerFixture withRemote() throws IOException {
        git("init", "-q", "--bare", outside.resolve("remote.git").toString());
        git("remote", "add", "origin", outside.resolve("remote.git").toString());
        git("push", "-q", "-u", "origin", "main");
        return this;
    }

    /** Somebody else pushes one commit to main, with this file. */
    public void theyPush(String path, String content) throws IOException {
        var theirs = outside.resolve("theirs");
        if (Files.notExists(theirs))
            git("clone", "-q", outside.resolve("remote.git").toString(), theirs.toString());
        var there = theirs.toString();
        Files.writeString(theirs.resolve(path), content);
        git("-C", there, "add", path);
        git("-C", there, "commit", "-q", "-m", "theirs: " + path);
        git("-C", there, "push", "-q");
    }

    /** Git dies when it comes to write this file for the first time. */
    public void makeKiller(String path) throws IOException {
        write(".git/info/attributes", path + " filter=deadly\n");
        git(
                "config",
                "filter.deadly.smudge",
                "if mkdir '"
                        + outside.resolve("died")
                        + "' 2>/dev/null; then kill -TERM $PPID; sleep 1; else cat; fi");
    }

    public HandlerFixture with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public HandlerFixture listing(String... variables) {
        listed = List.of(variables);
        return this;
    }

    public RunContext context() {
        return new RunContext(directory, runs.blobs(), git, environment, listed);
    }

    /** The same run, seen by another driver: what is held open is opened anew. */
    public RunContext contextAnew() throws IOException {
        return new RunContext(directory, runs.blobs(), open(root), environment, listed);
    }

    /** The same run in a linked working tree. */
    public RunContext contextIn(Path tree) throws IOException {
        return new RunContext(directory, runs.blobs(), open(tree), environment, listed);
    }

    /** The same run, which makes a working tree of its own there. */
    public RunContext contextOwning(Path tree) throws IOException {
        return new RunContext(
                directory,
                runs.blobs(),
                Site.own(open(root), tree),
                environment,
                listed,
                Templates.OURS,
                Schemas.OURS,
                Option.none(),
                List.of());
    }

    public String blob(String text) throws IOException {
        return runs.blobs().put(text);
    }

    public String text(String blob) throws IOException {
        return runs.blobs().text(blob);
    }

    public HandlerFixture write(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(root.resolve(path).toAbsolutePath().getParent());
        Files.writeString(file, content);
        return this;
    }

    public HandlerFixture append(String path, String content) throws IOException {
        Files.write(root.resolve(path), content.getBytes(UTF_8), CREATE, APPEND);
        return this;
    }

    public String read(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    public HandlerFixture hook(String name, String script) throws IOException {
        write(".git/hooks/" + name, "#!/bin/sh\n" + script + "\n");
        if (!root.resolve(".git/hooks/" + name).toFile().setExecutable(true))
            throw new IOException("no hook");
        return this;
    }

    /** What git prints, as a person in this folder would see it. */
    public String git(String... arguments) throws IOException {
        return GitCommand.in(settings, root, arguments).succeed().text();
    }

    public boolean gitSays(String... arguments) throws IOException {
        return GitCommand.in(settings, root, arguments).runWithRetries().succeeded();
    }

    public String head() throws IOException {
        return git("rev-parse", "HEAD");
    }

    public String status() throws IOException {
        return git("status", "--porcelain", "--untracked-files=all");
    }

    @Override
    public void close() {
        git.close();
    }
}
