package dev.foldline.app.command.task;

import dev.foldline.app.command.operate.CliFixture;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A small project with a plan of one pull request, and an agent that works on it: told by its
 * prompt alone what to do.
 */
public final class GreetingProject {
    private GreetingProject() {}

    static final String TITLE = "feat: greet by name";

    private static final String PLAN =
            """
            {"masterPlanPath": "PLAN.md", "prTitle": "feat: greet by name", "summary": "It greets whoever it is told.", "verificationPlan": "sh tests.sh",
             "tasks": [
              {"taskName": "Hello", "status": "TODO", "tdd_steps": [
                {"type": "RED", "description": "write a test of hello", "status": "TODO"}, {"type": "GREEN", "description": "say hello", "status": "TODO"}]},
              {"taskName": "Name", "status": "TODO", "tdd_steps": [
                {"type": "RED", "description": "write a test of the name", "status": "TODO"}, {"type": "GREEN", "description": "say the name", "status": "TODO"}]}]}
            """;

    /**
     * It takes the wrong argument at first. What is in {@code $HOME/when} it does once, in the call
     * whose prompt has the line of {@code $HOME/at}.
     */
    private static final String AGENT =
            """
            cat > /dev/null
            has() { grep -qF -- "$1" "$FOLDLINE_PROMPT_FILE"; }
            submit() { mkdir -p .foldline; printf '%s\\n' "$1" > .foldline/submission.json; }
            tested() { submit "{\\"test_command\\": \\"sh tests.sh\\", \\"expectation\\": \\"$1\\"}"; }
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$(date +%s%N)"
            if [ -e "$HOME/at" ] && has "$(cat "$HOME/at")"; then rm "$HOME/at"; . "$HOME/when"; fi
            echo working
            if has 'choose the first pull request'; then
              if grep -q '^- greet by name$' PLAN.md; then cat > ACTIVE_PR.json <<'END'
            PLANNED
            END
              submit '{}'; else submit '{"nothing_left": true}'; fi
            elif has NEEDS_ANALYSIS; then submit '{"analysis_decision": "SUCCESS"}'
            elif has 'mark this pull request as [DONE]'; then
              hash=$(sed -n 's/.*commit, \\([0-9a-f]\\{40,64\\}\\)\\..*/\\1/p' "$FOLDLINE_PROMPT_FILE")
              sed "s/^- greet by name$/- [DONE] greet by name ($hash)/" PLAN.md > new && mv new PLAN.md
              submit '{}'
            elif has 'write a test of hello'; then mkdir -p tests; echo 'sh greet.sh | grep -q hello' > tests/hello.sh; tested FAIL
            elif has 'say hello'; then echo 'echo hello' > greet.sh; tested PASS
            elif has 'write a test of the name'; then echo 'sh greet.sh Ann | grep -q Ann' > tests/name.sh; tested FAIL
            elif has 'The step is still: say the name'; then echo 'echo hello $1' > greet.sh; tested PASS
            elif has 'say the name'; then echo 'echo hello $2' > greet.sh; tested PASS
            elif has 'end with a full stop'; then echo 'echo "hello $1."' > greet.sh; tested PASS
            fi
            """
                    .replace("PLANNED", PLAN.strip());

    public static CliFixture ready(Path folder) throws IOException {
        return CliFixture.prepared(folder, "greeting", GreetingProject::write);
    }

    private static void write(Path folder) throws IOException, InterruptedException {
        var place = CliFixture.empty(folder);
        place.git("init", "-q", "-b", "main");
        place.write("PLAN.md", "# Plan\n\n- greet by name\n")
                .write("greet.sh", "\n")
                .write(
                        "tests.sh",
                        "for each in tests/*.sh; do sh $each || { echo \"$each fails\"; exit 1; };"
                                + " done\n")
                .write(
                        "review.sh",
                        "if grep -q '[.]' greet.sh; then echo '{\"findings\": []}'; else echo"
                                + " '{\"findings\": [\"end with a full stop\"]}'; fi\n");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "first");
        place.agent(AGENT);
        place.configured(
                "workflow: tdd\n"
                        + "tdd:\n"
                        + "  preflight: [\"sh -n greet.sh\"]\n"
                        + "  review: [\"sh review.sh\"]\n");
    }
}
