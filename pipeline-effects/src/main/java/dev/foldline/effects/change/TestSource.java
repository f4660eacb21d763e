package dev.foldline.effects.change;

import dev.foldline.effects.change.CodeText.Syntax;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.TreeMap;
import java.util.regex.MatchResult;

/**
 * The tests in a file, as far as their text tells.
 *
 * @param cases by name; a name that is used again has a number
 * @param skips number of marks that leave tests out
 * @param examples the examples in documentation that are run as tests, each as a hash of its text
 */
record TestSource(Map<String, TestSource.Body> cases, int skips, Vector<Integer> examples) {
    static final TestSource NONE = new TestSource(LinkedHashMap.empty(), 0, Vector.empty());

    private static final int CASES_MAX = 2_000;
    private static final String MODULE = "#[cfg(";
    private static final int SIGNATURE_CHARS_MAX = 1_000;

    /** Bodies overlap only where brackets do not match. */
    private static final int OVERLAP_MAX = 2;

    /** How much a test does, least first. */
    enum Substance {
        EMPTY,
        WITHOUT_ASSERTION,
        WITH_ASSERTION
    }

    /**
     * @param hash of its text without space and comments
     */
    record Body(int hash, Substance substance) {}

    TestSource with(Vector<Integer> others) {
        return new TestSource(cases, skips, others);
    }

    /** Returns the tests in the text of a file of tests. */
    static TestSource of(String path, String text) {
        var syntax = Syntax.of(path);
        var source = CodeText.of(text, syntax);
        var blocks = new TestBlocks(source, syntax, path);
        var pattern = path.matches(".*\\.(?:sh|bash|bats)") ? TestMarks.SHELL_CASE : TestMarks.CASE;
        var matches = pattern.matcher(source.code()).results().limit(CASES_MAX).toList();
        var cases = new TreeMap<String, Body>();
        int left = OVERLAP_MAX * text.length();
        for (int at = 0; at < matches.size(); at++) {
            var match = matches.get(at);
            boolean isLast = at + 1 == matches.size();
            int next = isLast ? source.code().length() : matches.get(at + 1).start();
            if (source.mask().charAt(match.start()) == ' ') continue;
            for (var title : title(match, source, next)) {
                var range = blocks.of(title.end(), next).cut(left);
                left -= range.to() - range.from();
                cases.put(numbered(title.name(), cases), body(match, source, range));
            }
        }
        int skips = (int) TestMarks.SKIP.matcher(source.mask()).results().count();
        return new TestSource(LinkedHashMap.ofAll(cases), skips, Vector.empty());
    }

    private static String numbered(String name, java.util.Map<String, Body> cases) {
        var unique = name;
        for (int number = 2; cases.containsKey(unique); number++) unique = name + " #" + number;
        return unique;
    }

    private record Title(String name, int end) {}

    /** Returns the name of a test; after an annotation, that of the next method. */
    private static Option<Title> title(MatchResult match, CodeText source, int next) {
        for (int group = 1; group <= match.groupCount(); group++)
            if (match.group(group) != null)
                return Option.of(new Title(match.group(group), match.end()));
        int end = Math.min(Math.max(next, match.end()), match.end() + SIGNATURE_CHARS_MAX);
        var method = TestMarks.METHOD.matcher(source.mask()).region(match.end(), end);
        if (!method.find()) return Option.none();
        var name = source.code().substring(method.start(1), method.end(1));
        return Option.of(new Title(name, method.end()));
    }

    /** Of a module, the tests in it are compared. */
    private static Body body(MatchResult match, CodeText source, TestBlocks.Range range) {
        if (match.group().startsWith(MODULE))
            return new Body(match.group().hashCode(), Substance.WITH_ASSERTION);
        var code = source.code().substring(range.from(), range.to());
        var mask = source.mask().substring(range.from(), range.to());
        return new Body(code.replaceAll("\\s+", "").hashCode(), substance(mask));
    }

    private static Substance substance(String text) {
        if (TestMarks.NOTHING.matcher(text).replaceAll("").isBlank()) return Substance.EMPTY;
        if (TestMarks.EARLY_END.matcher(text).lookingAt()) return Substance.EMPTY;
        return TestMarks.ASSERTION.matcher(TestMarks.TRIVIAL.matcher(text).replaceAll("")).find()
                ? Substance.WITH_ASSERTION
                : Substance.WITHOUT_ASSERTION;
    }
}
