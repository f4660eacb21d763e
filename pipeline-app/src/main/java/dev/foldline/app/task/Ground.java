package dev.foldline.app.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.run.Workspace;
import dev.foldline.effects.context.Site;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.GitSettings;
import dev.foldline.effects.git.none.NoRepository;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Runs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/** Where work is pulled: a repository, or a folder that is none, whose run is then kept in the user's state directory. */
final class Ground {
    private Ground() {}

    static Workspace open(Path folder, Map<String, String> environment) throws IOException {
        for (var at = folder.toRealPath(); at != null; at = at.getParent()) if (Files.exists(at.resolve(".git"))) return Workspace.open(folder, environment);
        return bare(folder, GitSettings.from(environment), environment);
    }

    /** In a folder for all, anybody could put a run there. */
    private static Path state(Map<String, String> environment) {
        var set = environment.getOrDefault("XDG_STATE_HOME", "");
        var home = environment.getOrDefault("HOME", "");
        if (set.isEmpty() && home.isEmpty()) throw new UserError("there is no place to keep a run outside a repository", "HOME is not set", "set HOME, or XDG_STATE_HOME", ExitCode.USAGE);
        return set.isEmpty() ? Path.of(home, ".local/state") : Path.of(set);
    }

    private static Workspace bare(Path folder, GitSettings settings, Map<String, String> environment) throws IOException {
        var root = folder.toRealPath();
        var kept = Files.createDirectories(state(environment).resolve("foldline/folders").resolve(UUID.nameUUIDFromBytes(root.toString().getBytes(StandardCharsets.UTF_8)).toString()));
        return new Workspace(Site.at(new NoRepository(settings, new Place(root, kept, kept))), Runs.of(kept, Redaction.of(environment)), environment);
    }
}
