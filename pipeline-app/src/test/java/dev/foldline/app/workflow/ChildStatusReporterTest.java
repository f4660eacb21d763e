package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.command.Command;
import dev.foldline.core.event.InputEvent.ChildReported;
import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.projection.runtime.WorkflowOverview;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the log of a workflow says of its tasks, whose logs are their own. */
class ChildStatusReporterTest {
    private static final String TASK =
            """
            name: Shop
            target: main
            tasks:
              - name: login
                terminals:
                  - { role: developer, agent: mine }
                  - { role: reviewer, agent: mine }
            """;

    @TempDir Path folder;

    @Test
    void S1_25_S1_35_a_workflow_reports_each_change_and_each_commit_of_its_terminals_once()
            throws Exception {
        var workflow =
                drive(
                        "[ \"$FOLDLINE_ROLE\" = developer ] || { echo fine; exit 0; }; echo done >"
                                + " done.txt");
        assertThat(
                        messages(workflow).stream()
                                .filter(
                                        message ->
                                                !(message instanceof Broadcast.Instruction
                                                        || message instanceof Broadcast.GitEvent))
                                .map(message -> message.data().values().mkString(" ")))
                .containsExactly(
                        "login/developer not_started",
                        "login/reviewer not_started",
                        "login pending",
                        "created",
                        "ready",
                        "running",
                        "login/developer waiting",
                        "login/reviewer waiting",
                        "login running",
                        "login/developer working",
                        "login/developer completed",
                        "login login/developer",
                        "login/reviewer working",
                        "login/reviewer completed",
                        "login login/reviewer",
                        "login completed",
                        "login preparing 0 1",
                        "merging",
                        "login landing 0 1",
                        "login merged 1 1",
                        "completed");
        var overview = WorkflowOverview.of(RunHistory.open(workflow).latest().state());
        assertThat(overview.workflow()).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(overview.tasks().get("login").map(TaskReport::task))
                .contains(TaskStatus.COMPLETED);
        assertThat(
                        messages(workflow).stream()
                                .filter(Broadcast.GitEvent.class::isInstance)
                                .map(Broadcast.GitEvent.class::cast))
                .singleElement()
                .satisfies(
                        made -> {
                            assertThat(made.branch()).isEqualTo("foldline/shop-login");
                            assertThat(made.message())
                                    .contains(
                                            "---METADATA---",
                                            "task_id: login",
                                            "terminal_id: developer");
                        });
        reportsAgainWhatIsUnknown(workflow);
    }

    /** Whatever the workflow knows already, the rest follows from the log of the task. */
    private static void reportsAgainWhatIsUnknown(RunDirectory workflow) throws Exception {
        var received = reports(workflow);
        assertThat(received).hasSizeGreaterThan(3);
        for (int known = 0; known <= received.size(); known++) {
            var reported = new ArrayList<Command>();
            new ChildStatusReporter(
                            child(workflow),
                            parent(workflow),
                            known == 0 ? 0 : received.get(known - 1).seq(),
                            reported::add)
                    .caughtUp();
            assertThat(reported)
                    .isEqualTo(
                            received.subList(known, received.size()).stream()
                                    .map(ChildStatusReporterTest::command)
                                    .toList());
        }
    }

    private RunDirectory drive(String agent) throws Exception {
        var place = CliFixture.ready(folder).write("tasks.yaml", TASK);
        place.agent(agent);
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        place.foldline("workflow", "start");
        try (var here = Workspace.open(place.root, place.environment)) {
            return WorkflowLookup.find(here.runs(), "@");
        }
    }

    private static RunDirectory child(RunDirectory workflow) throws IOException {
        var run = reports(workflow).getFirst().run();
        return new RunDirectory(new RunId(run), workflow.path().resolveSibling(run));
    }

    private static ParentRun parent(RunDirectory workflow) throws IOException {
        return RunHistory.open(child(workflow)).latest().state().header().parent().get();
    }

    private static Command command(ChildReported event) {
        return new Command.ReportChild(
                event.list(),
                event.item(),
                event.spawnTicket(),
                event.run(),
                event.seq(),
                event.report());
    }

    private static List<ChildReported> reports(RunDirectory workflow) throws IOException {
        var reports = new ArrayList<ChildReported>();
        RunHistory.open(workflow)
                .walk(
                        moment -> {
                            if (moment.event() instanceof ChildReported report) reports.add(report);
                            return true;
                        });
        return reports;
    }

    /** What is told of a workflow's log. */
    static List<Broadcast> messages(RunDirectory workflow) throws IOException {
        var messages = new ArrayList<Broadcast>();
        RunHistory.open(workflow)
                .walk(
                        moment -> {
                            messages.addAll(
                                    Broadcast.between(
                                                    Option.ofOptional(moment.before()),
                                                    moment.event(),
                                                    moment.after())
                                            .asJava());
                            return true;
                        });
        return messages;
    }
}
