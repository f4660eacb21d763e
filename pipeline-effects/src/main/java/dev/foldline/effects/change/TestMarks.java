package dev.foldline.effects.change;

import java.util.regex.Pattern;

/**
 * How tests, and marks that leave them out, are written in common languages. Every repetition is
 * limited: the texts are an agent's.
 */
final class TestMarks {
    private TestMarks() {}

    private static final String TITLE =
            "(?:'([^'\\n]{0,500})'|\"([^\"\\n]{0,500})\"|`([^`]{0,500})`)";

    private static final String MEMBERS = "(?:\\.\\w{1,99}){0,5}";

    /** A group has the name; none if it follows an annotation. */
    static final Pattern CASE =
            anyOf(
                    // JavaScript, Ruby, Dart, Elixir
                    "(?<![\\w.$@-])(?:it|test|specify|scenario|testWidgets)\\b"
                            + MEMBERS
                            + "(?:\\((?:\\[[^\\]]{0,500}\\]|[^'\"`()]{0,500})\\))?"
                            + "\\s{0,99}\\(?\\s{0,99}"
                            + TITLE,
                    // Python, Ruby, PHP, Swift
                    "\\b(?:def|function|func)\\s{1,99}(test\\w*)",
                    // Go
                    "(?m:^)func\\s{1,99}((?:Test|Fuzz|Example)\\w*)\\s{0,99}\\(",
                    // JUnit, Kotlin, C#, Rust, Swift
                    "(?:@|#\\[|\\[)(?:\\w{1,99}(?:\\.|::)){0,5}(?:[tT]est|ParameterizedTest"
                            + "|RepeatedTest|TestFactory|TestTemplate|Property|Example|Fact|Theory"
                            + "|TestCase|TestMethod|DataTestMethod)\\b",
                    // Modules of tests in Rust
                    "#\\[cfg\\(\\s{0,99}test\\s{0,99}\\)\\]\\s{0,99}(?:pub\\s{1,99})?"
                            + "mod\\s{1,99}(\\w{1,99})",
                    // C and C++
                    "\\bTEST(?:_[FP])?\\s{0,99}\\(\\s{0,99}"
                            + "(\\w{1,99}\\s{0,99},\\s{0,99}\\w{1,99})");

    static final Pattern SHELL_CASE = Pattern.compile("@test\\s{1,99}" + TITLE);

    /** The method after an annotation. */
    static final Pattern METHOD =
            Pattern.compile(
                    "(?:\\bfn\\s{1,99}|\\bfun\\s{1,99}|[\\w>\\]]\\s{1,99})"
                            + "(`[^`\\n]{1,500}`|\\w{1,500})\\s{0,99}\\(");

    static final Pattern SKIP =
            anyOf(
                    // Java, Kotlin
                    "@(?:Disabled|Ignore)\\w*",
                    "@Enabled(?:If|On|For)\\w*",
                    "\\bassum(?:e|ing)\\w*\\s{0,99}\\(",
                    "\\bAssume\\.",
                    // Python
                    "\\bmark\\.(?:skip|skipif|xfail)\\b",
                    "\\bpytest\\.(?:skip|xfail|importorskip)\\b",
                    "@(?:unittest\\.)?(?:skip\\w*|expectedFailure)\\b",
                    "\\.skipTest\\(",
                    "\\bSkipTest\\b",
                    "\\b__test__\\s{0,99}=\\s{0,99}False",
                    // JavaScript, Ruby; to run one test alone leaves out the others
                    "(?<![\\w.])[xf](?:it|describe|test|context|specify|scenario)\\b"
                            + "\\s{0,99}[('\"]",
                    "(?<![\\w.])(?:it|test|describe|context|suite|specify)"
                            + MEMBERS
                            + "\\.(?:skip|only|todo|skipIf|runIf|fixme|fails|failing)\\b",
                    "(?m:^)[ \\t]{0,99}(?:pending|skip)"
                            + "(?:\\s{1,99}['\"]|\\s{0,99}\\(|[ \\t]{0,99}$)",
                    // Go, and contexts of JavaScript
                    "\\b(?:t|b|f|ctx|this|test)\\.[sS]kip(?:Now|f)?\\s{0,99}\\(",
                    // Rust
                    "#\\[(?:\\w{1,99}::){0,5}ignore",
                    "#\\[cfg_attr\\([^\\n]{0,200}ignore",
                    "#\\[cfg\\(\\s{0,99}(?:any\\(\\s{0,99}\\)|FALSE|false)",
                    // C#, PHP, Swift, C++, Elixir
                    "\\[Ignore",
                    "\\bSkip\\s{0,99}=",
                    "\\bAssert\\.(?:Ignore|Inconclusive)",
                    "->markTest(?:Skipped|Incomplete)",
                    "\\bXCTSkip\\w*",
                    "\\.disabled\\(",
                    "\\bGTEST_SKIP\\b",
                    "\\bDISABLED_",
                    "@tag\\s{1,99}:?skip");

    /** Assertions that hold whatever the code does. */
    static final Pattern TRIVIAL =
            anyOf(
                    "\\bassert\\s{0,99}\\(?\\s{0,99}(?:True|true|1)\\b"
                            + "\\s{0,99}\\)?(?=\\s{0,99}(?:$|;|\\n|#))",
                    "\\b\\w{0,99}[aA]ssert\\w{0,99}[.(]"
                            + "\\w{0,99}\\(?\\s{0,99}(?:True|true)\\s{0,99}\\)",
                    "\\bassert!\\(\\s{0,99}true\\s{0,99}\\)",
                    "\\bexpect\\(\\s{0,99}(\\w{1,99})\\s{0,99}\\)"
                            + MEMBERS
                            + "\\.to\\w{1,99}\\(\\s{0,99}(?:\\1)?\\s{0,99}\\)");

    static final Pattern ASSERTION =
            Pattern.compile(
                    "(?i)assert|expect|should|verify|require|ensure|must|check|validat|raises"
                            + "|throws|\\bt\\.(?:error|fatal|fail)|panic|\\bfail|\\bmatch|\\bis\\("
                            + "|\\bdeep|\\bequal|\\[\\s|\\bgrep\\b|\\bdiff\\b|\\bcmp\\b|\\brefute");

    /** What a test without any statement consists of. */
    static final Pattern NOTHING =
            anyOf(
                    "\\b(?:pass|return|null|undefined|nil|None|end|do)\\b",
                    "\\.\\.\\.",
                    "[\\s;:{}()=>'\"`]");

    static final Pattern EARLY_END =
            Pattern.compile(
                    "[\\s{]*(?:return\\b[ \\t]*(?:;|\\n|$)|return\\s+(?:None|nil|null|true)\\b)");

    private static Pattern anyOf(String... patterns) {
        return Pattern.compile(String.join("|", patterns));
    }
}
