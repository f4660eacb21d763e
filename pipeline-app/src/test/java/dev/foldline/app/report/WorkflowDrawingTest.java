package dev.foldline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.server.browser.Browser;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;

/** A drawn workflow in a real browser: every text is visible, and no box covers another. */
class WorkflowDrawingTest {
    /** The texts that leave the page, and those of phases that leave their box. */
    private static final String HIDDEN =
            """
            (() => {
              const page = document.documentElement.getBoundingClientRect();
              const phases = [...document.querySelectorAll('.phase, .gate, .end')]
                .map(each => each.getBoundingClientRect());
              const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top
                && a.bottom <= b.bottom;
              const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom
                && b.top < a.bottom;
              const texts = [...document.querySelectorAll('text')]
                .filter(each => {
                  const box = each.getBoundingClientRect();
                  const near = phases.find(phase => meets(phase, box));
                  return !within(box, page) || near && !within(box, near);
                })
                .map(each => each.textContent);
              const overlaps = phases
                .filter((a, i) => phases.some((b, j) => i < j && meets(a, b)))
                .map(() => 'overlap');
              return JSON.stringify(texts.concat(overlaps));
            })()
            """;

    @TempDir Path folder;

    private void isDrawn(Workflow workflow) throws Exception {
        var file =
                Files.writeString(
                        folder.resolve("workflow.svg"),
                        WorkflowDrawing.svg(WorkflowGraph.of(workflow)));
        try (var tab = Browser.demanded().open()) {
            tab.go(file.toUri().toString());
            assertThat(tab.text(HIDDEN)).isEqualTo("[]");
            var shown = tab.text("document.documentElement.textContent");
            assertThat(shown).contains(BoundReport.text(workflow));
            workflow.phases().forEach(phase -> assertThat(shown).contains(phase.id()));
            assertThat(tab.value("document.querySelectorAll('.phase, .gate').length").asInt())
                    .isEqualTo(workflow.phases().size());
            assertThat(tab.value("document.querySelectorAll('.gate').length").asInt())
                    .isEqualTo(workflow.phases().count(phase -> phase.gate().isDefined()));
        }
        assertThat(Files.readString(file)).doesNotContain("href", "url(http");
    }

    @ParameterizedTest
    @EnumSource(BuiltinWorkflows.class)
    void a_built_in_workflow_is_drawn(BuiltinWorkflows workflow) throws Exception {
        isDrawn(workflow.under(Policy.DEFAULT));
    }

    @Test
    void many_routes_from_one_phase_have_a_port_and_a_label_each() throws Exception {
        var check = Script.check("a-check-with-a-very-long-name-that-does-not-fit-into-a-box");
        var phases =
                Vector.range(0, 12)
                        .map(
                                i ->
                                        Phase.phase("phase-" + i, check)
                                                .entry(
                                                        i > 0 && i < 5
                                                                ? PhaseEntry.WHEN_SENT
                                                                : PhaseEntry.ALWAYS));
        var first =
                Vector.range(1, 8)
                        .foldLeft(
                                phases.head(),
                                (phase, i) ->
                                        phase.route("label-" + i, new Route.To("phase-" + (i + 1))))
                        .route("again & <again>", Route.MORE)
                        .route("stop", Route.END);
        var stages =
                Vector.of(
                        new Stage(
                                "setup",
                                new LoopCondition.Times(3),
                                Vector.of(
                                                first,
                                                phases.get(1)
                                                        .gate(new GateSpec(GateSpec.OnReject.REDO)))
                                        .appendAll(phases.drop(2))),
                        new Stage(
                                "later",
                                new LoopCondition.EachItem("outline", "last"),
                                Vector.of(
                                        Phase.phase("last", check)
                                                .route("back", new Route.Back("setup", 2)))));
        isDrawn(new Workflow("many", 1, stages, Policy.DEFAULT));
    }
}
