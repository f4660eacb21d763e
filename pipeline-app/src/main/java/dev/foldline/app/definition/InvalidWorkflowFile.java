package dev.foldline.app.definition;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import org.apiguardian.api.API;

import java.util.List;

/** A workflow file cannot be used. Carries all its problems, in the order of the file. */
@API(status = API.Status.EXPERIMENTAL)
public final class InvalidWorkflowFile extends UserError {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigurationProblem> problems;

    public InvalidWorkflowFile(String file, List<ConfigurationProblem> problems) {
        super(
                ConfigurationProblem.summary(problems),
                problems.getFirst().origin().describe(),
                "foldline workflow check " + file,
                ExitCode.USAGE);
        this.problems = List.copyOf(problems);
    }

    /** Returns at least one. */
    public List<ConfigurationProblem> problems() {
        return problems;
    }

    @Override
    public String describe() {
        return message();
    }
}
