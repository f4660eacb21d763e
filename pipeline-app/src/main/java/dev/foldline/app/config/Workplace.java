package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;

import java.util.List;

/** Where runs work, and what their calls can reach there. */
public record Workplace(
        Settings.Worktree worktree,
        Settings.Watch watch,
        @Doc(
                        "Files and folders that the checks write, such as a report. No commit"
                                + " of a run takes them.")
                @ConfigKey(form = Form.COPIED, range = "0..100")
                List<String> checksWrite,
        @Doc(
                        "Whether the checks, once they have passed, must also pass on a clean"
                                + " checkout of what a commit would contain, with worktree.copy"
                                + " and worktree.setup.")
                @ConfigKey(standard = "false")
                boolean checksOnCommit,
        GuardKeys guard,
        @Doc(
                        "If an agent asks something: park (the run waits for your answer), assume"
                            + " (the agent's recommendation is taken, and reported), or forbid (the"
                            + " agent decides).")
                @ConfigKey(standard = "park")
                OnQuestion questions,
        @Doc("The same for single roles, each as ROLE:MODE, for example planner:park.")
                @ConfigKey(form = Form.ROLE_QUESTIONS, range = "0..50")
                List<String> questionsOfRoles,
        SandboxKeys sandbox,
        ShareKeys share,
        @Doc(
                        "Whether each commit of a run gets a note below refs/notes/foldline"
                                + " with its calls, checks and approvals.")
                @ConfigKey(standard = "off")
                Settings.ProvenanceRecord provenance) {

    /** What follows when an agent asks something. */
    public enum OnQuestion {
        PARK,
        ASSUME,
        FORBID
    }
}
