package dev.foldline.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * Each mutant still applies to the core and compiles. By default every eighth is compiled; with
 * {@code -Dfoldline.faults=all} each is, as in the profile that runs the laws against them.
 */
class MutantsTest {
    private static final int STRIDE = Thorough.ALL ? 1 : 8;

    @Test
    void each_mutant_applies() {
        assertThat(Mutants.all())
                .allSatisfy(
                        mutant ->
                                assertThat(
                                                mutant.apply(
                                                        Mutants.text(
                                                                Mutants.sourceOf(mutant.type()))))
                                        .as(mutant.id())
                                        .isNotEmpty());
    }

    @Test
    void mutants_compile(@TempDir Path output) {
        var all = Mutants.all();
        var tried = IntStream.range(0, all.size()).filter(i -> i % STRIDE == 0);
        assertThat(MutantCompiler.check(tried.mapToObj(all::get).toList(), output)).isEmpty();
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
