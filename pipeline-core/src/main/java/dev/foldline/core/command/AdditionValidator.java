package dev.foldline.core.command;

import static dev.foldline.core.command.CommandValidator.refuse;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.AddedItems;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Validates work items that are added to a running workflow. */
final class AdditionValidator {
    private AdditionValidator() {}

    static Either<Rejection, InputEvent> add(PipelineState state, AddedItems added, long n) {
        if (state.lifecycle() instanceof Lifecycle.Ended
                || state.slots().recovery() instanceof Recovery.Ending)
            return refuse(Code.ENDED, "Cannot add tasks: the workflow has ended");
        int work =
                state.workflow()
                        .stages()
                        .indexWhere(
                                stage ->
                                        added.lists().keySet().exists(list -> starts(stage, list)));
        if (work < 0 || !added.lists().keySet().forAll(state.items().lists()::containsKey))
            return refuse(Code.NOT_EXPECTED, "Cannot add tasks: the workflow has no such list");
        if (state.at().stage() > work)
            return refuse(
                    Code.INVALID_STATE_TRANSITION, "Cannot add tasks: the workflow is merging");
        if (!added.basedOn().forAll(state.ledger().artifacts()::contains))
            return refuse(Code.ALREADY_PROCESSED, "Cannot add tasks: others were added meanwhile");
        return added.lists()
                .keySet()
                .toVector()
                .flatMap(list -> wrong(state, list, added.list(list)))
                .headOption()
                .<Either<Rejection, InputEvent>>map(
                        why -> refuse(Code.NOT_EXPECTED, "Cannot add tasks: " + why))
                .getOrElse(() -> Either.right(new InputEvent.ItemsAdded(n, added)));
    }

    /** Returns whether the stage starts a child run for each item of the list. */
    private static boolean starts(Stage stage, String list) {
        return stage.phases()
                .flatMap(phase -> phase.steps())
                .exists(
                        step ->
                                step instanceof Step.Children children
                                        && children.list().equals(list));
    }

    private static Option<String> wrong(PipelineState state, String list, Vector<Item> more) {
        var all = state.items().list(list).appendAll(more);
        int max = state.policy().limits().itemsMax();
        if (all.size() > max) return Option.of("at most " + max + " " + list + " are allowed");
        return twice(all.map(Item::id))
                .orElse(twice(all.flatMap(Item::branch)))
                .map(name -> name + " exists already")
                .orElse(
                        more.find(each -> !isOpen(each))
                                .map(each -> each.id() + " is already being worked on"));
    }

    private static boolean isOpen(Item item) {
        return item.status().equals(Item.TODO) || item.status().equals(Item.DONE);
    }

    private static Option<String> twice(Vector<String> names) {
        return names.groupBy(name -> name)
                .find(each -> each._2().size() > 1)
                .map(each -> each._1());
    }
}
