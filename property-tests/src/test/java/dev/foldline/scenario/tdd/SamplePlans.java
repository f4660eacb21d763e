package dev.foldline.scenario.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.effects.memory.FolderTemplate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Plans of pull requests, and the usual calls of an agent that works on them. */
final class SamplePlans {
    private SamplePlans() {}

    static final String TITLE = "feat: Implement New Feature";

    /** A step as the plan writes it. */
    static String step(String type, String status) {
        return step(type, status, type.toLowerCase(java.util.Locale.ROOT) + " it");
    }

    static String step(String type, String status, String description) {
        return "{\"type\": \"%s\", \"description\": \"%s\", \"status\": \"%s\"}"
                .formatted(type, description, status);
    }

    static String task(String name, String status, String... steps) {
        return "{\"taskName\": \"%s\", \"status\": \"%s\", \"tdd_steps\": [%s]}"
                .formatted(name, status, String.join(", ", steps));
    }

    static String plan(String... tasks) {
        return "{\"masterPlanPath\": \"PLAN.md\", \"prTitle\": \"%s\", \"summary\": \"what\", \"verificationPlan\": \"how\", \"tasks\": [%s]}"
                .formatted(TITLE, String.join(", ", tasks));
    }

    static final String GET = "get_task";
    static final String SUBMIT = "submit_work";
    static final String REDUCE = "request_scope_reduction";
    static final String ESCALATE = "escalate_for_external_help";

    static Map<String, String> test(String line, String expectation) {
        return Map.of("test_command", line, "expectation", expectation);
    }

    static Map<String, String> decides(String word) {
        return Map.of("analysis_decision", word);
    }

    /** An npm whose tests and preflight pass, and whose review finds nothing. */
    static final String NPM =
            """
            case "$*" in
            *review*) echo '{"findings": []}' ;;
            *) echo "npm says $*" ;;
            esac\
            """;

    private static final Map<String, FolderTemplate> TEMPLATES = new ConcurrentHashMap<>();

    /** A repository with a package.json, in which everything passes. */
    static AgentTrial project(Path top) throws IOException {
        return prepared(top, "project", SamplePlans::writeProject);
    }

    private static void writeProject(Path top) throws IOException {
        var trial =
                AgentTrial.in(top)
                        .repository()
                        .program("npm", NPM)
                        .file(
                                "package.json",
                                "{\"name\": \"it\", \"scripts\": {\"preflight\": \"true\","
                                        + " \"test\": \"true\", \"review\": \"true\"}}\n")
                        .file("PLAN.md", "- a feature\n");
        trial.git("add", "package.json", "PLAN.md");
        trial.git("commit", "-q", "-m", "a project");
        trial.git("push", "-q");
    }

    /** A pull request that is worked, reviewed and counted as one commit: its plan is to follow. */
    static AgentTrial counted(Path top) throws IOException {
        return prepared(
                top,
                "counted",
                made -> {
                    var trial = project(made).file("notes.txt", "mine\n");
                    var request = new PullRequestFixture(trial, "feat: It", "it.txt");
                    request.planned();
                    trial.turn(GET);
                    request.worked();
                    trial.git("reset", "-q", "--soft", "main");
                    trial.git("commit", "-q", "-m", "feat: It");
                    assertThat(trial.turn(SUBMIT).status()).isEqualTo("FINALIZE_COMPLETE");
                });
    }

    /** A pull request whose merge is due. */
    static AgentTrial due(Path top) throws IOException {
        return prepared(
                top,
                "due",
                made -> {
                    var request = new PullRequestFixture(project(made), "feat: It", "it.txt");
                    request.planned();
                    request.trial().turn(GET);
                    request.worked();
                    request.finished();
                });
    }

    /** A project that was prepared like this: once in this JVM for each name, and copied. */
    static AgentTrial prepared(Path top, String name, FolderTemplate.Content content)
            throws IOException {
        var template = TEMPLATES.computeIfAbsent(name, _ -> new FolderTemplate(content));
        return AgentTrial.in(template.copyTo(top)).program("npm", NPM);
    }

    static final String NPM_FAILING_PREFLIGHT =
            """
            case "$*" in
            *preflight*) echo "lint: 'x' is \\$unused"; echo "and more" >&2; exit 1 ;;
            *) exit 0 ;;
            esac\
            """;
}
