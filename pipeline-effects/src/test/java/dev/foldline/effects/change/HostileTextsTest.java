package dev.foldline.effects.change;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Random;

/** Texts are an agent's: whatever they contain, they are read in bounded time and memory. */
class HostileTextsTest {
    private static final int CHARS = 10_000;
    private static final List<String> PIECES =
            List.of(
                    "'",
                    "\"",
                    "`",
                    "\"\"\"",
                    "'''",
                    "$(",
                    ")",
                    "{",
                    "}",
                    "[",
                    "]",
                    "(",
                    "#",
                    "//",
                    "/*",
                    "*/",
                    "\\",
                    "\n",
                    "\t",
                    " ",
                    "<<E",
                    "|",
                    ";",
                    "=",
                    "<a>",
                    "</a>",
                    "<!--",
                    "${",
                    "test",
                    "it(",
                    "@Test",
                    "def test_",
                    "func Test",
                    "cd ",
                    "sh ",
                    "./x",
                    "dependencies {",
                    "include ",
                    ",",
                    ":",
                    "-c ",
                    "é",
                    "\0",
                    "\uD800",
                    "😀");

    private static void readAll(String text) {
        ShellScript.commands(text).forEach(each -> FileUse.of(CommandWords.of(each.words())));
        MakeFile.of(text).commands(io.vavr.collection.Vector.empty());
        for (var name :
                List.of("package.json", "pom.xml", "pyproject.toml", "go.mod", "build.gradle"))
            assertThat(JudgedSettings.of(name, text)).isNotNull();
        for (var name : List.of("a.test.js", "test_a.py", "ATest.java", "a_test.rb", "a.bats"))
            assertThat(TestSource.of(name, text).skips()).isNotNegative();
    }

    @Test
    void no_text_breaks_a_reader() {
        var random = new Random(42);
        for (int round = 0; round < 500; round++) {
            var text = new StringBuilder();
            for (int piece = random.nextInt(40); piece >= 0; piece--)
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            readAll(text.toString());
        }
    }

    /** A repetition that is not limited overflows the stack. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "it('",
                "it ",
                "test.each([",
                "@a.",
                "a.",
                "#[cfg_attr(",
                "@Test ",
                "x ",
                "[",
                "{",
                "$(",
                "\"",
                "'\\",
                "(",
                " ",
                "\n",
                "a=",
                "<a>",
                "include \"a\" ",
                "def test_a(",
                "\t",
                "expect(a).",
                "return ",
                "${",
                "assert ",
                "w"
            })
    void a_long_text_is_read(String piece) {
        readAll(piece.repeat(CHARS / piece.length()));
        readAll("<project><properties>" + piece.repeat(CHARS / piece.length()));
    }
}
