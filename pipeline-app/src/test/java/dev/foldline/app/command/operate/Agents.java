package dev.foldline.app.command.operate;

/** Shell scripts that play agents. */
public final class Agents {
    private Agents() {}

    /** Does what each role is asked for; the developer appends a line to {@code work.txt}. */
    public static final String HELPFUL =
            """
            case "$FOLDLINE_ROLE" in
              planner) echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json ;;
              developer) echo "line by $FOLDLINE_TICKET" >> work.txt ;;
              analyst) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
              reviewer) echo '{"issues":[]}' > .foldline/issues.json ;;
              fixer) echo '{"status":"completed","summary":"done"}' > .foldline/fix_result.json ;;
              committer) echo '{"subject":"Do the work"}' > .foldline/commit_message.json ;;
            esac
            echo "$FOLDLINE_ROLE has worked"
            """;

    /** For a task of a workflow: writes a file that is named after the task. */
    public static final String FOR_A_TASK =
            "mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//'); echo \"$mine\" >"
                    + " \"$mine.txt\"; echo made\n";

    /**
     * Ends its driver, whose process id is in the file {@code pid} at home, and does nothing more.
     */
    public static final String DEADLY =
            "until [ -s \"$HOME/pid\" ]; do sleep 0.05; done; kill -9 $(cat \"$HOME/pid\"); sleep"
                    + " 300\n";

    /** Helpful in all roles but one, which does this instead. */
    public static String except(String role, String script) {
        return "if [ \"$FOLDLINE_ROLE\" = "
                + role
                + " ]; then\n"
                + script
                + "\nexit $?\nfi\n"
                + HELPFUL;
    }
}
