package dev.foldline.app.pull;

import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.context.Site;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.local.NoRepository;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/**
 * Where work is pulled: a repository, or a folder that is none, whose run is then kept in the
 * user's state directory.
 */
final class PullWorkspace {
    private PullWorkspace() {}

    static Workspace open(Path folder, Map<String, String> environment) throws IOException {
        for (var at = folder.toRealPath(); at != null; at = at.getParent())
            if (Files.exists(at.resolve(".git"))) return Workspace.open(folder, environment);
        return bare(folder, GitOptions.from(environment), environment);
    }

    private static Workspace bare(Path folder, GitOptions settings, Map<String, String> environment)
            throws IOException {
        var root = folder.toRealPath();
        var kept =
                Files.createDirectories(
                        RunLocation.ofState(environment)
                                .resolve("folders")
                                .resolve(
                                        UUID.nameUUIDFromBytes(
                                                        root.toString()
                                                                .getBytes(StandardCharsets.UTF_8))
                                                .toString()));
        return new Workspace(
                Site.at(new NoRepository(settings, new Place(root, kept, kept))),
                Runs.of(kept, Redaction.of(environment)),
                environment);
    }
}
