package dev.foldline.app.view;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.CommitsSeen;
import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.control.Option;

/**
 * What an event of a workflow of tasks tells a person: each change once, and no step of the
 * machinery between them.
 */
final class TaskEventSummary {
    private TaskEventSummary() {}

    /** What its tasks and their terminals have come to. */
    static ViewLine reported(PipelineState before, Event event, PipelineState after) {
        var news = Broadcast.between(Option.of(before), event, after);
        var words = news.flatMap(TaskEventSummary::words);
        if (words.isEmpty()) return new ViewLine("task", EventFormatter.of(event), LineStyle.FAINT);
        return new ViewLine(
                "task",
                words.mkString(", "),
                news.exists(each -> each instanceof Broadcast.Error)
                        ? LineStyle.BAD
                        : news.exists(TaskEventSummary::isCompleted)
                                ? LineStyle.GOOD
                                : LineStyle.PLAIN);
    }

    /** Of what is only another name for the same thing, and of what waits for its turn, nothing. */
    private static Option<String> words(Broadcast news) {
        return switch (news) {
            case Broadcast.TerminalStatusUpdate(_, var terminal, var status) ->
                    status == TerminalStatus.WAITING
                            ? Option.none()
                            : Option.of(terminal + " " + spoken(status.word()));
            case Broadcast.TaskStatusUpdate(_, var task, var status) ->
                    Option.of(task + " is " + spoken(status.word()));
            case Broadcast.StatusUpdate(_, var status) ->
                    Option.of("the workflow is " + spoken(status.word()));
            case Broadcast.Error(_, var why) -> Option.of(why);
            case Broadcast.Instruction(_, var task, var instruction) ->
                    task.map(id -> id + ": " + instruction);
            case Broadcast.MergeProgress _,
                    Broadcast.TerminalCompleted _,
                    Broadcast.TerminalMessage _,
                    Broadcast.GitEvent _,
                    Broadcast.Shutdown _ ->
                    Option.none();
        };
    }

    private static String spoken(String word) {
        return word.replace('_', ' ');
    }

    private static boolean isCompleted(Broadcast news) {
        return news instanceof Broadcast.TaskStatusUpdate(_, _, var status)
                && status == TaskStatus.COMPLETED;
    }

    /** Reports the workflow's own commits only if they are merges. */
    static ViewLine commitsSeen(PipelineState before, CommitsSeen event) {
        var own = before.ledger().repository().branch();
        var commits = event.sighting().commits().filter(each -> !own.contains(each.branch()));
        if (commits.isEmpty())
            return new ViewLine("commit", EventFormatter.of(event), LineStyle.FAINT);
        return new ViewLine(
                "commit",
                commits.map(
                                each ->
                                        ValueFormatter.hash(each.commit())
                                                + " "
                                                + each.message().lines().findFirst().orElse("")
                                                + " ("
                                                + each.branch()
                                                + ")")
                        .mkString("; "),
                LineStyle.PLAIN);
    }

    /**
     * Whether a phase is one of many small ones, as are the terminals' models, one after the other,
     * and the parts of a merge.
     */
    static boolean isSmall(PipelineState state) {
        return state.workflow().name().equals(Tasks.NAME)
                && state.stage()
                        .exists(
                                stage ->
                                        stage.id().equals(Tasks.SWITCHING)
                                                || !stage.phases()
                                                        .headOption()
                                                        .map(Phase::id)
                                                        .equals(state.phase().map(Phase::id)));
    }
}
