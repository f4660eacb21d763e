package dev.foldline.effects.git.local;

import dev.foldline.effects.git.ConfiguredProgram;
import dev.foldline.effects.git.ConfiguredRemote;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Influences;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.PathNames;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Git's configuration as git itself reads it, with all included files. Git is asked again only if
 * one of the files has another content.
 */
record GitConfiguration(GitRunner bench, ConfigurationMemory memory) {
    private static final Set<String> NAMING_FILES =
            Set.of("core.attributesfile", "core.excludesfile");
    private static final String INCLUDE = "include.path";
    private static final String FILE = "file:";

    /** Newer versions of git run the programs that such settings name. */
    private static final String HOOK = "hook.";

    private static final String CONDITION = "includeif.";

    /** Conditions that depend on settings and on where the repository is. */
    private static final Set<String> LASTING = Set.of("gitdir:", "gitdir/i:", "hasconfig:");

    Influences influences() throws GitFault {
        var known = memory.answer();
        if (known.isPresent()) return known.get();
        var before = memory.sight(bench.place(), bench.settings());
        var lines = lines();
        var influences = influences(lines);
        memory.remember(before, readFiles(lines), influences);
        return influences;
    }

    private List<Line> lines() throws GitFault {
        var fields =
                PathNames.splitAtZeros(
                        bench.git(
                                        "config",
                                        "--list",
                                        "--includes",
                                        "--show-scope",
                                        "--show-origin",
                                        "-z")
                                .asConfigured()
                                .succeed()
                                .out());
        var lines = new ArrayList<Line>();
        for (int i = 0; i + 2 < fields.size(); i += 3)
            lines.add(
                    Line.of(text(fields.get(i)), text(fields.get(i + 1)), text(fields.get(i + 2))));
        return lines;
    }

    private Influences influences(List<Line> lines) {
        var files = new LinkedHashSet<Path>();
        var programs = new ArrayList<ConfiguredProgram>();
        Path hooks = bench.place().commonFolder().resolve("hooks");
        for (var line : lines) {
            if (line.key().equals("core.hookspath"))
                hooks = file(line.value(), bench.place().root()).map(Path::normalize).orElse(hooks);
            ConfiguredProgram.of(line.key(), line.value()).ifPresent(programs::add);
            origin(line).map(Path::normalize).ifPresent(files::add);
            if (line.namesFile()) named(line).map(Path::normalize).ifPresent(files::add);
        }
        files.addAll(ConfigurationMemory.usual(bench.place(), bench.settings()));
        for (var program : programs) files.addAll(program.filesIn(bench.place().root()));
        for (var link : List.copyOf(files)) target(link).ifPresent(files::add);
        return new Influences(
                files.stream().toList(),
                hooks,
                lines.stream().map(Line::key).filter(key -> key.startsWith(HOOK)).toList(),
                programs,
                lines.stream()
                        .flatMap(line -> ConfiguredRemote.of(line.key(), line.value()).stream())
                        .toList());
    }

    /** Returns the file behind a link, whose content git reads. */
    private static Optional<Path> target(Path file) {
        try {
            return Files.isSymbolicLink(file) ? Optional.of(file.toRealPath()) : Optional.empty();
        } catch (IOException leadsNowhere) {
            return Optional.empty();
        }
    }

    /** Returns the files that git read, or tried to; none if it also reads something else. */
    private Optional<Set<Path>> readFiles(List<Line> lines) {
        var files = new LinkedHashSet<Path>();
        for (var line : lines) {
            origin(line).ifPresent(files::add);
            if (!line.includes()) continue;
            var included = named(line);
            if (!line.isLasting() || included.isEmpty()) return Optional.empty();
            files.add(included.get());
        }
        return Optional.of(files);
    }

    private Optional<Path> origin(Line line) {
        return line.origin().startsWith(FILE)
                ? file(line.origin().substring(FILE.length()), bench.place().root())
                : Optional.empty();
    }

    private Optional<Path> named(Line line) {
        return file(
                line.value(),
                origin(line).map(it -> it.resolveSibling(".")).orElse(bench.place().root()));
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
            return NAMING_FILES.contains(key) || includes();
        }

        boolean includes() {
            return key.equals(INCLUDE) || key.startsWith(CONDITION) && key.endsWith(".path");
        }

        /** Returns whether it includes the same as long as all settings are the same. */
        boolean isLasting() {
            return !value.startsWith("%(")
                    && (!value.startsWith("~") || value.startsWith("~/"))
                    && (key.equals(INCLUDE)
                            || LASTING.stream()
                                    .anyMatch(kind -> key.startsWith(kind, CONDITION.length())));
        }
    }

    /** Returns the path that git opens: behind a link, a {@code ..} in it leads elsewhere. */
    private Optional<Path> file(String name, Path folder) {
        try {
            var home = bench.settings().environment().getOrDefault("HOME", "");
            var spelt = name.startsWith("~/") && !home.isEmpty() ? home + name.substring(1) : name;
            return spelt.isEmpty() ? Optional.empty() : Optional.of(folder.resolve(spelt));
        } catch (InvalidPathException unspeakable) {
            return Optional.empty();
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
