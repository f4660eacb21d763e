package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.RunTreeFolder;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.workflow.AgentPermits.Share;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the children of a workflow are told of what it is told. */
class ChildRunSupervisorTest {
    private static final long TICKET = 7;

    private static final SpawnChild LOGIN =
            new SpawnChild(
                    new EffectKey(Tasks.WORK, 0, "work", 0, 1, 1),
                    Tasks.TASKS,
                    0,
                    new Item("login", "Add a login", Vector.empty(), Item.TODO),
                    Task.NAME,
                    LinkedHashMap.empty(),
                    Budget.UNLIMITED);

    @TempDir Path folder;
    private Workspace here;
    private RunLog log;
    private Share share;
    private ChildRunSupervisor nursery;

    @BeforeEach
    void a_workflow_that_is_driven() throws Exception {
        var place = CliFixture.ready(folder).write("tasks.yaml", "name: Shop\ntasks: []\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        here = Workspace.open(place.root, place.environment);
        log =
                RunLog.open(WorkflowLookup.find(here.runs(), "@"), here.runs().redaction())
                        .orElseThrow();
        share = new AgentPermits(1).of(log.directory().id(), 1);
        nursery =
                new ChildRunSupervisor(
                        here,
                        log.directory().id(),
                        share,
                        (_, _) -> {
                            throw new AssertionError("nobody is driven");
                        },
                        RunObserver.NONE,
                        Duration.ofSeconds(1));
        nursery.begins(log.state(), _ -> {});
    }

    @AfterEach
    void is_left() throws InterruptedException {
        nursery.leave();
        log.close();
        here.close();
    }

    /** The workflow is told this. */
    private void send(Command command) {
        log.submit(command, Option.none());
        nursery.folded(log.state());
    }

    /** What a child that begins now is told from then on. */
    private List<Command> heardBy(String child) {
        var received = new ArrayList<Command>();
        nursery.listen(
                new RunId(child),
                arrival -> received.add(((DriverInput.CommandReceived) arrival).command()));
        return received;
    }

    /** The driver died between the folder of a child and its first event, or within the latter. */
    @Test
    void what_an_interrupted_start_of_a_child_left_is_removed_before_it_starts_again()
            throws Exception {
        for (var line : Vector.of("", "{\"v\":1,\"seq\":1,\"at\":\"2026-")) {
            var child = here.runs().directory(RunId.childOf(log.directory().id(), TICKET));
            here.runs().make(child);
            RunLocation.rememberParent(child, log.directory().id().text());
            RunLocation.remember(child, here.ownTree(RunTreeFolder.of(child.id(), here)), here);
            Files.writeString(child.events(), line);
            assertThat(nursery.look(TICKET, LOGIN)).isEqualTo(new NotDone(TICKET));
            assertThat(here.runs().unordered())
                    .extracting(RunDirectory::id)
                    .containsExactly(log.directory().id());
        }
    }

    /** Its log is lost, not unwritten. */
    @Test
    void what_a_child_that_worked_left_stays() throws Exception {
        var child = here.runs().directory(RunId.childOf(log.directory().id(), TICKET));
        here.runs().make(child);
        var output = Files.writeString(child.output().resolve("3-developer.out"), "its work");
        assertThat(nursery.look(TICKET, LOGIN)).isEqualTo(new NotDone(TICKET));
        assertThat(output).exists();
    }

    @Test
    void a_paused_workflow_admits_no_terminal_and_informs_a_new_listener() {
        send(new Command.Pause(Urgency.NOW));
        assertThat(share.queue("login", () -> {}).isCalledOff()).isTrue();
        assertThat(heardBy("raaaaaaaaaaaaaaaa")).containsExactly(new Command.Pause(Urgency.NOW));
        send(new Command.Resume());
        assertThat(share.queue("login", () -> {}).hasCome()).isTrue();
    }

    @Test
    void a_pause_that_was_revoked_does_not_pause_a_child_that_starts_later() {
        var early = heardBy("raaaaaaaaaaaaaaaa");
        send(new Command.Pause(Urgency.WHEN_DONE));
        // As after any other event of the workflow's while it is held.
        nursery.folded(log.state());
        send(new Command.Resume());
        assertThat(early)
                .isEqualTo(List.of(new Command.Pause(Urgency.WHEN_DONE), new Command.Resume()));
        assertThat(heardBy("rbbbbbbbbbbbbbbbb")).isEmpty();
    }

    @Test
    void a_gate_of_a_workflow_pauses_its_children_and_a_pause_outlasts_the_approval() {
        var received = heardBy("raaaaaaaaaaaaaaaa");
        Vector.of(
                        new Command.Freeze("hold", "look"),
                        new Command.Pause(Urgency.NOW),
                        new Command.Approve("hold", Shown.NOTHING, ""),
                        new Command.Resume())
                .forEach(
                        command -> {
                            send(command);
                            received.add(command);
                        });
        assertThat(received)
                .containsExactly(
                        new Command.Pause(Urgency.WHEN_DONE),
                        new Command.Freeze("hold", "look"),
                        new Command.Pause(Urgency.NOW),
                        new Command.Pause(Urgency.NOW),
                        new Command.Approve("hold", Shown.NOTHING, ""),
                        new Command.Resume(),
                        new Command.Resume());
        assertThat(share.queue("login", () -> {}).hasCome()).isTrue();
    }
}
