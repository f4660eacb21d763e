package dev.foldline.docs;

import dev.foldline.docs.AcceptanceTests.NamedTest;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The acceptance catalogue, {@code property-tests/acceptance.tsv}, with the tests of each id. */
final class AcceptancePage {
    private AcceptancePage() {}

    static final Path CATALOGUE = Path.of("acceptance.tsv");

    private static final int EXAMPLES_MAX = 2;

    /**
     * @param ruledOut whether no test shows it; {@code docs/ruled-out.md} has the reason
     */
    record Behaviour(String id, String title, boolean ruledOut) {}

    static List<Behaviour> catalogue() {
        return ProjectFiles.read(CATALOGUE)
                .lines()
                .map(line -> line.split("\t"))
                .map(cells -> new Behaviour(cells[0], cells[1], cells.length > 2))
                .toList();
    }

    static String page() {
        var behaviours = catalogue();
        var tests = AcceptanceTests.byId();
        return "# Acceptance\n\n<!-- Printed from `property-tests/acceptance.tsv` and the names of"
                + " the tests; a test keeps it current. -->\n\n"
                + "The behaviours that Foldline takes over from five earlier systems, by id: a TDD"
                + " workflow of pull requests\n(S0), a runtime of many workflows (S1), a feature"
                + " with approvals (S2), ralph (S3), and gates (S4). A test of\na behaviour has its"
                + " id in its name, as in `S3_07_`. A test looks from outside if its class uses the"
                + " command\nline or the server on a real repository.\n\n"
                + "`.ci/acceptance S3-07` prints `COVERED`, or what is missing for an id.\n\n"
                + score(behaviours, tests)
                + "\n"
                + "| id | behaviour | tests | from outside | for example |\n"
                + "|---|---|---|---|---|\n"
                + behaviours.stream()
                        .map(each -> row(each, tests.getOrDefault(each.id(), List.of())))
                        .collect(Collectors.joining());
    }

    private static String score(List<Behaviour> behaviours, Map<String, List<NamedTest>> tests) {
        return "| system | ids | with tests | from outside | ruled out |\n|---|---|---|---|---|\n"
                + Stream.of("S0", "S1", "S2", "S3", "S4", "S")
                        .map(
                                system ->
                                        score(
                                                system,
                                                behaviours.stream()
                                                        .filter(
                                                                each ->
                                                                        each.id()
                                                                                .startsWith(system))
                                                        .toList(),
                                                tests))
                        .collect(Collectors.joining());
    }

    private static String score(
            String system, List<Behaviour> behaviours, Map<String, List<NamedTest>> tests) {
        return "| "
                + (system.equals("S") ? "all" : system)
                + " | "
                + behaviours.size()
                + " | "
                + behaviours.stream().filter(each -> tests.containsKey(each.id())).count()
                + " | "
                + behaviours.stream()
                        .filter(each -> outside(tests.getOrDefault(each.id(), List.of())) > 0)
                        .count()
                + " | "
                + behaviours.stream().filter(Behaviour::ruledOut).count()
                + " |\n";
    }

    private static long outside(List<NamedTest> tests) {
        return tests.stream().filter(NamedTest::fromOutside).count();
    }

    private static String row(Behaviour behaviour, List<NamedTest> tests) {
        return "| "
                + behaviour.id()
                + " | "
                + behaviour.title()
                + " | "
                + tests.size()
                + " | "
                + outside(tests)
                + " | "
                + (behaviour.ruledOut()
                        ? "[ruled out](../ruled-out.md)"
                        : tests.stream()
                                .limit(EXAMPLES_MAX)
                                .map(test -> "`" + test.name() + "`")
                                .collect(Collectors.joining(", ")))
                + " |\n";
    }
}
