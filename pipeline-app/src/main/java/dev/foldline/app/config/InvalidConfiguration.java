package dev.foldline.app.config;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import java.util.List;

/**
 * The configuration cannot be used; carries everything that is wrong with it, in order of source
 * and place.
 */
public final class InvalidConfiguration extends UserError {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigurationProblem> problems;

    /**
     * @param problems at least one
     */
    public InvalidConfiguration(List<ConfigurationProblem> problems) {
        super(
                ConfigurationProblem.summary(problems),
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
}
