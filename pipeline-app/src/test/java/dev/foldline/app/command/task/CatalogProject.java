package dev.foldline.app.command.task;

import dev.foldline.app.command.operate.CliFixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small project with a plan of several pull requests, and an agent that works through it. */
public final class CatalogProject {
    private CatalogProject() {}

    /**
     * In the call whose prompt has the line of {@code $HOME/at}, it first does what is in {@code
     * $HOME/when}, once; in each call it does what is in {@code $HOME/each}. It counts its calls.
     */
    private static final String AGENT =
            """
            cat > /dev/null
            has() { grep -qF -- "$1" "$FOLDLINE_PROMPT_FILE"; }
            submit() { mkdir -p .foldline; printf '%s\\n' "$1" > .foldline/submission.json; }
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$(date +%s%N)"
            echo call >> "$HOME/calls"
            if [ -e "$HOME/at" ] && has "$(cat "$HOME/at")"; then rm "$HOME/at"; . "$HOME/when"; fi
            [ ! -e "$HOME/each" ] || . "$HOME/each"
            echo working
            if has 'choose the first pull request'; then
              next=$(sed -n 's/^- add \\([a-z]*\\)$/\\1/p' PLAN.md | head -n 1)
              if [ -z "$next" ]; then submit '{"nothing_left": true}'; exit 0; fi
              cat > ACTIVE_PR.json <<END
            {"masterPlanPath": "PLAN.md", "prTitle": "feat: add $next", "summary": "It adds $next.", "verificationPlan": "sh tests.sh prints nothing",
             "tasks": [{"taskName": "Add $next", "status": "TODO", "tdd_steps": [
               {"type": "RED", "description": "write a test of $next", "status": "TODO"},
               {"type": "GREEN", "description": "implement $next", "status": "TODO"}]}]}
            END
              submit '{}'
            elif has NEEDS_ANALYSIS; then submit '{"analysis_decision": "SUCCESS"}'
            elif has 'mark this pull request as [DONE]'; then
              hash=$(sed -n 's/.*commit, \\([0-9a-f]\\{40\\}\\)\\..*/\\1/p' "$FOLDLINE_PROMPT_FILE")
              name=$(git log -1 --format=%s | sed 's/feat: add //')
              sed "s/^- add $name$/- [DONE] add $name ($hash)/" PLAN.md > new && mv new PLAN.md
              submit '{}'
            else
              name=$(sed -n 's/.*TDD step: write a test of \\([a-z]*\\).*/\\1/p; s/.*TDD step: implement \\([a-z]*\\).*/\\1/p' "$FOLDLINE_PROMPT_FILE" | head -n 1)
              if has 'write a test of'; then mkdir -p tests; echo "grep -q $name items" > tests/$name.sh; submit '{"test_command": "sh tests.sh", "expectation": "FAIL"}'
              else echo $name >> items; submit '{"test_command": "sh tests.sh", "expectation": "PASS"}'; fi
            fi
            """;

    public static CliFixture ready(Path folder, String... names) throws IOException {
        return CliFixture.prepared(
                folder, "catalog " + String.join(" ", names), made -> write(made, names));
    }

    private static void write(Path folder, String... names)
            throws IOException, InterruptedException {
        var place = CliFixture.empty(folder);
        place.git("init", "-q", "-b", "main");
        var plan = new StringBuilder("# Plan\n\n");
        for (var name : names) plan.append("- add ").append(name).append('\n');
        place.write("PLAN.md", plan.toString())
                .write("items", "")
                .write(
                        "tests.sh",
                        "for each in tests/*.sh; do sh $each || { echo \"$each fails\"; exit 1; };"
                                + " done\n");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "first");
        place.agent(AGENT);
        place.configured(
                "workflow: tdd\ntdd:\n  preflight: [\"true\"]\n  review: [\"echo '[]'\"]\n");
    }

    /** What the call does whose prompt has this line: once, before its work. */
    static void when(CliFixture place, String line, String does) throws IOException {
        Files.writeString(home(place, "at"), line);
        Files.writeString(home(place, "when"), does + "\n");
    }

    static int calls(CliFixture place) throws IOException {
        return (int) Files.readString(home(place, "calls")).lines().count();
    }

    static Path home(CliFixture place, String name) {
        return Path.of(place.environment.get("HOME"), name);
    }
}
