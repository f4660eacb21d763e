package dev.foldline.app.view;

import dev.foldline.app.history.EventWords;
import dev.foldline.app.history.Words;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.CommitsSeen;
import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.projection.runtime.TaskStatus;
import dev.foldline.core.projection.runtime.TerminalStatus;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.builtin.Tasks;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What an event of a workflow of tasks tells a person: each change once, and no step of the machinery between them. */
final class TaskStory {
    private TaskStory() {}

    /** What its tasks and their terminals have come to. */
    static Remark reported(PipelineState before, Event event, PipelineState after) {
        var news = Broadcast.between(Option.of(before), event, after);
        var words = news.flatMap(TaskStory::words);
        if (words.isEmpty()) return new Remark("task", EventWords.of(event), Tone.FAINT);
        return new Remark("task", words.mkString(", "), news.exists(each -> each instanceof Broadcast.Error) ? Tone.BAD : news.exists(TaskStory::isCompleted) ? Tone.GOOD : Tone.PLAIN);
    }

    /** Of what is only another name for the same thing, and of what waits for its turn, nothing. */
    private static Option<String> words(Broadcast news) {
        return switch (news) {
            case Broadcast.TerminalStatusUpdate(_, var terminal, var status) -> status == TerminalStatus.WAITING ? Option.none() : Option.of(terminal + " " + spoken(status.word()));
            case Broadcast.TaskStatusUpdate(_, var task, var status) -> Option.of(task + " is " + spoken(status.word()));
            case Broadcast.StatusUpdate(_, var status)               -> Option.of("the workflow is " + spoken(status.word()));
            case Broadcast.Error(_, var why)                         -> Option.of(why);
            case Broadcast.TerminalCompleted _, Broadcast.TerminalMessage _, Broadcast.GitEvent _, Broadcast.Instruction _, Broadcast.Shutdown _ -> Option.none();
        };
    }

    private static String spoken(String word) { return word.replace('_', ' '); }

    private static boolean isCompleted(Broadcast news) { return news instanceof Broadcast.TaskStatusUpdate(_, _, var status) && status == TaskStatus.COMPLETED; }

    /** Those that the workflow itself makes are told when they are merges. */
    static Remark seen(PipelineState before, CommitsSeen event) {
        var own = before.ledger().repository().branch();
        var commits = event.sighting().commits().filter(each -> !own.contains(each.branch()));
        if (commits.isEmpty()) return new Remark("commit", EventWords.of(event), Tone.FAINT);
        return new Remark("commit", commits.map(each -> Words.hash(each.commit()) + " " + each.message().lines().findFirst().orElse("") + " (" + each.branch() + ")").mkString("; "), Tone.PLAIN);
    }

    /** Whether a phase is one of many small ones, as are the terminals' models, one after the other, and the parts of a merge. */
    static boolean isSmall(PipelineState state) {
        return state.workflow().name().equals(Tasks.NAME) && state.stage().exists(stage -> stage.id().equals(Tasks.SWITCHING)
                || !stage.phases().headOption().map(Phase::id).equals(state.phase().map(Phase::id)));
    }
}
