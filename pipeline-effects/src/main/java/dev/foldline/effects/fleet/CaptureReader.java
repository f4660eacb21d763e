package dev.foldline.effects.fleet;

import dev.foldline.core.PipelineState;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Reads a run, its working tree and its exchange folder while no effect is in progress. */
final class CaptureReader {
    private static final Pattern BLOB = Pattern.compile("\\b[0-9a-f]{64}\\b");
    private static final String BRANCHES = "refs/heads/";
    private static final String OURS = "refs/foldline/";

    private final RunContext run;

    CaptureReader(RunContext run) {
        this.run = run;
    }

    /**
     * @param offset up to where the log is published
     */
    RunCapture read(PipelineState state, long offset) throws IOException {
        var log = log(offset);
        var git = run.site().isThere() ? run.git() : run.site().home();
        var head = head(state, git);
        return new RunCapture(
                offset,
                log,
                blobs(new String(log, StandardCharsets.UTF_8)),
                exchanged(),
                new RunManifest(run.run(), head, refs(git), startedFrom()),
                run.site().isThere() ? git.workTree(Exclusions.engine()) : git.commit(head).tree());
    }

    private byte[] log(long offset) throws IOException {
        try (var in = Files.newInputStream(run.directory().events())) {
            in.skipNBytes(offset);
            return in.readAllBytes();
        }
    }

    private Map<String, byte[]> blobs(String log) throws IOException {
        Map<String, byte[]> blobs = HashMap.empty();
        for (var named = BLOB.matcher(log); named.find(); )
            if (!blobs.containsKey(named.group()) && run.blobs().has(named.group()))
                blobs = blobs.put(named.group(), run.blobs().get(named.group()));
        return blobs;
    }

    private Map<String, byte[]> exchanged() throws IOException {
        Map<String, byte[]> files = HashMap.empty();
        var folder = run.root().resolve(ExchangeFolder.FOLDER);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return files;
        try (var found = Files.list(folder)) {
            for (Path file : found.sorted().toList())
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.size(file) <= ExchangeFolder.ARTIFACT_BYTES_MAX)
                    files = files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
        }
        return files;
    }

    /** Without a working tree of the run, its branch has its work, or the commit it starts from. */
    private String head(PipelineState state, Git git) throws IOException {
        if (run.site().isThere()) return git.head().commit();
        var branch = state.ledger().repository().branch();
        var tip =
                branch.isEmpty()
                        ? Option.<String>none()
                        : Option.ofOptional(git.resolve(BRANCHES + branch.get()));
        if (tip.isDefined()) return tip.get();
        return state.policy().branching() instanceof Branching.OwnTree own
                ? own.start()
                : git.head().commit();
    }

    private Map<String, String> refs(Git git) throws IOException {
        var own = "/" + run.run();
        return HashMap.ofAll(git.ground().facts())
                .filterKeys(
                        name ->
                                name.startsWith(OURS)
                                        && !name.startsWith(RunContext.RECORDINGS)
                                        && !name.startsWith(RunContext.SHARED)
                                        && (name + "/").contains(own + "/"));
    }

    private Option<String> startedFrom() throws IOException {
        var file = run.directory().path().resolve("started-from");
        return Files.exists(file)
                ? Option.of(Files.readString(file).strip()).filter(name -> !name.isEmpty())
                : Option.none();
    }
}
