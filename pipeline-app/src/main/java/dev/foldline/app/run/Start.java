package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.key.Keys;
import java.io.IOException;

/**
 * Where a run's new branch begins: the base that was named, else the commit that is checked out.
 *
 * @param name as it was written, or of the branch that is checked out
 */
public record Start(String name, String commit) {

    /** @throws UserError if a base was named and is none here, or a rebase has nothing to go onto */
    public static Start of(Workspace workspace, Configuration configuration) throws IOException {
        var course = configuration.settings().course();
        var base = workspace.git().baseBranch(course.base());
        if (course.base().isPresent() && base.isEmpty())
            throw new UserError("the base " + course.base().get() + " names no commit here", configuration.report().origin(Keys.BASE).describe(),
                    "name a branch, a tag or a commit that is here; if it is only at a remote: git fetch", ExitCode.USAGE);
        if (base.isEmpty() && (course.rebase().before() || course.rebase().after()))
            throw new UserError("there is no base to rebase onto: neither origin's HEAD nor main nor master",
                    configuration.report().origin(Keys.REBASE).describe(), "name it: --base REV, or base: in foldline.yaml", ExitCode.USAGE);
        var head = workspace.git().head();
        return course.base().isPresent() ? new Start(course.base().get(), base.get().commit())
                : new Start(head.branch().orElse("detached"), head.commit());
    }
}
