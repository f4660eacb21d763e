package dev.foldline.effects.replay;

import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.context.Site;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.local.RecordedObjects;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.process.Programs;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.recording.RecordedSession;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * A new repository for a replay. It gets the recorded objects, and nothing else of the recorded
 * repository: no configuration, no hooks, no remote. Its commands find git and no other program.
 */
final class ScratchRepository implements AutoCloseable {
    private final Path folder;
    private final RecordedSource source;
    private final GitOptions options;
    private final Git git;
    private final RecordedObjects objects;
    private final Runs runs;

    private ScratchRepository(
            Path folder,
            RecordedSource source,
            GitOptions options,
            Git git,
            RecordedObjects objects,
            Runs runs) {
        this.folder = folder;
        this.source = source;
        this.options = options;
        this.git = git;
        this.objects = objects;
        this.runs = runs;
    }

    /**
     * @param folder gets the folder {@code repository}, and one for the run's own working tree if
     *     it has one
     * @param environment finds git
     */
    static ScratchRepository create(
            Path folder,
            RecordedSource source,
            RecordedLog log,
            java.util.Map<String, String> environment)
            throws IOException {
        var root = Files.createDirectories(folder.resolve("repository")).toRealPath();
        var plain =
                GitOptions.from(environment)
                        .with(
                                java.util.Map.of(
                                        "GIT_CONFIG_NOSYSTEM",
                                        "1",
                                        "GIT_CONFIG_GLOBAL",
                                        "/dev/null"));
        var ref = source.recording().ref();
        GitCommand.in(plain, root, "init", "-q", "--template=", "-b", "foldline-replay").succeed();
        GitCommand.in(plain, root, "config", "gc.auto", "0").succeed();
        GitCommand.in(
                        plain,
                        root,
                        "-c",
                        "protocol.file.allow=always",
                        "fetch",
                        "-q",
                        "--no-tags",
                        "--no-write-fetch-head",
                        source.repository().toString(),
                        "+" + ref + ":" + ref)
                .succeed();
        var objects = RecordedObjects.in(root.resolve(".git"), ref);
        for (var base : objects.install())
            GitCommand.in(plain, root, "update-ref", "refs/heads/foldline-replay", base).succeed();
        var options = isolated(plain, root, environment);
        if (!(new Repositories(options).open(root) instanceof OpenRepositoryResult.Opened(var git)))
            throw new IOException("cannot open the scratch repository " + root);
        git.exclude("/" + ExchangeFolder.FOLDER + "/");
        var runs = Runs.of(git.place().commonFolder(), Redaction.OF_SHAPES);
        var scratch =
                new ScratchRepository(folder.toRealPath(), source, options, git, objects, runs);
        runs.make(scratch.run());
        Files.createDirectories(scratch.run().output());
        scratch.copyTexts(log);
        return scratch;
    }

    /** Options for which git is the only program on the path. */
    private static GitOptions isolated(
            GitOptions plain, Path root, java.util.Map<String, String> environment)
            throws IOException {
        var bin = Files.createDirectories(root.resolve(".git/foldline/bin"));
        var program =
                Programs.find(plain.executable(), environment.getOrDefault("PATH", ""), root)
                        .orElseThrow(() -> new IOException("there is no git on the PATH"));
        Files.createSymbolicLink(bin.resolve("git"), program.toRealPath());
        return GitOptions.from(
                java.util.Map.of(
                        "PATH",
                        bin.toString(),
                        "HOME",
                        root.toString(),
                        "GIT_CONFIG_NOSYSTEM",
                        "1",
                        "GIT_CONFIG_GLOBAL",
                        "/dev/null"));
    }

    /** Texts that a user or another run gave; all others are made again. */
    private void copyTexts(RecordedLog log) throws IOException {
        for (var line : log.lines())
            if (line.event() instanceof RunStarted || line.event() instanceof InputEvent)
                for (var blob : RecordingCheck.hashes(line.text()))
                    if (source.blobs().has(blob)) runs.blobs().put(source.blobs().get(blob));
    }

    Path folder() {
        return folder;
    }

    RunDirectory run() {
        return runs.directory(source.run().id());
    }

    GitOptions options() {
        return options;
    }

    RecordedObjects objects() {
        return objects;
    }

    /** Returns the context of the replayed run under a driver with this configuration. */
    RunContext context(RecordedSession.Setup setup, Policy policy) throws IOException {
        return new RunContext(
                run(),
                runs.blobs(),
                policy.branching() instanceof Branching.OwnTree
                        ? Site.own(git, folder.resolve(source.run().id().text()))
                        : Site.at(git),
                options.environment(),
                List.of(),
                new Templates(
                        Optional.empty(), texts(setup.templates()), setup.inputs().toJavaMap()),
                new Schemas(texts(setup.schemas()), setup.items().toJavaMap()),
                policy.branching().base(),
                policy.checksWrite().asJava());
    }

    private java.util.Map<String, String> texts(Map<String, String> blobs) throws IOException {
        var texts = new HashMap<String, String>();
        for (var blob : blobs) texts.put(blob._1(), source.blobs().text(blob._2()));
        return texts;
    }

    @Override
    public void close() {
        objects.close();
        git.close();
    }
}
