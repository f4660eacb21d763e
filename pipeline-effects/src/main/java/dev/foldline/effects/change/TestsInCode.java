package dev.foldline.effects.change;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.util.regex.Pattern;

/**
 * Reads the tests in files of code, of languages and runners that have such.
 *
 * @param runsExamples whether the checks run the examples in documentation of Python
 */
record TestsInCode(boolean runsExamples) {
    private static final Set<String> TYPED =
            HashSet.of("rs", "zig", "cs", "c", "cc", "cpp", "cxx", "h", "hh", "hpp");
    private static final Set<String> SCRIPT =
            HashSet.of("js", "jsx", "mjs", "ts", "tsx", "mts", "vue");
    private static final String IN_SCRIPT = "import.meta.vitest";
    private static final String RUST = "rs";
    private static final String PYTHON = "py";
    private static final String FENCE = "```";

    /** Up to an empty line, the end of the documentation, or the next example. */
    private static final Pattern IN_PYTHON =
            Pattern.compile(
                    "^[ \\t]{0,99}>>> ([^\\n]*(?:\\n(?![ \\t]{0,99}"
                            + "(?:>>> |\"{3}|'{3}|\\n|$))[^\\n]+)*)",
                    Pattern.MULTILINE);

    private static final Pattern SKIPPED = Pattern.compile("doctest: ?\\+SKIP");

    private static final Pattern IN_RUST =
            Pattern.compile(
                    "^[ \\t]{0,99}//[/!] ?```([^\\n`]*)\\n"
                            + "((?:[ \\t]{0,99}//[/!](?! ?```)[^\\n]*\\n)*)",
                    Pattern.MULTILINE);

    /** Other words after the fence say that the example is not run. */
    private static final Pattern RUN =
            Pattern.compile("(?:rust|should_panic|edition\\d{4}|[ ,\\r])*");

    boolean mayBeIn(String path) {
        var ending = ending(path);
        return TYPED.contains(ending)
                || SCRIPT.contains(ending)
                || runsExamples && ending.equals(PYTHON);
    }

    /** Returns the tests in the text of a file of code. */
    TestSource of(String path, String text) {
        var ending = ending(path);
        if (ending.equals(PYTHON)) return TestSource.NONE.with(ofPython(text));
        if (SCRIPT.contains(ending) && !text.contains(IN_SCRIPT)) return TestSource.NONE;
        var source = TestSource.of(path, text);
        return ending.equals(RUST) ? source.with(ofRust(text)) : source;
    }

    private static Vector<Integer> ofPython(String text) {
        return Vector.ofAll(IN_PYTHON.matcher(text).results().toList())
                .map(match -> match.group(1))
                .reject(example -> SKIPPED.matcher(example).find())
                .map(TestsInCode::hash);
    }

    private static Vector<Integer> ofRust(String text) {
        var examples = Vector.<Integer>empty();
        var fences = IN_RUST.matcher(text);
        for (int at = 0; at >= 0 && fences.find(at); ) {
            if (RUN.matcher(fences.group(1)).matches())
                examples = examples.append(hash(fences.group(2)));
            int closing = text.indexOf(FENCE, fences.end());
            at = closing < 0 ? -1 : closing + FENCE.length();
        }
        return examples;
    }

    private static int hash(String text) {
        return text.replaceAll("\\s+", "").hashCode();
    }

    private static String ending(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
