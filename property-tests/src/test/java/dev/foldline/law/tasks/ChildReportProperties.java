package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent.ChildReported;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Items.LatestReport;

import io.vavr.collection.Vector;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What a parent knows of its children depends on what each of them tells, not on when. */
class ChildReportProperties {

    @Property
    void any_order_that_keeps_each_childs_own_and_any_repetition_leads_to_the_same_state(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var inOrder = RandomTaskWorkflow.of(luck).start();
        inOrder.speakInOrder();
        var mixed = RandomTaskWorkflow.of(luck).starting();
        for (int beat = 0; mixed.isSpawning() || !mixed.isSilent(); beat++) {
            var fate = mixed.random().fork("mixed", beat);
            if (mixed.isSpawning() && fate.chance(30)) mixed.steps(fate);
            else mixed.speaks(fate);
        }
        assertThat(unnumbered(mixed.state())).isEqualTo(unnumbered(inOrder.state()));
    }

    @Property
    void the_last_report_of_a_child_never_becomes_older(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var log = RandomTaskWorkflow.of(luck).life();
        var state = Pipeline.start((RunStarted) log.head());
        for (var event : log.tail()) {
            var after = Pipeline.reduce(state, event);
            for (var child : state.items().children())
                assertThat(seq(after.items().child(child.spawnTicket()).get()))
                        .as(event.toString())
                        .isGreaterThanOrEqualTo(seq(child));
            state = after;
        }
    }

    @Property
    void a_report_that_is_repeated_or_outdated_is_refused_and_would_change_nothing(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var log = RandomTaskWorkflow.of(luck).life();
        var state = Pipeline.start((RunStarted) log.head());
        Vector<ChildReported> reported = Vector.empty();
        for (var event : log.tail()) {
            state = Pipeline.reduce(state, event);
            if (event instanceof ChildReported word) reported = reported.append(word);
            for (var word : reported) refused(state, word);
        }
    }

    private static void refused(PipelineState state, ChildReported word) {
        var again =
                new Command.ReportChild(
                        word.list(),
                        word.item(),
                        word.spawnTicket(),
                        word.run(),
                        word.seq(),
                        word.report());
        assertThat(Pipeline.admit(state, again).getLeft().code()).isEqualTo(Code.ALREADY_PROCESSED);
        var event =
                new ChildReported(
                        state.header().lastInput() + 1,
                        word.list(),
                        word.item(),
                        word.spawnTicket(),
                        word.run(),
                        word.seq(),
                        word.report());
        assertThat(Pipeline.reduce(state, event)).isSameAs(state);
    }

    private static long seq(Child child) {
        return child.latest().map(LatestReport::seq).getOrElse(0L);
    }

    private static PipelineState unnumbered(PipelineState state) {
        return state.withHeader(state.header().withLastInput(0))
                .withItems(
                        new Items(
                                state.items().lists(),
                                state.items().children().sortBy(Child::spawnTicket),
                                state.items().verified()));
    }
}
