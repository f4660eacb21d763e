package dev.foldline.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;

import dev.foldline.app.Main;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.driver.Journal;
import dev.foldline.testkit.simulation.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The house rules, held against this repository. {@link HouseRuleViolationsTest} shows that each of
 * them can fail.
 */
class HouseTest {
    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> MODULES =
            List.of(
                    "pipeline-core",
                    "pipeline-effects",
                    "pipeline-effects/testkit",
                    "pipeline-effects/temporal",
                    "pipeline-app");
    private static final List<ParsedSource> SOURCES = ParsedSource.ofRepository(TOP);
    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .importLocations(
                            Stream.of(
                                            PipelineState.class,
                                            Journal.class,
                                            Simulation.class,
                                            Main.class)
                                    .map(
                                            type ->
                                                    Location.of(
                                                            type.getProtectionDomain()
                                                                    .getCodeSource()
                                                                    .getLocation()))
                                    .toList());
    private static final JavaClasses CORE_CLASSES =
            CLASSES.that(resideInAPackage("dev.foldline.core.."));

    private static final List<RuleViolation> SIZES = SizeNorms.check(SOURCES);
    private static final List<RuleViolation> STYLE = StyleRules.check(SOURCES);
    private static final List<RuleViolation> NAMES = NamingRules.check(SOURCES);
    private static final List<VisibleTexts.Text> VISIBLE = VisibleTexts.ofRepository(TOP, SOURCES);
    private static final List<RuleViolation> WORDS = WordRules.check(VISIBLE);
    private static final List<RuleViolation> TERMS = GlossaryRules.check(VISIBLE);
    private static final List<RuleViolation> BANS =
            ImportRules.check(ImportRules.OF_CORE, CORE_CLASSES);
    private static final List<RuleViolation> LANES =
            ImportRules.check(ImportRules.OF_LANES, CLASSES);
    private static final List<RuleViolation> WRITERS =
            ImportRules.check(WritingRules.RULES, CLASSES);
    private static final List<RuleViolation> WORKFLOWS = WorkflowRules.check(SOURCES);
    private static final List<RuleViolation> TEXTS = CommittedText.check(TOP);

    @Test
    void no_file_or_method_exceeds_the_size_norms() {
        assertClean(SIZES);
    }

    @Test
    void sources_keep_the_rules_of_style() {
        assertClean(STYLE);
    }

    @Test
    void names_are_nouns_and_verbs_of_the_field() {
        assertClean(NAMES);
    }

    @Test
    void texts_use_the_usual_words() {
        assertClean(WORDS);
    }

    @Test
    void texts_use_the_terms_of_the_glossary() {
        assertClean(TERMS);
    }

    @Test
    void the_core_is_a_function_of_its_arguments() {
        assertClean(BANS);
    }

    @Test
    void modules_and_libraries_keep_to_their_lanes() {
        assertClean(LANES);
    }

    @Test
    void generic_packages_import_no_workflow() {
        assertClean(WORKFLOWS);
        assertThat(WorkflowRules.outlived(SOURCES))
                .as("these import no workflow any more: remove them from the list")
                .isEmpty();
    }

    @Test
    void no_code_writes_files_past_redaction() {
        assertClean(WRITERS);
        assertThat(WritingRules.outlived(CLASSES))
                .as("these write no files any more: take them off the list")
                .isEmpty();
    }

    @Test
    void a_module_that_requires_the_core_finds_all_its_packages() {
        var core =
                ModuleFinder.of(TOP.resolve("pipeline-core/target/classes"))
                        .find("dev.foldline.core")
                        .orElseThrow()
                        .descriptor();
        assertThat(core.exports())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrderElementsOf(core.packages());
    }

    @Test
    void committed_text_names_no_machine_and_no_registry() {
        assertClean(TEXTS);
    }

    @Test
    void jqwik_is_a_dependency_of_the_property_tests_alone() throws IOException {
        for (String module : MODULES) {
            assertThat(Files.readString(TOP.resolve(module + "/pom.xml")))
                    .as(module)
                    .doesNotContain("jqwik");
        }
        assertThat(Files.readString(TOP.resolve("property-tests/pom.xml"))).contains("jqwik");
    }

    @Test
    void no_debt_outlives_its_cause() {
        Set<String> owed =
                Stream.of(SIZES, STYLE, NAMES, WORDS, TERMS, BANS, LANES, WRITERS, TEXTS)
                        .flatMap(List::stream)
                        .map(RuleViolation::key)
                        .collect(Collectors.toSet());
        Set<String> paid = new TreeSet<>(RuleExceptions.BY_KEY.keySet());
        paid.removeAll(owed);
        assertThat(paid)
                .as("exceptions that nothing needs any more: delete them from RuleExceptions")
                .isEmpty();
    }

    @Test
    void all_modules_are_checked() {
        for (String module : MODULES) {
            assertThat(SOURCES)
                    .as(module)
                    .anyMatch(source -> source.path().startsWith(module + "/src/main/java/"));
        }
        assertThat(CLASSES)
                .anyMatch(type -> type.getPackageName().startsWith("dev.foldline.app"))
                .anyMatch(type -> type.getPackageName().startsWith("dev.foldline.core"))
                .noneMatch(type -> type.getPackageName().startsWith("dev.foldline.house"));
        assertThat(CORE_CLASSES).isNotEmpty();
    }

    private static void assertClean(List<RuleViolation> findings) {
        assertThat(findings)
                .filteredOn(finding -> !RuleExceptions.BY_KEY.containsKey(finding.key()))
                .as("house rules broken; an exception goes to RuleExceptions, with its reason")
                .isEmpty();
    }
}
