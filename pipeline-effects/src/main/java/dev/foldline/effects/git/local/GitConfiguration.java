package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Influences;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.PathNames;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Git's configuration as git itself reads it, with all included files. */
record GitConfiguration(GitRunner bench) {
    private static final Set<String> OURS = Set.of("local", "worktree");
    private static final Set<String> NAMING_FILES =
            Set.of("include.path", "core.attributesfile", "core.excludesfile");
    private static final String FILE = "file:";

    Influences influences() throws GitFault {
        var files = new LinkedHashSet<Path>();
        Path hooks = bench.place().commonFolder().resolve("hooks");
        var fields =
                PathNames.splitAtZeros(
                        bench.git(
                                        "config",
                                        "--list",
                                        "--includes",
                                        "--show-scope",
                                        "--show-origin",
                                        "-z")
                                .succeed()
                                .out());
        for (int i = 0; i + 2 < fields.size(); i += 3) {
            var line =
                    Line.of(text(fields.get(i)), text(fields.get(i + 1)), text(fields.get(i + 2)));
            if (line.key().equals("core.hookspath"))
                hooks = file(line.value(), bench.place().root()).orElse(hooks);
            if (!OURS.contains(line.scope())) continue;
            var origin =
                    line.origin().startsWith(FILE)
                            ? file(line.origin().substring(FILE.length()), bench.place().root())
                            : Optional.<Path>empty();
            origin.ifPresent(files::add);
            if (line.namesFile())
                file(
                                line.value(),
                                origin.map(it -> it.resolveSibling("."))
                                        .orElse(bench.place().root()))
                        .ifPresent(files::add);
        }
        return new Influences(files.stream().toList(), hooks);
    }

    /** A setting: its scope, origin, lower-case name and value. */
    private record Line(String scope, String origin, String key, String value) {
        static Line of(String scope, String origin, String setting) {
            int end = setting.indexOf('\n');
            var key = end < 0 ? setting : setting.substring(0, end);
            return new Line(
                    scope,
                    origin,
                    key.toLowerCase(Locale.ROOT),
                    end < 0 ? "" : setting.substring(end + 1));
        }

        boolean namesFile() {
            return NAMING_FILES.contains(key)
                    || (key.startsWith("includeif.") && key.endsWith(".path"));
        }
    }

    private Optional<Path> file(String name, Path folder) {
        try {
            var home = bench.settings().environment().getOrDefault("HOME", "");
            var spelt = name.startsWith("~/") && !home.isEmpty() ? home + name.substring(1) : name;
            return spelt.isEmpty()
                    ? Optional.empty()
                    : Optional.of(folder.resolve(spelt).normalize());
        } catch (InvalidPathException unspeakable) {
            return Optional.empty();
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
