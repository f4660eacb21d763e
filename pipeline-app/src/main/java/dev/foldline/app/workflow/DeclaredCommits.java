package dev.foldline.app.workflow;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command.DeclareDone;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.util.function.Consumer;

/**
 * The commits that report the end of a terminal's work. Only a commit on the branch of the named
 * task counts. A checkpoint does not end the work.
 */
final class DeclaredCommits {
    private DeclaredCommits() {}

    /**
     * Returns a driver that passes on the new commits of each event, after it is on disk.
     *
     * @param seen receives them
     */
    static Consumer<DriverInput> reported(Consumer<DriverInput> driver, Consumer<Sighting> seen) {
        return arrival ->
                driver.accept(
                        arrival
                                        instanceof
                                        DriverInput.CommandReceived(var asked, var name, var reply)
                                ? new DriverInput.CommandReceived(
                                        asked,
                                        name,
                                        answer -> {
                                            if (answer.getOrNull()
                                                    instanceof InputEvent.CommitsSeen event)
                                                seen.accept(event.sighting());
                                            reply.accept(answer);
                                        })
                                : arrival);
    }

    /** Returns the latest declaration for each running task, by the task's run. */
    static Map<RunId, DeclareDone> of(PipelineState workflow, Sighting sighting) {
        return sighting.commits()
                .foldLeft(
                        LinkedHashMap.empty(),
                        (all, seen) ->
                                metadata(workflow, seen)
                                        .flatMap(
                                                said ->
                                                        run(workflow, said, seen.branch())
                                                                .map(
                                                                        run ->
                                                                                all.put(
                                                                                        run,
                                                                                        done(
                                                                                                said,
                                                                                                seen))))
                                        .getOrElse(all));
    }

    private static DeclareDone done(CommitMetadata said, Seen seen) {
        return new DeclareDone(said.worker().terminal(), Option.of(seen.commit()));
    }

    private static Option<CommitMetadata> metadata(PipelineState workflow, Seen seen) {
        return CommitMetadata.parse(seen.message(), _ -> Option.none())
                .toOption()
                .filter(said -> said.worker().workflow().equals(workflow.header().run()))
                .filter(said -> !said.label().equals(WorkObserved.CHECKPOINT));
    }

    private static Option<RunId> run(PipelineState workflow, CommitMetadata said, String branch) {
        var parent = new RunId(workflow.header().run());
        return workflow.items()
                .list(Tasks.TASKS)
                .find(item -> item.id().equals(said.worker().task()))
                .filter(item -> workflow.items().branch(item).contains(branch))
                .flatMap(
                        item ->
                                item.status() instanceof Item.Running(var ticket)
                                        ? Option.of(RunId.childOf(parent, ticket))
                                        : Option.<RunId>none());
    }
}
