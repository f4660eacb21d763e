package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class ShellProgramsTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = "->",
            quoteCharacter = '`',
            textBlock =
                    """
                    mvn -q verify -> mvn
                    cd web && npm test; CI=1 tox 2>&1 & wait -> npm tox
                    ! grep -q TODO src || exit 1 -> grep
                    if test -f x; then make; else ./build; fi -> make ./build
                    sh -c 'one && two; "three"' -> sh
                    echo "a; b && c" && d -> d
                    "$TOOL" run -> ``
                    $TOOL run && make -> make
                    (cd web && npm test) -> ``
                    for f in a b; do lint $f; done -> ``
                    make # && ant -> make
                    """)
    void programs_are_found_where_a_line_names_them(String line, String programs) {
        assertThat(ShellPrograms.of(line))
                .isEqualTo(programs.isEmpty() ? List.of() : List.of(programs.split(" ")));
    }
}
