package dev.foldline.docs;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Which tests the default build runs, by their sources: those that no annotation switches off, of
 * classes that surefire looks at, and that need no real agent, engine or client.
 */
public final class DefaultBuild {
    private DefaultBuild() {}

    private static final Pattern CLASS = Pattern.compile("(?!Real)[A-Z]\\w*(?:Test|Properties)");
    private static final Pattern HEAD =
            Pattern.compile("(?ms)\\A(.*?)^(?:\\w+ )*(?:class|interface|record) ");
    private static final Pattern TEST =
            Pattern.compile(
                    "(?m)^"
                        + " +@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property|Example)\\b");
    private static final Pattern METHOD = Pattern.compile("\\bvoid\\s+(\\w+)\\(");
    private static final Pattern SWITCH =
            Pattern.compile("(?m)^ *@(?:Thorough|Disabled|EnabledIf\\w*|DisabledIf\\w*)\\b");

    /** Whether it runs a test of this name in a class with this source. */
    public static boolean runs(String type, String source, String method) {
        return isPartOf(type, source)
                && METHOD.matcher(source)
                        .results()
                        .filter(found -> found.group(1).equals(method))
                        .anyMatch(found -> isSwitchedOn(source, found));
    }

    /** Whether it runs any test of a class with this source. */
    static boolean runs(String type, String source) {
        return isPartOf(type, source)
                && METHOD.matcher(source).results().anyMatch(found -> isSwitchedOn(source, found));
    }

    private static boolean isPartOf(String type, String source) {
        var head = HEAD.matcher(source);
        return CLASS.matcher(type).matches()
                && head.find()
                && !SWITCH.matcher(head.group(1)).find();
    }

    /** A blank line comes before a method with its annotations. */
    private static boolean isSwitchedOn(String source, MatchResult method) {
        int start = Math.max(0, source.lastIndexOf("\n\n", method.start()));
        var annotations = source.substring(start, method.start());
        return TEST.matcher(annotations).find() && !SWITCH.matcher(annotations).find();
    }
}
