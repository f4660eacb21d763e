package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Shell;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/**
 * The process that drives a workflow and its tasks is ended by {@code kill -9}; another takes all
 * of them up.
 */
class KilledWorkflowTest {
    private static final String START =
            """
            "$ENGINE" workflow start > "$HOME/said" 2>&1 &
            echo $! > "$HOME/pid"
            wait $!
            echo "exit $?"
            """;

    private static final String WORK =
            "git rev-parse --abbrev-ref HEAD | sed 's/.*-//' > \"$(git rev-parse --abbrev-ref HEAD"
                    + " | sed 's/.*-//').txt\"; echo made\n";

    /** The process dies when both tasks are worked on. */
    private static final String DEADLY =
            """
            touch "$HOME/begun-$FOLDLINE_RUN"
            for try in $(seq 2400); do [ "$(ls "$HOME" | grep -c '^begun-')" = 2 ] && break; sleep 0.1; done
            """
                    + AgentScripts.DEADLY;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", CliFixture.TWO_TASKS);
    }

    private void aReadyWorkflow(String agent) throws IOException {
        place.agent(agent);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    private JsonNode status() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    /**
     * The engine dies when so many changes of refs have been made in the repository, its own and
     * those of git for it.
     */
    private void dyingAtRefChange(int nth) throws IOException {
        var hook =
                Files.writeString(
                        place.root.resolve(".git/hooks/reference-transaction"),
                        """
                        #!/bin/sh
                        [ "$1" = committed ] || exit 0
                        echo change >> '%1$s/changes'
                        # Of two that come at once neither may see the number itself; only one of them gets the pid.
                        [ "$(wc -l < '%1$s/changes')" -ge %2$d ] && mv '%1$s/pid' '%1$s/killed' 2>/dev/null && kill -9 "$(cat '%1$s/killed')"
                        exit 0
                        """
                                .formatted(home(), nth));
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Everything was done once: no commit, merge, run or branch twice. */
    private void isDoneOnce() throws Exception {
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
        assertThat(place.git("rev-list", "--count", "main..foldline/shop-login"))
                .as("one commit of work")
                .isEqualTo("1");
        assertThat(place.git("rev-list", "--count", "main..foldline/shop-search")).isEqualTo("1");
        assertThat(place.git("show", "main:login.txt")).isEqualTo("login");
        assertThat(place.git("show", "main:search.txt")).isEqualTo("search");
        assertThat(place.git("branch", "--list", "--format=%(refname:short)").lines())
                .containsExactlyInAnyOrder(
                        "main", "foldline/shop", "foldline/shop-login", "foldline/shop-search");
        try (Stream<Path> runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            assertThat(runs).as("the workflow and two tasks").hasSize(3);
        }
        assertThat(status().get("workflow").get("status").asString()).isEqualTo("completed");
        try (var here = Workspace.open(place.root, place.environment)) {
            assertThat(
                            ChildStatusReporterTest.messages(WorkflowLookup.find(here.runs(), "@"))
                                    .stream()
                                    .map(
                                            message ->
                                                    message.type()
                                                            + message.data()
                                                                    .values()
                                                                    .mkString(" ", " ", "")))
                    .as("every task is told to have completed, once")
                    .containsOnlyOnce(
                            "terminal_completed login login/developer",
                            "terminal_completed search search/developer",
                            "task_status_update login completed",
                            "task_status_update search completed",
                            "status_update completed");
        }
    }

    @Test
    void S1_45_S1_56_a_workflow_that_dies_between_any_two_ref_changes_is_done_exactly_once()
            throws Exception {
        diesAt(9);
        assertThat(status().get("workflow").get("status").asString()).isIn("running", "merging");
        assertThat(place.foldline("workflow", "start").err())
                .contains("is not ready. Current status: ")
                .contains("foldline workflow resume");
        isResumedAndDoneOnce();
    }

    /** A series of instants, one of which is tried by default. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12})
    @Thorough
    void S1_45_S1_56_a_workflow_that_dies_between_other_ref_changes_is_done_exactly_once_too(
            int nth) throws Exception {
        diesAt(nth);
        isResumedAndDoneOnce();
    }

    private void diesAt(int nth) throws Exception {
        aReadyWorkflow(WORK);
        dyingAtRefChange(nth);
        assertThat(Shell.run(place, START).out()).contains("exit 137");
    }

    private void isResumedAndDoneOnce() throws Exception {
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        isDoneOnce();
    }
}
