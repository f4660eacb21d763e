package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.GitRunner;

import java.util.List;
import java.util.stream.Stream;

/**
 * Finds repositories that were added to the index and are no submodules. A commit would contain a
 * link that leads nowhere.
 */
record AddedRepositories(GitRunner bench) {
    private static final String MODULES = ".gitmodules";

    /** Returns the paths that neither the last commit nor the list of submodules has. */
    Stream<String> among(List<StatusEntry> entries) throws GitFault {
        var added = entries.stream().filter(StatusEntry::isAddedRepository).toList();
        if (added.isEmpty()) return Stream.empty();
        var known =
                bench.git("config", "-z", "-f", MODULES, "--get-regexp", "\\.path$").run().text();
        var submodules = List.of(known.split("\0"));
        return added.stream()
                .map(StatusEntry::path)
                .filter(path -> submodules.stream().noneMatch(each -> each.endsWith("\n" + path)));
    }
}
