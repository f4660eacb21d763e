package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Each house rule fails on a sample planted for it, and leaves a clean one alone. */
class HouseRuleViolationsTest {
    private static final String CORE_FILE =
            "pipeline-core/src/main/java/dev/foldline/core/Sample.java";
    private static final ClassFileImporter IMPORTER = new ClassFileImporter();

    @TestFactory
    Stream<DynamicTest> a_planted_class_breaks_a_ban_of_the_core() {
        return BanViolations.BREAKING_THE_CORE.stream()
                .map(
                        planted ->
                                DynamicTest.dynamicTest(
                                        planted.getSimpleName(),
                                        () ->
                                                assertThat(
                                                                ImportRules.check(
                                                                        ImportRules.OF_CORE,
                                                                        IMPORTER.importClasses(
                                                                                planted)))
                                                        .isNotEmpty()));
    }

    @Test
    void every_ban_of_the_core_is_broken_by_something_planted() {
        var planted = IMPORTER.importClasses(BanViolations.BREAKING_THE_CORE);
        for (ArchRule ban : ImportRules.OF_CORE) {
            assertThat(ImportRules.check(List.of(ban), planted))
                    .as(ban.getDescription())
                    .isNotEmpty();
        }
    }

    record Harmless(Instant at, Duration limit, List<String> names) {
        Instant until() {
            return at.plus(limit);
        }
    }

    @Test
    void instants_and_durations_are_values_and_allowed() {
        assertThat(ImportRules.check(ImportRules.OF_CORE, IMPORTER.importClasses(Harmless.class)))
                .isEmpty();
    }

    @Test
    void a_class_outside_a_lane_is_found() {
        var found =
                ImportRules.check(
                        ImportRules.OF_LANES,
                        IMPORTER.importClasses(
                                BanViolations.Parses.class,
                                BanViolations.LooksUp.class,
                                BanViolations.Simulates.class));
        assertThat(found)
                .extracting(RuleViolation::rule)
                .anyMatch(rule -> rule.startsWith("tools.jackson.."))
                .anyMatch(rule -> rule.startsWith("jqwik"))
                .anyMatch(rule -> rule.startsWith("dev.foldline.app.."))
                .anyMatch(rule -> rule.startsWith("dev.foldline.testkit.."));
    }

    @TestFactory
    Stream<DynamicTest> a_writer_that_is_not_listed_is_found() {
        return UnlistedWriters.ALL.stream()
                .map(
                        planted ->
                                DynamicTest.dynamicTest(
                                        planted.getSimpleName(),
                                        () ->
                                                assertThat(
                                                                ImportRules.check(
                                                                        WritingRules.RULES,
                                                                        IMPORTER.importClasses(
                                                                                planted)))
                                                        .hasSize(1)));
    }

    @Test
    void code_that_only_reads_or_moves_files_needs_no_listing() {
        assertThat(
                        ImportRules.check(
                                WritingRules.RULES,
                                IMPORTER.importClasses(UnlistedWriters.OnlyReads.class)))
                .isEmpty();
    }

    @Test
    void a_listed_writer_that_has_gone_is_found() {
        assertThat(WritingRules.outlived(IMPORTER.importClasses(UnlistedWriters.OnlyReads.class)))
                .isEqualTo(WritingRules.ALLOWED.keySet());
    }

    @Test
    void a_generic_class_that_imports_a_workflow_is_found() {
        var code = "import dev.foldline.effects.workflow.tdd.TddFiles;\nclass Planted {}";
        var generic = "effects/environment/Planted.java";
        var own = "effects/workflow/tdd/Planted.java";
        assertThat(WorkflowRules.check(List.of(source(generic, code)))).hasSize(1);
        assertThat(WorkflowRules.check(List.of(source(own, code)))).isEmpty();
    }

    private static ParsedSource source(String file, String code) {
        return ParsedSource.parse("pipeline-effects/src/main/java/dev/foldline/" + file, code);
    }

    @Test
    void a_long_method_is_found() {
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ class Sample { void go() {\n"
                                        + "go();\n".repeat(59)
                                        + "} }"))
                .containsExactly("lines of a method");
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ class Sample { void go() {\n"
                                        + "go();\n".repeat(58)
                                        + "} }"))
                .isEmpty();
    }

    @Test
    void a_switch_of_one_line_arms_may_be_longer() {
        String arms =
                IntStream.range(0, 75)
                        .mapToObj(arm -> "case " + arm + " -> " + arm + ";\n")
                        .collect(Collectors.joining());
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ class Sample { int go(int i) { return switch (i)"
                                        + " {\n"
                                        + arms
                                        + "}; } }"))
                .isEmpty();
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ class Sample { int go(int i) { return switch (i)"
                                        + " {\n"
                                        + arms
                                        + arms.replace("case ", "case 1")
                                        + "}; } }"))
                .containsExactly("lines of a method");
    }

    @Test
    void a_long_file_is_found() {
        assertThat(rulesBrokenBy("/** A sample. */ class Sample {\n" + "\n".repeat(399) + "}"))
                .containsExactly("lines of a file");
        assertThat(rulesBrokenBy("/** A sample. */ class Sample {\n" + "\n".repeat(398) + "}"))
                .isEmpty();
    }

    @Test
    void a_wide_record_is_found() {
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ record Sample(" + components("int", 11) + ") {}"))
                .containsExactly("record components");
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ record Sample("
                                        + components("boolean", 3)
                                        + ") {}"))
                .containsExactly("boolean components");
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ record Sample("
                                        + components("Option<String>", 7)
                                        + ") {}"))
                .containsExactly("Option components");
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ record Sample("
                                        + components("int", 10)
                                        + ") { Sample { go(); } }"))
                .isEmpty();
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ record Sample(boolean a, boolean b, "
                                        + components("int", 8)
                                        + ") { static boolean C; }"))
                .isEmpty();
    }

    @Test
    void many_parameters_are_found() {
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ class Sample { void go("
                                        + components("int", 7)
                                        + ") {} }"))
                .containsExactly("parameters");
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ class Sample { void go("
                                        + components("int", 6)
                                        + ") {} }"))
                .isEmpty();
    }

    @Test
    void deep_nesting_is_found_and_else_if_is_not_deep() {
        String deep =
                "if (a) { for (;;) { while (a) { switch (b) { case 1 -> { try { a(); } finally {"
                        + " b(); } } } } } }";
        assertThat(rulesBrokenBy("/** A sample. */ class Sample { void go() { " + deep + " } }"))
                .containsExactly("nesting");
        String chain = "if (a) b(); " + "else if (a) b(); ".repeat(9) + "else b();";
        assertThat(rulesBrokenBy("/** A sample. */ class Sample { void go() { " + chain + " } }"))
                .isEmpty();
    }

    @Test
    void a_default_arm_in_the_core_is_found_in_each_of_its_shapes() {
        for (String arm :
                List.of("default -> 2;", "case null, default -> 2;", "default: yield 2;")) {
            String first = arm.contains("->") ? "case 1 -> 1; " : "case 1: yield 1; ";
            assertThat(
                            rulesBrokenBy(
                                    "/** A sample. */ class Sample { int go(Integer i) { return"
                                            + " switch (i) { "
                                            + first
                                            + arm
                                            + " }; } }"))
                    .as(arm)
                    .containsExactly("no default in a switch of the core");
        }
    }

    @Test
    void empty_names_and_missing_docs_are_found() {
        assertThat(rulesBrokenBy("/** A sample. */ class EventManager {}"))
                .containsExactly("a type's name says what it is");
        assertThat(rulesBrokenBy("/** A sample. */ class Sample { void handle() {} }"))
                .containsExactly("a method's name says what it does");
        assertThat(
                        rulesBrokenBy(
                                "/** A sample. */ class Sample implements Theirs { @Override public"
                                        + " void handle() {} }"))
                .isEmpty();
        assertThat(rulesBrokenBy("class Sample {}"))
                .containsExactly("a type opens with what it is");
        assertThat(
                        StyleRules.check(
                                List.of(
                                        ParsedSource.parse(
                                                CORE_FILE, "/** A sample. */ class Sample {}"))))
                .extracting(RuleViolation::rule)
                .containsExactly("a package has a package-info");
    }

    @Test
    void names_of_the_dialect_are_found() {
        assertThat(namingRulesBrokenBy("class Holding {}"))
                .containsExactly("a type is named by a noun");
        assertThat(namingRulesBrokenBy("class Door {}"))
                .containsExactly("a type's name is no metaphor");
        assertThat(namingRulesBrokenBy("class Sample { void told() {} }"))
                .containsExactly("a method is named by a verb or a noun");
        assertThat(namingRulesBrokenBy("class Sample { class Holding {} void handleEvent() {} }"))
                .as("a nested name has its owner")
                .isEmpty();
        var first = ParsedSource.parse(CORE_FILE, "class Sample {}");
        var second =
                ParsedSource.parse(
                        "pipeline-core/src/main/java/dev/foldline/core/other/Sample.java",
                        "class Sample {}");
        assertThat(NamingRules.check(List.of(first, second)))
                .extracting(RuleViolation::rule)
                .containsExactly("a top-level name is used once");
    }

    private static List<String> namingRulesBrokenBy(String code) {
        return NamingRules.check(List.of(ParsedSource.parse(CORE_FILE, code))).stream()
                .map(RuleViolation::rule)
                .toList();
    }

    @Test
    void a_kernel_that_asks_for_a_shipped_workflow_by_its_name_is_found() {
        var code =
                "/** A sample. */ class Sample { boolean is(String name) { return"
                        + " name.equals(Tasks.NAME); } }";
        assertThat(rulesBrokenBy(code))
                .containsExactly("the kernel knows no shipped workflow by its name");
        assertThat(rulesBrokenBy(code.replace("Tasks.NAME", "Other.NAME"))).isEmpty();
        assertThat(
                        StyleRules.check(
                                List.of(
                                        ParsedSource.parse(
                                                "pipeline-core/src/main/java/dev/foldline/core/workflow/builtin/Sample.java",
                                                code))))
                .extracting(RuleViolation::rule)
                .containsExactly("a package has a package-info");
    }

    @Test
    void an_assumption_of_a_test_without_a_named_requirement_is_found() {
        var code =
                "import static org.junit.jupiter.api.Assumptions.assumeTrue;\n"
                        + "/** A sample. */ class Sample {}";
        assertThat(rulesBrokenBy(code))
                .containsExactly(
                        "a test that is skipped says through MachineRequirement what it needs");
        assertThat(rulesBrokenBy(code.replace("Assumptions.assumeTrue", "Assertions.assertTrue")))
                .isEmpty();
    }

    @Test
    void machine_paths_and_registry_hosts_are_found() {
        assertThat(CommittedText.check("x.md", "see /" + "home/me/project")).hasSize(1);
        assertThat(CommittedText.check("x.md", "in \"/" + "root/.m2\"")).hasSize(1);
        assertThat(CommittedText.check("x.xml", "<url>https://repo1" + ".maven.org/maven2</url>"))
                .hasSize(1);
        assertThat(CommittedText.check("x.xml", "https://repo" + ".maven.apache.org/maven2"))
                .hasSize(1);
        assertThat(CommittedText.check("x.xml", "http://maven.apache.org/POM/4.0.0")).isEmpty();
        assertThat(CommittedText.check("x.sh", "/usr/lib/jvm/* $HOME/work/x src/home/page"))
                .isEmpty();
    }

    private static List<String> rulesBrokenBy(String code) {
        var sources =
                List.of(
                        ParsedSource.parse(CORE_FILE, code),
                        ParsedSource.parse(
                                CORE_FILE.replace("Sample", "package-info"),
                                "/** The core. */ package dev.foldline.core;"));
        return Stream.concat(SizeNorms.check(sources).stream(), StyleRules.check(sources).stream())
                .map(RuleViolation::rule)
                .toList();
    }

    private static String components(String type, int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> type + " c" + index)
                .collect(Collectors.joining(", "));
    }
}
