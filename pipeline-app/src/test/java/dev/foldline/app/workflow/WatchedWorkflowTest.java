package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Shell;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.CommitsSeen;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.state.WatchedBranches.Seen;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A workflow is told of what is committed in its repository, whether it was driven then or not:
 * S1-38, S1-58.
 */
class WatchedWorkflowTest {
    private static final String TASKS =
            """
            name: Shop
            tasks:
              - { name: login, terminals: [ { role: developer, agent: mine } ] }
            """;

    private static final String WORK = "echo login > login.txt; echo made\n";

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_ready_workflow() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", TASKS);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
    }

    private List<Event> events() throws IOException {
        try (var here = Workspace.open(place.root, place.environment)) {
            var events = new ArrayList<Event>();
            RunHistory.open(WorkflowLookup.find(here.runs(), "@"))
                    .walk(moment -> events.add(moment.event()));
            return events;
        }
    }

    private static List<String> seen(List<Event> events) {
        return events.stream()
                .flatMap(
                        event ->
                                event instanceof CommitsSeen(_, var sighting)
                                        ? sighting.commits().toJavaStream()
                                        : Stream.<Seen>empty())
                .map(each -> each.message().strip() + " (" + each.branch() + ")")
                .toList();
    }

    private void committed(String message) throws Exception {
        place.git("commit", "-q", "--allow-empty", "-m", message);
    }

    @Test
    void S1_37_a_commit_is_reported_while_the_agents_work() throws Exception {
        // The agent works on when the log of the workflow tells of the commit.
        place.agent(
                """
                touch "$HOME/begun"
                for try in $(seq 2400); do grep -q 'made by a person' "$HOME"/../repo/.git/foldline/runs/*/events.jsonl && break; sleep 0.1; done
                grep -q 'made by a person' "$HOME"/../repo/.git/foldline/runs/*/events.jsonl || exit 1
                """
                        + WORK);
        committed("before it was started");
        var started = place.inAnotherTerminal("workflow", "start");
        CliFixture.until(
                "an agent works",
                () -> Files.exists(Path.of(place.environment.get("HOME"), "begun")),
                () -> !started.isDone());
        committed("made by a person");
        var reported = started.get();
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(seen(events()))
                .contains("made by a person (main)")
                .doesNotHaveDuplicates()
                .doesNotContain("before it was started (main)", "first (main)");
    }

    @Test
    void S1_38_S1_58_commits_made_without_a_driver_are_reported_before_an_agent_is_called()
            throws Exception {
        place.agent(AgentScripts.DEADLY);
        assertThat(
                        Shell.run(
                                        place,
                                        """
                                        "$ENGINE" workflow start > "$HOME/said" 2>&1 &
                                        echo $! > "$HOME/pid"
                                        wait $!
                                        echo "exit $?"
                                        """)
                                .out())
                .contains("exit 137");
        committed("one");
        committed("two");
        place.agent(WORK);
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var events = events();
        int taken = events.stream().map(DriverStarted.class::isInstance).toList().lastIndexOf(true);
        assertThat(events.get(taken + 1)).isInstanceOf(CommitsSeen.class);
        assertThat(seen(List.of(events.get(taken + 1))))
                .containsExactly("one (main)", "two (main)");
        assertThat(seen(events)).doesNotHaveDuplicates();
        // What it was told is an input like any other: the log derives the same again, and bears
        // crashes.
        for (var looking :
                new String[][] {{"replay", "--verify"}, {"verify", "--crash-points", "40"}}) {
            reported = place.foldline(looking);
            assertThat(reported.exit()).as(reported.all()).isZero();
        }
    }
}
