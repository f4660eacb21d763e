package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.CommitsSeen;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.projection.runtime.WorkflowOverview;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What whoever watches is told is what the log says, no more and no less. */
class BroadcastProperties {

    /** A message, and how everything stands with the event that it is told of. */
    private record SentBroadcast(Vector<Broadcast> messages, PipelineState after) {}

    private static Vector<SentBroadcast> broadcasts(Vector<Event> log) {
        var first = Pipeline.start((RunStarted) log.head());
        return behind(first, log.tail())
                .prepend(
                        new SentBroadcast(
                                Broadcast.between(Option.none(), log.head(), first), first));
    }

    private static Vector<SentBroadcast> behind(PipelineState from, Vector<Event> events) {
        Vector<SentBroadcast> reported = Vector.empty();
        var state = from;
        for (var event : events) {
            var after = Pipeline.reduce(state, event);
            reported =
                    reported.append(
                            new SentBroadcast(
                                    Broadcast.between(Option.of(state), event, after), after));
            state = after;
        }
        return reported;
    }

    @Property
    void S1_25_the_messages_add_up_to_the_status_after_every_event(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        Map<String, String> known = HashMap.empty();
        for (var each : broadcasts(RandomTaskWorkflow.of(luck).life())) {
            known = each.messages().foldLeft(known, BroadcastProperties::and);
            assertThat(known).isEqualTo(stands(each.after()));
        }
    }

    @Property
    void S1_25_every_change_is_reported_once_and_no_unchanged_status_is_reported(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        Map<String, String> known = HashMap.empty();
        for (var message :
                broadcasts(RandomTaskWorkflow.of(luck).life()).flatMap(SentBroadcast::messages)) {
            var next = and(known, message);
            if (isStatus(message)) assertThat(next).as(message.toString()).isNotEqualTo(known);
            known = next;
        }
    }

    @Property
    void S1_30_a_client_that_received_a_log_up_to_any_event_continues_with_the_next(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var family = RandomTaskWorkflow.of(luck);
        var log = family.life();
        var all = broadcasts(log);
        int received = family.random().fork("heard").between(1, log.size());
        var saved = Wire.state(Wire.toJson(all.get(received - 1).after()));
        var rest = log.drop(received).map(event -> Wire.event(Wire.toJson(event)));
        assertThat(behind(saved, rest).map(SentBroadcast::messages))
                .isEqualTo(all.drop(received).map(SentBroadcast::messages));
    }

    @Property
    void S1_35_S1_39_each_commit_for_the_workflow_is_reported_once_and_no_other_commit(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var log = RandomTaskWorkflow.of(luck).life();
        var made =
                log.flatMap(
                        event ->
                                event instanceof CommitsSeen seen
                                        ? seen.sighting().commits()
                                        : Vector.<Seen>empty());
        assertThat(made.map(Seen::commit)).doesNotHaveDuplicates();
        assertThat(
                        broadcasts(log)
                                .flatMap(SentBroadcast::messages)
                                .filter(Broadcast.GitEvent.class::isInstance))
                .isEqualTo(
                        made.filter(seen -> seen.message().contains("workflow_id:" + " r-parent"))
                                .map(
                                        seen ->
                                                new Broadcast.GitEvent(
                                                        "r-parent",
                                                        seen.commit(),
                                                        seen.branch(),
                                                        seen.message())));
    }

    @Property
    void an_event_that_changes_nothing_is_not_reported(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var log = RandomTaskWorkflow.of(luck).life();
        var last = log.tail().foldLeft(Pipeline.start((RunStarted) log.head()), Pipeline::reduce);
        for (var event : log.tail()) {
            var after = Pipeline.reduce(last, event);
            if (after == last)
                assertThat(Broadcast.between(Option.of(last), event, after)).isEmpty();
        }
    }

    private static Map<String, String> and(Map<String, String> known, Broadcast message) {
        return switch (message) {
            case Broadcast.StatusUpdate(var id, var status) -> known.put(id, status.word());
            case Broadcast.TaskStatusUpdate(_, var id, var status) ->
                    known.put("task " + id, status.word());
            case Broadcast.TerminalStatusUpdate(_, var id, var status) ->
                    known.put("terminal " + id, status.word());
            case Broadcast.MergeProgress progress ->
                    known.put("merge " + progress.task(), progress.status().word());
            case Broadcast.TerminalCompleted _,
                    Broadcast.TerminalMessage _,
                    Broadcast.GitEvent _,
                    Broadcast.Instruction _,
                    Broadcast.Error _,
                    Broadcast.Shutdown _ ->
                    known;
        };
    }

    private static boolean isStatus(Broadcast message) {
        return message instanceof Broadcast.StatusUpdate
                || message instanceof Broadcast.TaskStatusUpdate
                || message instanceof Broadcast.TerminalStatusUpdate
                || message instanceof Broadcast.MergeProgress;
    }

    private static Map<String, String> stands(PipelineState state) {
        var overview = WorkflowOverview.of(state);
        Map<String, String> all = HashMap.of(state.header().run(), overview.workflow().word());
        for (var merge : overview.merges()) all = all.put("merge " + merge._1(), merge._2().word());
        for (var task : overview.tasks()) {
            all = all.put("task " + task._1(), task._2().task().word());
            for (var terminal : task._2().terminals())
                all =
                        all.put(
                                "terminal " + Tasks.terminalId(task._1(), terminal._1()),
                                terminal._2().word());
        }
        return all;
    }
}
