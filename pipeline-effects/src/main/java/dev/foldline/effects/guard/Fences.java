package dev.foldline.effects.guard;

import dev.foldline.effects.files.Remembered;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.store.Blobs;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that decide what git does and runs: its configuration with all that it includes, hooks and attributes. What an agent
 * makes of them is kept for people to see and put back as it was, before a git command of ours could run what it planted. Hooks
 * that are part of the working tree are files like any other.
 *
 * @param root what names are told relative to
 * @param hooks the folders with hooks
 * @param files each of them, hooks too
 */
record Fences(Path root, Blobs blobs, Vector<Remembered> hooks, Vector<Remembered> files) {
    private static final List<String> SHARED =
            List.of("config", "info/attributes", "info/exclude", "info/grafts", "objects/info/alternates");
    private static final List<String> OWN = List.of("config.worktree", "commondir", "gitdir");
    private static final int HOOKS_MAX = 10_000;

    /** As they are now. No agent is at work yet, so that git may be asked. */
    static Fences around(Git git, Blobs blobs) throws IOException {
        var place = git.place();
        var influences = git.influences();
        Set<Path> files = new LinkedHashSet<>();
        for (String name : SHARED) files.add(place.commonFolder().resolve(name));
        for (String name : OWN) files.add(place.gitFolder().resolve(name));
        files.add(place.root().resolve(".git"));
        files.addAll(influences.files());
        var hooks = new ArrayList<Remembered>();
        for (Path folder : hookFolders(git, influences.hooks())) {
            hooks.add(Remembered.at(folder));
            files.addAll(filesIn(folder));
        }
        var remembered = new ArrayList<Remembered>();
        for (Path file : files) remembered.add(Remembered.at(file));
        return new Fences(place.root(), blobs, Vector.ofAll(hooks), Vector.ofAll(remembered));
    }

    private static Set<Path> hookFolders(Git git, Path configured) {
        var place = git.place();
        Set<Path> folders = new LinkedHashSet<>(List.of(place.commonFolder().resolve("hooks")));
        var inTheTree = configured.startsWith(place.root()) && !configured.startsWith(place.gitFolder()) && !configured.startsWith(place.commonFolder());
        if (!inTheTree) folders.add(configured);
        return folders;
    }

    /** Puts back what is not as it was, each told before. What stands in the way of one hides no other. */
    void mend(Findings findings) {
        for (Remembered folder : hooks) {
            attempt(folder.file(), findings, () -> clearTheWay(folder, findings));
            attempt(folder.file(), findings, () -> removeNew(folder.file(), findings));
        }
        for (Remembered file : files) attempt(file.file(), findings, () -> mend(file, findings));
        for (Remembered folder : hooks) {
            if (folder.state() instanceof Remembered.State.Link) attempt(folder.file(), findings, () -> putBackLink(folder, findings));
        }
    }

    /** Whether all is as it was, so that git runs nothing that was planted. */
    boolean hold() {
        try {
            for (Remembered file : files) {
                if (!file.isAsItWas()) return false;
            }
            for (Remembered folder : hooks) {
                if (!filesIn(folder.file()).stream().allMatch(this::isKnown)) return false;
            }
            return true;
        } catch (IOException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private interface Mending {
        void mend() throws IOException;
    }

    private void attempt(Path file, Findings findings, Mending mending) {
        try {
            mending.mend();
        } catch (IOException | UncheckedIOException stays) {
            findings.trespass("changed " + name(file) + ", which could not be put back: " + stays.getMessage());
        }
    }

    private void mend(Remembered file, Findings findings) throws IOException {
        if (file.isAsItWas()) return;
        var told = "changed " + name(file.file()) + " (it is put back" + kept(file.file()) + ")";
        findings.trespass(told);
        try {
            file.putBack();
        } catch (IOException stays) {
            findings.withdraw(told);
            throw stays;
        }
    }

    /** A link or a file in the place of the hooks' folder goes; the folder's own files come back one by one. */
    private void clearTheWay(Remembered folder, Findings findings) throws IOException {
        if (folder.isAsItWas()) return;
        var file = folder.file();
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            findings.trespass("replaced " + name(file) + " (it is put back" + kept(file) + ")");
            Files.delete(file);
        }
        if (folder.state() instanceof Remembered.State.Other) Files.createDirectories(file);
    }

    private void removeNew(Path folder, Findings findings) throws IOException {
        for (Path hook : filesIn(folder)) {
            if (!isKnown(hook)) attempt(hook, findings, () -> mend(Remembered.at(hook).absent(), findings));
        }
    }

    private void putBackLink(Remembered folder, Findings findings) throws IOException {
        if (folder.isAsItWas()) return;
        Files.deleteIfExists(folder.file());
        mend(folder, findings);
    }

    private boolean isKnown(Path hook) { return files.exists(known -> known.file().equals(hook)); }

    private String kept(Path file) throws IOException {
        return switch (Remembered.at(file).state()) {
            case Remembered.State.Link(var target) -> "; it was a link to " + target;
            case Remembered.State.Plain plain      -> "; what was written there is kept as " + blobs.file(blobs.put(plain.bytes()));
            case Remembered.State.Large large      -> "; what was written there had " + large.bytes() + " bytes";
            case Remembered.State.Nothing _, Remembered.State.Other _ -> "";
        };
    }

    /** None if the folder is a link: then only the link is ours to mind. */
    private static List<Path> filesIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return List.of();
        try (var found = Files.walk(folder)) {
            return found.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)).limit(HOOKS_MAX).toList();
        }
    }

    private String name(Path file) { return root.relativize(file).toString(); }
}
