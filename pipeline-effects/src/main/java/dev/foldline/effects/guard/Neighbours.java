package dev.foldline.effects.guard;

import dev.foldline.effects.git.GitReads.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The other working trees of a repository. */
final class Neighbours {
    private static final String SYMBOLIC = "ref: ";

    private Neighbours() {}

    /** Full names of the branches they have checked out. */
    static Set<String> branches(Place place) {
        var branches = new HashSet<String>();
        for (Path folder : gitFolders(place)) {
            try {
                var head = Files.readString(folder.resolve("HEAD")).strip();
                if (head.startsWith(SYMBOLIC)) branches.add(head.substring(SYMBOLIC.length()));
            } catch (IOException goneMeanwhile) {
                continue;
            }
        }
        return branches;
    }

    private static List<Path> gitFolders(Place place) {
        var folders = new ArrayList<Path>();
        folders.add(place.commonFolder());
        try (var linked = Files.newDirectoryStream(place.commonFolder().resolve("worktrees"))) {
            linked.forEach(folders::add);
        } catch (IOException none) {
            // There are no linked working trees.
        }
        folders.removeIf(folder -> folder.equals(place.gitFolder()));
        return folders;
    }
}
