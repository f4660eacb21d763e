package example;

import static dev.foldline.testkit.script.Plays.*;

import static org.junit.jupiter.api.Assertions.*;

import dev.foldline.testkit.crash.CrashPoints;
import dev.foldline.testkit.simulation.Simulation;

import org.junit.jupiter.api.Test;

import java.util.List;

class GuideTest {
    static final Simulation REVISED =
            Simulation.of(Guide.WORKFLOW.workflow())
                    .agent("writer", edits("GUIDE.md", "Say hello."))
                    .agent("critic", says("weak"), says("good"));

    @Test
    void a_weak_guide_is_written_again() {
        var run = REVISED.run();
        assertEquals(2, run.calls("critic"), run::trace);
        assertEquals("Say hello.", run.files().get("GUIDE.md"));
    }

    @Test
    void no_crash_loses_or_repeats_work() {
        assertEquals(List.of(), CrashPoints.all(REVISED).violations());
    }
}
