package dev.foldline.app.config.source;

import org.apiguardian.api.API;

import java.util.List;
import java.util.stream.Collectors;

/** One thing that is wrong with the configuration: where, what, and what to do about it. */
@API(status = API.Status.EXPERIMENTAL)
public record ConfigurationProblem(Origin origin, String what, String remedy) {
    private static final int SHOWN_MAX = 50;

    /** Returns one line for each problem, 50 at most, and then how many more there are. */
    public static String summary(List<ConfigurationProblem> problems) {
        var lines =
                problems.stream()
                        .limit(SHOWN_MAX)
                        .map(ConfigurationProblem::describe)
                        .collect(Collectors.joining("\n"));
        return problems.size() <= SHOWN_MAX
                ? lines
                : lines + "\nand " + (problems.size() - SHOWN_MAX) + " more";
    }

    /** One line, {@code place: what; remedy}. */
    public String describe() {
        return origin.describe() + ": " + what + "; " + remedy;
    }
}
