package dev.foldline.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.app.run.RunLog;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.runtime.limit.Permits;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.store.RunId;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the children of a workflow are told of what it is told. */
class NurseryTest {
    @TempDir Path folder;

    @Test
    void as_long_as_a_workflow_is_held_no_terminal_of_it_is_let_work_and_who_begins_to_listen_is_told() throws Exception {
        var place = Place.ready(folder).write("tasks.yaml", "name: Shop\ntasks: []\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        try (var here = Workspace.open(place.root, place.environment);
                var log = RunLog.open(Workflows.find(here.runs(), "@"), here.runs().redaction()).orElseThrow()) {
            var share = new Permits(1).of(log.directory().id(), 1);
            var nursery = new Nursery(here, log.directory().id(), share, _ -> { throw new AssertionError("nobody is driven"); }, RunView.NONE, Duration.ofSeconds(1));
            nursery.begins(log.state(), _ -> {});
            log.tell(new Command.Pause(Urgency.NOW), Option.none());
            nursery.folded(log.state());
            assertThat(share.queue("login", () -> {}).isCalledOff()).isTrue();
            var heard = new ArrayList<Command>();
            nursery.listen(new RunId("raaaaaaaaaaaaaaaa"), arrival -> heard.add(asked(arrival)));
            assertThat(heard).containsExactly(new Command.Pause(Urgency.NOW));
            log.tell(new Command.Resume(), Option.none());
            nursery.folded(log.state());
            assertThat(share.queue("login", () -> {}).hasCome()).isTrue();
            nursery.left();
        }
    }

    @Test
    void a_pause_that_was_taken_back_holds_no_child_that_begins_later() throws Exception {
        var place = Place.ready(folder).write("tasks.yaml", "name: Shop\ntasks: []\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        try (var here = Workspace.open(place.root, place.environment);
                var log = RunLog.open(Workflows.find(here.runs(), "@"), here.runs().redaction()).orElseThrow()) {
            var nursery = new Nursery(here, log.directory().id(), new Permits(1).of(log.directory().id(), 1), _ -> { throw new AssertionError("nobody is driven"); }, RunView.NONE, Duration.ofSeconds(1));
            nursery.begins(log.state(), _ -> {});
            var early = new ArrayList<Command>();
            nursery.listen(new RunId("raaaaaaaaaaaaaaaa"), arrival -> early.add(asked(arrival)));
            log.tell(new Command.Pause(Urgency.WHEN_DONE), Option.none());
            nursery.folded(log.state());
            log.tell(new Command.Resume(), Option.none());
            nursery.folded(log.state());
            var late = new ArrayList<Command>();
            nursery.listen(new RunId("rbbbbbbbbbbbbbbbb"), arrival -> late.add(asked(arrival)));
            assertThat(early).isEqualTo(List.of(new Command.Pause(Urgency.WHEN_DONE), new Command.Resume()));
            assertThat(late).isEmpty();
            nursery.left();
        }
    }

    @Test
    void a_gate_of_a_workflow_holds_its_children_until_it_is_approved_and_a_pause_meanwhile_beyond_that() throws Exception {
        var place = Place.ready(folder).write("tasks.yaml", "name: Shop\ntasks: []\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        try (var here = Workspace.open(place.root, place.environment);
                var log = RunLog.open(Workflows.find(here.runs(), "@"), here.runs().redaction()).orElseThrow()) {
            var share = new Permits(1).of(log.directory().id(), 1);
            var nursery = new Nursery(here, log.directory().id(), share, _ -> { throw new AssertionError("nobody is driven"); }, RunView.NONE, Duration.ofSeconds(1));
            nursery.begins(log.state(), _ -> {});
            var heard = new ArrayList<Command>();
            nursery.listen(new RunId("raaaaaaaaaaaaaaaa"), arrival -> heard.add(asked(arrival)));
            Vector.of(new Command.Freeze("hold", "look"), new Command.Pause(Urgency.NOW), new Command.Approve("hold", Shown.NOTHING, ""), new Command.Resume()).forEach(command -> {
                log.tell(command, Option.none());
                nursery.folded(log.state());
                heard.add(command);
            });
            assertThat(heard).containsExactly(new Command.Pause(Urgency.WHEN_DONE), new Command.Freeze("hold", "look"), new Command.Pause(Urgency.NOW), new Command.Pause(Urgency.NOW),
                    new Command.Approve("hold", Shown.NOTHING, ""), new Command.Resume(), new Command.Resume());
            assertThat(share.queue("login", () -> {}).hasCome()).isTrue();
            nursery.left();
        }
    }

    private static Command asked(Arrival arrival) { return ((Arrival.Asked) arrival).command(); }
}
