package dev.foldline.mutant;

import dev.foldline.mutant.MutantResults.Means;
import dev.foldline.mutant.MutantResults.Result;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/** The table of mutants, with the score of the laws. */
public final class MutantPage {
    private MutantPage() {}

    public static String page() {
        var mutants = Mutants.all();
        var results = MutantResults.read().byId();
        var page = new StringBuilder();
        page.append("# Mutants\n\n<!-- Printed from ")
                .append("the files in `property-tests/mutants`; a test keeps it current. -->\n\n")
                .append("Each mutant is a wrong version of one type of the core. [Testing]")
                .append("(../testing.md#mutants) shows how to run\nthe laws and scenarios against")
                .append(" them. The table names the first test that failed.\n\n")
                .append(score(mutants, results))
                .append("\n| mutant | why it is wrong | noticed by | first test |\n")
                .append("|---|---|---|---|\n");
        for (var mutant : mutants) page.append(row(mutant, results.get(mutant.id())));
        return page.toString();
    }

    private static String score(List<Mutant> mutants, Map<String, Result> results) {
        long argued = mutants.stream().filter(each -> each.equivalent().isPresent()).count();
        long wrong = mutants.size() - argued;
        long tried =
                mutants.stream()
                        .filter(each -> each.equivalent().isEmpty())
                        .filter(each -> results.containsKey(each.id()))
                        .count();
        long laws = count(mutants, results, Means.LAW);
        long scenarios = count(mutants, results, Means.SCENARIO);
        return "| mutants | number |\n|---|---|\n"
                + line("all", mutants.size())
                + line("without a result yet", wrong - tried)
                + line("equivalent, with a reason", argued)
                + line("noticed by a law", laws, wrong)
                + line("noticed by a law or a scenario", laws + scenarios, wrong)
                + line("noticed by none", tried - laws - scenarios);
    }

    private static long count(List<Mutant> mutants, Map<String, Result> results, Means means) {
        return mutants.stream()
                .filter(each -> each.equivalent().isEmpty())
                .map(each -> results.get(each.id()))
                .filter(result -> result != null && result.means() == means)
                .count();
    }

    private static String line(String name, long number) {
        return "| " + name + " | " + number + " |\n";
    }

    private static String line(String name, long number, long of) {
        return "| "
                + name
                + " | "
                + number
                + " ("
                + number * 1000 / Math.max(1, of) / 10.0
                + " %) |\n";
    }

    private static String row(Mutant mutant, @Nullable Result result) {
        var why =
                mutant.equivalent()
                        .map(reason -> mutant.why() + " Equivalent: " + reason)
                        .orElse(mutant.why());
        return "| "
                + mutant.type()
                + " "
                + mutant.name()
                + " | "
                + why
                + " | "
                + (result == null ? "no result yet" : result.means().word())
                + " | "
                + (result == null ? "" : result.test())
                + " |\n";
    }
}
