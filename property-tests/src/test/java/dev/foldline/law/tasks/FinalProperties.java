package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.RetryGranted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.runtime.WorkflowOverview;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * What is completed stays so, and so does what was given up, unless a person asks that it be tried
 * again.
 */
class FinalProperties {

    /** What must hold of an event. */
    @FunctionalInterface
    private interface EventCondition {
        void holds(WorkflowOverview before, Event event, WorkflowOverview after);
    }

    private static void always(RandomChoices luck, EventCondition promise) {
        var log = RandomTaskWorkflow.of(luck).life();
        var state = Pipeline.start((RunStarted) log.head());
        for (var event : log.tail()) {
            var after = Pipeline.reduce(state, event);
            promise.holds(WorkflowOverview.of(state), event, WorkflowOverview.of(after));
            state = after;
        }
    }

    @Property
    void S1_11_a_workflow_that_is_completed_or_cancelled_stays_so(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                (before, event, after) -> {
                    if (before.workflow() == WorkflowStatus.COMPLETED
                            || before.workflow() == WorkflowStatus.CANCELLED)
                        assertThat(after.workflow())
                                .as(event.toString())
                                .isEqualTo(before.workflow());
                });
    }

    @Property
    void S1_11_a_completed_task_stays_so_and_a_cancelled_one_until_the_user_retries_it(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                (before, event, after) ->
                        before.tasks()
                                .forEach(
                                        (id, task) -> {
                                            var now = after.tasks().get(id).get().task();
                                            if (task.task() == TaskStatus.COMPLETED
                                                    || task.task() == TaskStatus.CANCELLED
                                                            && !(event instanceof RetryGranted))
                                                assertThat(now)
                                                        .as("%s: %s", id, event)
                                                        .isEqualTo(task.task());
                                        }));
    }

    @Property
    void S1_11_a_completed_or_cancelled_terminal_stays_so_until_a_retry_or_a_rejection(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                (before, event, after) ->
                        before.tasks()
                                .forEach(
                                        (id, task) ->
                                                task.terminals()
                                                        .forEach(
                                                                (terminal, status) -> {
                                                                    var now =
                                                                            after.tasks()
                                                                                    .get(id)
                                                                                    .flatMap(
                                                                                            each ->
                                                                                                    each.terminals()
                                                                                                            .get(
                                                                                                                    terminal))
                                                                                    .get();
                                                                    if (status.isFinal()
                                                                            && !(event
                                                                                    instanceof
                                                                                    RetryGranted)
                                                                            && !isReviewed(
                                                                                    status,
                                                                                    now,
                                                                                    after.tasks()
                                                                                            .get(id)
                                                                                            .get()))
                                                                        assertThat(now)
                                                                                .as(
                                                                                        "%s/%s: %s",
                                                                                        id,
                                                                                        terminal,
                                                                                        event)
                                                                                .isEqualTo(status);
                                                                })));
    }

    /** What was done may be found good, or wanting; then all that came of it is done again. */
    private static boolean isReviewed(TerminalStatus before, TerminalStatus now, TaskReport task) {
        if (before == TerminalStatus.CANCELLED) return false;
        boolean rejected = task.terminals().containsValue(TerminalStatus.REVIEW_REJECTED);
        return now == TerminalStatus.REVIEW_PASSED
                || now == TerminalStatus.REVIEW_REJECTED
                || rejected && now == TerminalStatus.WAITING;
    }
}
