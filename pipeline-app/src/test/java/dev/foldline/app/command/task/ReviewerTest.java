package dev.foldline.app.command.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A pull request of a plan, reviewed by an agent. */
class ReviewerTest {
    private static final String APPROVES = "submit '{\"findings\": []}'\n";

    @TempDir Path folder;

    @Test
    void a_reviewer_sees_the_plan_and_the_diff_and_its_findings_are_worked_on() throws Exception {
        var place =
                reviewed(
                        "if grep -q finding items; then "
                                + APPROVES
                                + "else submit '{\"findings\": [\"implement finding\"]}'; fi\n");
        var reported = place.foldline("run", "-f", "PLAN.md");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var reviews = reviews(place);
        assertThat(reviews).hasSize(2);
        assertThat(reviews.getFirst())
                .contains(
                        "The next pull request of the plan file PLAN.md.",
                        "Verification plan: sh tests.sh prints nothing",
                        "\"prTitle\": \"feat: add one\"",
                        "+++ b/items",
                        "+one");
        assertThat(reviews.getLast()).contains("+finding");
        assertThat(place.foldline("log").out())
                .contains("review accepted: findings", "review accepted: approved");
        assertThat(place.git("show", "main^2^:items")).isEqualTo("one\nfinding");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }

    @Test
    void a_tree_that_changes_after_each_approval_is_never_merged() throws Exception {
        var place = reviewed("echo again >> items\n" + APPROVES);
        place.write("foldline.yaml", place.read("foldline.yaml") + "  reviews: 2\n");
        var reported = place.foldline("run", "-f", "PLAN.md");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(place.git("rev-parse", "main")).isEqualTo(place.git("rev-parse", ":/first"));
    }

    private CliFixture reviewed(String does) throws Exception {
        var place = CatalogProject.ready(folder, "one");
        var reviewer = CatalogProject.home(place, "reviewer.sh");
        Files.writeString(
                reviewer,
                "#!/bin/sh\n"
                        + "cat > /dev/null\n"
                        + "submit() { mkdir -p .foldline; printf '%s\\n"
                        + "' \"$1\" > .foldline/review.json; }\n"
                        + "cp \"$FOLDLINE_PROMPT_FILE\" \"$HOME/review-$(date +%s%N)\"\n"
                        + "echo reviewing\n"
                        + does);
        Files.setPosixFilePermissions(reviewer, PosixFilePermissions.fromString("rwxr-xr-x"));
        return place.write(
                "foldline.yaml",
                """
                workflow: tdd
                roles: { developer: [mine], reviewer: [critic] }
                agents:
                  mine: { kind: command, run: ["%s"] }
                  critic: { kind: command, run: ["%s"] }
                limits: { backoff_first: 1s, backoff_max: 1s }
                tdd:
                  preflight: ["true"]
                """
                        .formatted(CatalogProject.home(place, "agent.sh"), reviewer));
    }

    private static List<String> reviews(CliFixture place) throws Exception {
        try (var files = Files.list(CatalogProject.home(place, ""))) {
            var reviews =
                    files.filter(file -> file.getFileName().toString().startsWith("review-"))
                            .sorted()
                            .toList();
            var texts = new java.util.ArrayList<String>();
            for (var review : reviews) texts.add(Files.readString(review));
            return texts;
        }
    }
}
