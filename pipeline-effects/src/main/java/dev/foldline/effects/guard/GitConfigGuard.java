package dev.foldline.effects.guard;

import dev.foldline.effects.files.FileBaseline;
import dev.foldline.effects.git.ConfiguredProgram;
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
 * Protects the files that determine what git does and runs: its configuration with all included
 * files, those of the user and of the system too, hooks, attributes, and the programs of the
 * working tree that the configuration of git or of Foldline names. An agent's changes to them are
 * kept for inspection and then reverted, before Foldline runs a git command that could execute what
 * the agent planted. Hooks in the working tree are ordinary files.
 *
 * @param root the folder to which reported names are relative
 * @param shared the settings that other processes may change
 * @param hooks the folders with hooks
 * @param files all protected files, including hooks
 */
record GitConfigGuard(
        Path root,
        Blobs blobs,
        SharedSettings shared,
        Vector<FileBaseline> hooks,
        Vector<FileBaseline> files) {
    private static final List<String> SHARED =
            List.of(
                    "config",
                    "info/attributes",
                    "info/exclude",
                    "info/grafts",
                    "objects/info/alternates");
    private static final List<String> OWN = List.of("config.worktree", "commondir", "gitdir");
    private static final int HOOKS_MAX = 10_000;

    static GitConfigGuard of(Path root, Blobs blobs, RepositorySnapshot before) {
        return new GitConfigGuard(
                root, blobs, new SharedSettings(before.refs()), before.hooks(), before.files());
    }

    /**
     * Records the current files. No agent is running yet, so git may be asked.
     *
     * @param started programs that the driver starts itself
     */
    static GitConfigGuard around(
            Git git, Blobs blobs, RunRefs refs, List<ConfiguredProgram> started)
            throws IOException {
        var place = git.place();
        var influences = git.influences();
        Set<Path> files = new LinkedHashSet<>();
        for (String name : SHARED) files.add(place.commonFolder().resolve(name));
        for (String name : OWN) files.add(place.gitFolder().resolve(name));
        files.add(place.root().resolve(".git"));
        files.addAll(influences.files());
        for (var program : started) files.addAll(program.filesIn(place.root()));
        var hooks = new ArrayList<FileBaseline>();
        for (Path folder : hookFolders(git, influences.hooks())) {
            hooks.add(FileBaseline.at(folder));
            files.addAll(filesIn(folder));
        }
        var remembered = new ArrayList<FileBaseline>();
        for (Path file : files) remembered.add(FileBaseline.at(file));
        return new GitConfigGuard(
                place.root(),
                blobs,
                new SharedSettings(refs),
                Vector.ofAll(hooks),
                Vector.ofAll(remembered));
    }

    private static Set<Path> hookFolders(Git git, Path configured) {
        var place = git.place();
        Set<Path> folders = new LinkedHashSet<>(List.of(place.commonFolder().resolve("hooks")));
        var inTheTree =
                configured.startsWith(place.root())
                        && !configured.startsWith(place.gitFolder())
                        && !configured.startsWith(place.commonFolder());
        if (!inTheTree) folders.add(configured);
        return folders;
    }

    /**
     * Restores changed files and reports each before. A failure at one file does not hide the
     * others.
     */
    void restore(GuardFindings findings) {
        for (FileBaseline folder : hooks) {
            attempt(folder.file(), findings, () -> clearTheWay(folder, findings));
            attempt(folder.file(), findings, () -> removeNew(folder.file(), findings));
        }
        for (FileBaseline file : files)
            attempt(file.file(), findings, () -> restore(file, findings));
        for (FileBaseline folder : hooks) {
            if (folder.state() instanceof FileBaseline.State.Link)
                attempt(folder.file(), findings, () -> putBackLink(folder, findings));
        }
    }

    /** Returns whether all files are unchanged, so that git runs nothing planted. */
    boolean hold() {
        try {
            for (FileBaseline file : files) {
                if (!shared.isAsItWas(file) && !UserSettings.isUsedAsItWas(file)) return false;
            }
            for (FileBaseline folder : hooks) {
                if (!filesIn(folder.file()).stream().allMatch(this::isKnown)) return false;
            }
            return true;
        } catch (IOException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private interface Restoration {
        void mend() throws IOException;
    }

    private void attempt(Path file, GuardFindings findings, Restoration mending) {
        try {
            mending.mend();
        } catch (IOException | UncheckedIOException stays) {
            findings.trespass(
                    "changed "
                            + name(file)
                            + ", which could not be put back: "
                            + stays.getMessage());
        }
    }

    private void restore(FileBaseline file, GuardFindings findings) throws IOException {
        if (shared.isAsItWas(file)) return;
        if (UserSettings.isUsedAsItWas(file)) {
            findings.note(
                    "changed settings of " + name(file.file()) + " that only a terminal uses");
            return;
        }
        var reported =
                "changed " + name(file.file()) + " (it is put back" + content(file.file()) + ")";
        findings.trespass(reported);
        try {
            file.putBack();
        } catch (IOException stays) {
            findings.withdraw(reported);
            throw stays;
        }
    }

    /**
     * Removes a link or a file in place of the hooks' folder; its own files are restored one by
     * one.
     */
    private void clearTheWay(FileBaseline folder, GuardFindings findings) throws IOException {
        if (folder.isAsItWas()) return;
        var file = folder.file();
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            findings.trespass("replaced " + name(file) + " (it is put back" + content(file) + ")");
            Files.delete(file);
        }
        if (folder.state() instanceof FileBaseline.State.Other) Files.createDirectories(file);
    }

    private void removeNew(Path folder, GuardFindings findings) throws IOException {
        for (Path hook : filesIn(folder)) {
            if (!isKnown(hook))
                attempt(hook, findings, () -> restore(FileBaseline.at(hook).absent(), findings));
        }
    }

    private void putBackLink(FileBaseline folder, GuardFindings findings) throws IOException {
        if (folder.isAsItWas()) return;
        Files.deleteIfExists(folder.file());
        restore(folder, findings);
    }

    private boolean isKnown(Path hook) {
        return files.exists(known -> known.file().equals(hook));
    }

    private String content(Path file) throws IOException {
        return switch (FileBaseline.at(file).state()) {
            case FileBaseline.State.Link(var target) -> "; it was a link to " + target;
            case FileBaseline.State.Plain plain ->
                    "; what was written there is kept as " + blobs.file(blobs.put(plain.bytes()));
            case FileBaseline.State.Large large ->
                    "; what was written there had " + large.bytes() + " bytes";
            case FileBaseline.State.Nothing _, FileBaseline.State.Other _ -> "";
        };
    }

    /** Returns no files if the folder is a link, because only the link itself is protected then. */
    private static List<Path> filesIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return List.of();
        try (var found = Files.walk(folder)) {
            return found.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .limit(HOOKS_MAX)
                    .toList();
        }
    }

    private String name(Path file) {
        var relative = root.relativize(file).toString();
        return relative.length() < file.toString().length() ? relative : file.toString();
    }
}
