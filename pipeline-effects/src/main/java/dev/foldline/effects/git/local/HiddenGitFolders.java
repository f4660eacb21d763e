package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.PathNames;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds entries named {@code .git} below the root that are not repositories. Git silently ignores
 * them and all they contain. Those of submodules and in ignored folders are skipped.
 */
record HiddenGitFolders(GitRunner bench, FolderMemory memory) {
    private static final String NAME = ".git";
    private static final String LINK_TO_REPOSITORY = "160000";

    /**
     * @param passed folders that git has already reported, or ignores: paths from the root that end
     *     with {@code /}
     */
    List<String> find(Set<String> passed) throws GitFault {
        var found =
                JGitReads.reading(
                        "look through " + bench.place().root(),
                        () -> walk(bench.place().root(), passed));
        return found.isEmpty() ? found : withoutSubmodules(found);
    }

    private List<String> walk(Path root, Set<String> passed) throws IOException {
        var found = new ArrayList<String>();
        var walk = memory.walk(root);
        var ahead = new ArrayDeque<>(walk.list(root).folders());
        while (!ahead.isEmpty()) {
            var folder = ahead.pop();
            var path = root.relativize(folder).toString();
            if (passed.contains(path + "/")) continue;
            var listing = walk.list(folder);
            ahead.addAll(listing.folders());
            if (listing.git().isPresent() && holdsSomething(listing.git().get()))
                found.add(path + "/" + NAME);
        }
        walk.end();
        return found;
    }

    /** An empty folder contains no work. */
    private static boolean holdsSomething(Path entry) throws IOException {
        if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
            return Files.exists(entry, LinkOption.NOFOLLOW_LINKS);
        try (var below = Files.walk(entry)) {
            return below.anyMatch(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS));
        }
    }

    private List<String> withoutSubmodules(List<String> found) throws GitFault {
        var names = new ByteArrayOutputStream();
        for (var path : found) names.writeBytes((path + "\0").getBytes(StandardCharsets.UTF_8));
        GitResult ignored =
                bench.git("check-ignore", "-z", "--stdin").fed(names.toByteArray()).run();
        var others =
                new HashSet<>(
                        PathNames.splitAtZeros(ignored.out()).stream()
                                .map(PathNames::decode)
                                .toList());
        for (byte[] line :
                PathNames.splitAtZeros(bench.git("ls-files", "--stage", "-z").succeed().out())) {
            var entry = PathNames.decode(line);
            if (entry.startsWith(LINK_TO_REPOSITORY))
                others.add(entry.substring(entry.indexOf('\t') + 1) + "/" + NAME);
        }
        return found.stream().filter(path -> !others.contains(path)).sorted().toList();
    }
}
