package dev.foldline.app.config;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.config.source.ConfigurationProblem;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The configuration cannot be used; carries everything that is wrong with it, in order of source
 * and place.
 */
public final class InvalidConfiguration extends UserError {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_MAX = 50;

    private final transient List<ConfigurationProblem> problems;

    InvalidConfiguration(List<ConfigurationProblem> problems) {
        super(
                summary(problems),
                problems.getFirst().origin().describe(),
                "foldline schema config",
                ExitCode.USAGE);
        this.problems = List.copyOf(problems);
    }

    /** At least one. */
    public List<ConfigurationProblem> problems() {
        return problems;
    }

    /**
     * One line for each problem, which has its place and what helps; where there are several, what
     * helps with all is said as well.
     */
    @Override
    public String describe() {
        return problems.size() == 1 ? message() : message() + "\n  try: " + hint();
    }

    private static String summary(List<ConfigurationProblem> problems) {
        var lines =
                problems.stream()
                        .limit(SHOWN_MAX)
                        .map(ConfigurationProblem::describe)
                        .collect(Collectors.joining("\n"));
        return problems.size() <= SHOWN_MAX
                ? lines
                : lines + "\nand " + (problems.size() - SHOWN_MAX) + " more";
    }
}
