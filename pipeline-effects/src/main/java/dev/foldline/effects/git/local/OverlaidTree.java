package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.GitRunner;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A tree with other entries at some paths. It is built from objects that exist, without a working
 * tree.
 *
 * @param tree a commit or tree
 * @param entries what is at these paths instead, as {@link ObjectReads#changedEntries} gives it
 */
record OverlaidTree(String tree, Map<String, String> entries) {

    /** Returns a tree with the entries of another one at these paths. */
    static OverlaidTree of(ObjectReads reads, String tree, String other, Collection<String> paths)
            throws GitFault {
        var entries = new HashMap<>(reads.changedEntries(tree, other));
        entries.keySet().retainAll(Set.copyOf(paths));
        return new OverlaidTree(tree, entries);
    }

    /** Writes it, and returns its hash. */
    String write(GitRunner bench, ObjectReads reads) throws GitFault {
        var lines = new IndexLines(reads.noObject());
        entries.forEach((path, entry) -> lines.put(entry, path));
        try (var index = PrivateIndex.empty(bench.place())) {
            index.use(bench.git("read-tree", tree)).succeed();
            if (!lines.empty())
                index.use(bench.git("update-index", "-z", "--add", "--replace", "--index-info"))
                        .fed(lines.bytes())
                        .succeed();
            return index.use(bench.git("write-tree")).succeed().text();
        }
    }
}
