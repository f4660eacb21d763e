package dev.foldline.effects.report;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.redact.ControlCharacters;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.BitSet;

/**
 * A pattern of files, relative to the root of a repository: names with {@code *}, {@code ?} and
 * {@code {a,b}}, and {@code **} for any number of folders. Wildcards match neither hidden names nor
 * {@code node_modules}.
 */
record ReportGlob(Vector<ReportGlob.Segment> segments) {
    static final int CHARS_MAX = 1_000;
    static final int ALTERNATIVES_MAX = 100;

    private static final String REPOSITORY = ".git";
    private static final String PACKAGES = "node_modules";

    sealed interface Segment {
        record AnyFolders() implements Segment {}

        record Names(Vector<String> alternatives) implements Segment {
            boolean matches(String name) {
                return alternatives.exists(each -> isNamed(each, name) && isMatch(each, name));
            }
        }
    }

    /** Returns the glob, which has no problem. */
    static ReportGlob of(String glob) {
        problemOf(glob)
                .forEach(
                        problem -> {
                            throw new PipelineBug("not a glob: " + problem);
                        });
        return new ReportGlob(parts(glob).map(ReportGlob::segment));
    }

    /** Returns why a text is no glob of files in the repository. */
    static Option<String> problemOf(String glob) {
        if (glob.isBlank()) return Option.of("the glob is empty");
        if (glob.length() > CHARS_MAX)
            return Option.of("the glob has more than %,d characters".formatted(CHARS_MAX));
        if (ControlCharacters.first(glob).isPresent() || glob.lines().count() > 1)
            return Option.of("the glob contains a control character");
        if (glob.startsWith("/") || glob.matches("[A-Za-z]:.*"))
            return Option.of("the glob is absolute; write it relative to the repository's root");
        if (glob.contains("\\")) return Option.of("the glob contains \\; separate folders by /");
        if (glob.contains("[") || glob.contains("]"))
            return Option.of("the glob contains [ or ]; use *, ? and {a,b}");
        return parts(glob)
                .flatMap(ReportGlob::problemOfPart)
                .headOption()
                .orElse(() -> problemOfEnd(parts(glob)));
    }

    /** Returns the positions before the first segment. */
    BitSet start() {
        var start = new BitSet();
        start.set(0);
        return closure(start);
    }

    /** Returns the positions within a folder; none if nothing in it can match. */
    BitSet inside(BitSet positions, String folder) {
        var inside = new BitSet();
        positions.stream()
                .map(at -> next(at, folder))
                .filter(at -> at < segments.size())
                .forEach(inside::set);
        return closure(inside);
    }

    boolean matchesFile(BitSet positions, String file) {
        int last = segments.size() - 1;
        return positions.get(last)
                && segments.get(last) instanceof Segment.Names names
                && names.matches(file);
    }

    /** Returns the position within a folder, or the number of segments if nothing can match. */
    private int next(int at, String folder) {
        var isEntered =
                switch (segments.get(at)) {
                    case Segment.AnyFolders _ -> isPlain(folder);
                    case Segment.Names names -> !folder.equals(REPOSITORY) && names.matches(folder);
                };
        if (!isEntered) return segments.size();
        return segments.get(at) instanceof Segment.AnyFolders ? at : at + 1;
    }

    private BitSet closure(BitSet positions) {
        for (int at = 0; at < segments.size() - 1; at++) {
            if (positions.get(at) && segments.get(at) instanceof Segment.AnyFolders)
                positions.set(at + 1);
        }
        return positions;
    }

    private static Vector<String> parts(String glob) {
        var parts = Vector.<String>empty();
        int from = 0;
        int depth = 0;
        for (int at = 0; at <= glob.length(); at++) {
            char each = at == glob.length() ? '/' : glob.charAt(at);
            if (each == '{') depth++;
            if (each == '}') depth--;
            if (each != '/' || depth > 0 && at < glob.length()) continue;
            parts = parts.append(glob.substring(from, at));
            from = at + 1;
        }
        return parts.size() > 1 ? parts.filter(part -> !part.equals(".")) : parts;
    }

    private static Segment segment(String part) {
        return part.equals("**") ? new Segment.AnyFolders() : new Segment.Names(alternatives(part));
    }

    private static Option<String> problemOfPart(String part) {
        if (part.isEmpty()) return Option.of("the glob has an empty name between two /");
        if (part.equals("**")) return Option.none();
        if (part.contains("**")) return Option.of("** must be alone between two /");
        if (!hasPairedBraces(part))
            return Option.of("{ and } must be in pairs, without / or { inside");
        var names = alternatives(part);
        if (names.size() > ALTERNATIVES_MAX)
            return Option.of("the glob has more than " + ALTERNATIVES_MAX + " alternatives");
        if (names.contains("..")) return Option.of("the glob leaves the repository by ..");
        return Option.when(names.contains(REPOSITORY), "the glob names " + REPOSITORY);
    }

    private static Option<String> problemOfEnd(Vector<String> parts) {
        var last = parts.last();
        return Option.when(
                last.equals("**") || last.equals("."),
                "the glob must end with the name of a file, for example *.xml");
    }

    private static boolean hasPairedBraces(String part) {
        return part.replaceAll("\\{[^{}/]*}", "")
                .chars()
                .noneMatch(c -> c == '{' || c == '}' || c == '/');
    }

    private static Vector<String> alternatives(String part) {
        int open = part.indexOf('{');
        if (open < 0) return Vector.of(part);
        int close = part.indexOf('}', open);
        var names = Vector.<String>empty();
        for (var rest : alternatives(part.substring(close + 1)))
            for (var each : part.substring(open + 1, close).split(",", -1))
                if (names.size() <= ALTERNATIVES_MAX)
                    names = names.append(part.substring(0, open) + each + rest);
        return names;
    }

    private static boolean isPlain(String folder) {
        return !folder.startsWith(".") && !folder.equals(PACKAGES);
    }

    /** Hidden names and packages must be named, not matched by a wildcard. */
    private static boolean isNamed(String pattern, String name) {
        return name.startsWith(".")
                ? pattern.startsWith(".")
                : !name.equals(PACKAGES) || pattern.equals(PACKAGES);
    }

    /** Takes at most the product of both lengths, whatever the pattern. */
    private static boolean isMatch(String pattern, String name) {
        int at = 0;
        int in = 0;
        int star = -1;
        int retry = 0;
        while (in < name.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                retry = in;
            } else if (at < pattern.length()
                    && (pattern.charAt(at) == '?' || pattern.charAt(at) == name.charAt(in))) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++retry;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') at++;
        return at == pattern.length();
    }
}
