package dev.foldline.effects.change;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.git.TreeEntry;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files of a tree, also those that its symbolic links lead to. */
final class TreeFiles {
    static final int TEXT_BYTES_MAX = 1 << 20;

    private static final int LINK_BYTES_MAX = 4 << 10;
    private static final int LINKS_MAX = 20;

    private final GitReads git;
    private final String tree;
    private final Map<String, String> links = new HashMap<>();

    private TreeFiles(GitReads git, String tree) {
        this.git = git;
        this.tree = tree;
    }

    /**
     * @param links the links of the tree
     */
    static TreeFiles of(GitReads git, String tree, List<TreeEntry> links) throws GitFault {
        var files = new TreeFiles(git, tree);
        for (var link : links) {
            var target = git.content(link, LINK_BYTES_MAX);
            if (target.isEmpty()) continue;
            var text = new String(target.get(), StandardCharsets.UTF_8);
            if (!text.startsWith("/"))
                path(folder(link.path()), text).forEach(path -> files.links.put(link.path(), path));
        }
        return files;
    }

    /** Returns where each link within the repository leads, by its path. */
    Map<String, String> links() {
        return Map.copyOf(links);
    }

    /**
     * What is at a path.
     *
     * @param links the links that lead to it, in order
     */
    record Found(TreeEntry entry, Vector<String> links) {}

    /** Returns the file or folder at a path, or the submodule in which it is. */
    Option<Found> find(String path) throws GitFault {
        var seen = Vector.<String>empty();
        var at = path;
        while (seen.size() < LINKS_MAX) {
            var link = linkIn(at);
            if (link.isEmpty()) return entry(at, seen);
            seen = seen.append(link.get());
            var rest = at.substring(link.get().length());
            at = links.getOrDefault(link.get(), "") + rest;
        }
        return Option.none();
    }

    private Option<Found> entry(String path, Vector<String> seen) throws GitFault {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            var entry = git.entry(tree, path.substring(0, end));
            if (entry.isEmpty()) continue;
            return end == path.length() || entry.get().isSubmodule()
                    ? Option.of(new Found(entry.get(), seen))
                    : Option.none();
        }
        return Option.none();
    }

    private Option<String> linkIn(String path) {
        if (links.isEmpty()) return Option.none();
        for (int end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1))
            if (links.containsKey(path.substring(0, end))) return Option.of(path.substring(0, end));
        return Option.when(links.containsKey(path), path);
    }

    /** Returns a file as text, if it is not too large. */
    Option<String> text(TreeEntry entry) throws GitFault {
        if (!entry.isFile()) return Option.none();
        return Option.ofOptional(git.content(entry, TEXT_BYTES_MAX))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Returns the folder of a file; empty for the root. */
    static String folder(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Returns a path relative to a folder, if it stays in the repository. */
    static Option<String> path(String folder, String relative) {
        var names = new ArrayDeque<String>();
        for (var name : (folder + "/" + relative).split("/")) {
            if (name.isEmpty() || name.equals(".")) continue;
            if (!name.equals("..")) names.addLast(name);
            else if (names.pollLast() == null) return Option.none();
        }
        return Option.of(String.join("/", new ArrayList<>(names)));
    }
}
