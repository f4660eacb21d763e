package dev.foldline.app.command.operate;

/** Shell scripts that play agents. */
public final class AgentScripts {
    private AgentScripts() {}

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

    /** Does what each phase of the workflow {@code feature} asks for, and says nothing. */
    public static final String FEATURE =
            """
            asked() { grep -q "Write .\\.foldline/$1.json" "$FOLDLINE_PROMPT_FILE"; }
            if asked spec; then echo '{"name":"Work","summary":"add work"}' > .foldline/spec.json
            elif asked requirements; then echo '{"summary":"s","requirements":[{"id":"R1","text":"there is work","criteria":["a file"]}]}' > .foldline/requirements.json
            elif asked research; then echo '{"summary":"nothing needed"}' > .foldline/research.json
            elif asked feature_plan; then echo '{"summary":"s","phases":[{"id":"p1","title":"all"}],"tasks":[{"id":"t1","phase":"p1","title":"write"}]}' > .foldline/feature_plan.json
            elif asked development_result; then echo "work" >> work.txt
              echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json
              echo '{"subject":"Do the work"}' > .foldline/commit_message.json
            elif asked merge_message; then echo '{"subject":"Add the feature"}' > .foldline/merge_message.json
            fi
            """;

    /**
     * For a task of the workflow {@code Shop}: those whose name begins with c all write the same
     * file; the others write one of their own.
     */
    public static final String FOR_A_SHOP =
            """
            mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*shop-//')
            case $mine in c*) echo "$mine" > same.txt ;; *) echo "$mine" > "$mine.txt" ;; esac
            echo made
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
