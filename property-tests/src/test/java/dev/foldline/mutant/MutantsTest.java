package dev.foldline.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Each mutant still applies to the core and compiles. */
class MutantsTest {

    @Test
    void each_mutant_applies_and_compiles(@TempDir Path output) {
        assertThat(MutantCompiler.check(Mutants.all(), output)).isEmpty();
    }

    @Test
    void each_mutant_has_a_reason_and_a_name_of_its_own() {
        assertThat(Mutants.all()).allSatisfy(mutant -> assertThat(mutant.why()).isNotEmpty());
        assertThat(Mutants.all()).extracting(Mutant::id).doesNotHaveDuplicates();
    }

    @Test
    void each_recorded_result_is_that_of_a_mutant() {
        assertThat(MutantResults.read().byId().keySet())
                .isSubsetOf(Mutants.all().stream().map(Mutant::id).toList());
    }
}
