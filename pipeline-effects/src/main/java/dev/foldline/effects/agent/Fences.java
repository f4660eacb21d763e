package dev.foldline.effects.agent;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.files.Remembered;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that decide what git does and runs: its configuration, hooks and attributes. What an agent makes of them is kept for
 * people to see and put back as it was, before a git command of ours could run what it planted. Hooks that lie elsewhere, where
 * {@code core.hooksPath} says, are files like any other.
 */
final class Fences {
    private static final List<String> SHARED = List.of("config", "info/attributes", "info/exclude", "objects/info/alternates");
    private static final int HOOKS_MAX = 1_000;

    private final RunContext run;
    private final Path hooks;
    private final Remembered hooksFolder;
    private final List<Remembered> files;

    private Fences(RunContext run) throws IOException {
        this.run = run;
        var place = run.git().place();
        this.hooks = place.commonFolder().resolve("hooks");
        this.hooksFolder = Remembered.at(hooks);
        this.files = new ArrayList<>();
        for (String name : SHARED) files.add(Remembered.at(place.commonFolder().resolve(name)));
        files.add(Remembered.at(place.gitFolder().resolve("config.worktree")));
        files.add(Remembered.at(place.root().resolve(".git")));
        for (Path hook : hooksNow()) files.add(Remembered.at(hook));
    }

    static Fences of(RunContext run) throws IOException { return new Fences(run); }

    /** Puts back what is not as it was, and says what that is. What stands in the way of one hides no other. */
    List<String> mend() {
        var told = new ArrayList<String>();
        told.addAll(attempt(hooks, this::clearTheWay));
        told.addAll(attempt(hooks, this::removeNewHooks));
        for (Remembered file : files) told.addAll(attempt(file.file(), () -> mend(file)));
        if (hooksFolder.state() instanceof Remembered.State.Link) told.addAll(attempt(hooks, this::putBackLink));
        return told;
    }

    /** Whether all is as it was, so that git runs nothing that was planted. */
    boolean hold() {
        try {
            for (Remembered file : files) {
                if (!file.isAsItWas()) return false;
            }
            return hooksNow().stream().allMatch(this::isKnown);
        } catch (IOException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private interface Mending {
        List<String> mend() throws IOException;
    }

    private List<String> attempt(Path file, Mending mending) {
        try {
            return mending.mend();
        } catch (IOException | UncheckedIOException stays) {
            return List.of("changed " + name(file) + ", which could not be put back: " + stays.getMessage());
        }
    }

    private List<String> mend(Remembered file) throws IOException {
        if (file.isAsItWas()) return List.of();
        var seen = kept(file.file());
        file.putBack();
        return List.of("changed " + name(file.file()) + " (it is put back" + seen + ")");
    }

    /** A link or a file in the place of the hooks' folder goes; the folder's own files come back one by one. */
    private List<String> clearTheWay() throws IOException {
        var told = new ArrayList<String>();
        if (hooksFolder.isAsItWas()) return told;
        if (Files.exists(hooks, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(hooks, LinkOption.NOFOLLOW_LINKS)) {
            told.add("replaced " + name(hooks) + " (it is put back" + kept(hooks) + ")");
            Files.delete(hooks);
        }
        if (hooksFolder.state() instanceof Remembered.State.Other) Files.createDirectories(hooks);
        return told;
    }

    private List<String> removeNewHooks() throws IOException {
        var told = new ArrayList<String>();
        for (Path hook : hooksNow()) {
            if (!isKnown(hook)) told.addAll(attempt(hook, () -> mend(Remembered.at(hook).absent())));
        }
        return told;
    }

    private List<String> putBackLink() throws IOException {
        if (hooksFolder.isAsItWas()) return List.of();
        Files.deleteIfExists(hooks);
        return mend(hooksFolder);
    }

    private boolean isKnown(Path hook) { return files.stream().anyMatch(known -> known.file().equals(hook)); }

    private String kept(Path file) throws IOException {
        return switch (Remembered.at(file).state()) {
            case Remembered.State.Link(var target) -> "; it was a link to " + target;
            case Remembered.State.Plain plain      -> "; what was written there is kept as " + run.blobs().file(run.blobs().put(plain.bytes()));
            case Remembered.State.Large large      -> "; what was written there had " + large.bytes() + " bytes";
            case Remembered.State.Nothing _, Remembered.State.Other _ -> "";
        };
    }

    /** None if the folder is a link: then only the link is ours to mind. */
    private List<Path> hooksNow() throws IOException {
        if (!Files.isDirectory(hooks, LinkOption.NOFOLLOW_LINKS)) return List.of();
        try (var found = Files.walk(hooks)) {
            return found.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)).limit(HOOKS_MAX).toList();
        }
    }

    private String name(Path file) { return run.root().relativize(file).toString(); }
}
