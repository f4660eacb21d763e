package example;

import static dev.foldline.testkit.script.Plays.*;

import static org.junit.jupiter.api.Assertions.*;

import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.embed.EmbeddedWorkflowFile;
import dev.foldline.testkit.crash.CrashPoints;
import dev.foldline.testkit.simulation.Exploration;
import dev.foldline.testkit.simulation.Simulation;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class PagesTest {
    @Test
    void every_phase_is_reached() throws Exception {
        var found = Exploration.of(Pages.workflow().variants(), 1, 50);
        assertTrue(found.unreached().isEmpty(), () -> found.unreached().toString());
    }

    @Test
    void no_crash_loses_or_repeats_work() throws Exception {
        var two =
                Simulation.of(Pages.workflow().workflow())
                        .agent("writer", plans("Hello", "Goodbye"))
                        .agent("developer", edits("guide/a.md", "a"), edits("guide/b.md", "b"));
        assertEquals(2, two.run().commits().size());
        assertEquals(List.of(), CrashPoints.sample(two, 50, 1).violations());
    }

    @Test
    void a_mistake_is_reported_with_its_place() {
        var text = "workflow: empty\nstage: []\n";
        var invalid =
                assertThrows(
                        InvalidWorkflowFile.class,
                        () -> EmbeddedWorkflowFile.parse("empty.yaml", text, Map.of()));
        assertTrue(invalid.getMessage().contains("empty.yaml:2:1"), invalid::getMessage);
    }
}
