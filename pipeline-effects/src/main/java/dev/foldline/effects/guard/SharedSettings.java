package dev.foldline.effects.guard;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.files.FileBaseline;
import dev.foldline.effects.files.FileBaseline.State.Plain;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings in git's shared configuration that other processes may change during a call: the
 * upstream of a local branch, and exclusions that Foldline's runs add for their working trees.
 *
 * @param refs the branches the run relies on, whose settings must not change
 */
record SharedSettings(RunRefs refs) {
    /**
     * The form that git writes: values that run no program, and no line that could be read as part
     * of another section.
     */
    private static final Pattern FOLLOWING =
            Pattern.compile(
                    "(?m)(?<!\\\\\n"
                            + ")^\\[branch \"([^\"\\\\\n"
                            + "]*)\"\\]\n"
                            + "(?:\t(?i:remote|merge|rebase|pushremote|[a-z]+-merge-base) ="
                            + " [A-Za-z0-9._/@+-]*\n"
                            + ")*(?=\\[|\\z)");

    private static final Path CONFIGURATION = Path.of("config");
    private static final Path EXCLUDED = Path.of("info", "exclude");

    /** Returns whether a file is unchanged except for these settings. */
    boolean isAsItWas(FileBaseline file) throws IOException {
        if (file.isAsItWas()) return true;
        var now = FileBaseline.at(file.file());
        if (!(file.state() instanceof Plain before
                && now.state() instanceof Plain after
                && now.folder().equals(file.folder()))) return false;
        if (file.file().endsWith(CONFIGURATION))
            return before.permissions().equals(after.permissions())
                    && relied(before.content()).equals(relied(after.content()));
        return file.file().endsWith(EXCLUDED)
                && isExcludedByRuns(file.file(), before.content(), after.content());
    }

    private String relied(String configuration) {
        return FOLLOWING
                .matcher(configuration)
                .replaceAll(
                        section ->
                                refs.isRelied("refs/heads/" + section.group(1))
                                        ? Matcher.quoteReplacement(section.group())
                                        : "");
    }

    private static boolean isExcludedByRuns(Path file, String before, String after)
            throws IOException {
        if (!after.startsWith(before)) return false;
        var patterns = patterns(Runs.of(file.resolveSibling("..").normalize()));
        return after.substring(before.length())
                .lines()
                .allMatch(line -> line.isEmpty() || patterns.contains(line));
    }

    private static Set<String> patterns(Runs runs) throws IOException {
        var patterns = new HashSet<>(Set.of(".foldline/"));
        for (RunDirectory run : runs.unordered()) {
            if (Files.exists(run.events()) && branching(run) instanceof Branching.OwnTree own)
                own.copied().forEach(path -> patterns.add("/" + path));
        }
        return patterns;
    }

    /** An unreadable log excludes nothing. */
    private static Branching branching(RunDirectory run) {
        try (var reader = LogReader.open(run.events())) {
            if (reader.next() instanceof ReadResult.Line(var line)) {
                Event first =
                        line.event(
                                (bytes, offset, length) ->
                                        Wire.event(line.version(), bytes, offset, length));
                if (first instanceof RunStarted started)
                    return started.workflow().policy().branching();
            }
        } catch (IOException | RuntimeException unreadable) {
            return new Branching.Stay();
        }
        return new Branching.Stay();
    }
}
