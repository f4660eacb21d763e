package dev.foldline.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.Place;
import dev.foldline.app.run.Course;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.Event;
import dev.foldline.effects.child.Children;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Those that are driven beside a run, however its driver fares. */
class HouseholdTest {
    @TempDir Path folder;

    /** Cannot begin. */
    private record Unready(List<String> heard) implements RunSession.Household {
        @Override public Event spawn(long ticket, SpawnChild effect) throws IOException { return Children.NONE.spawn(ticket, effect); }

        @Override public Event look(long ticket, SpawnChild effect) throws IOException { return Children.NONE.look(ticket, effect); }

        @Override public void begins(PipelineState state, Consumer<Arrival> driver) { throw new IllegalStateException("the second of them cannot be told"); }

        @Override public void folded(PipelineState state) { heard.add("folded"); }

        @Override public void signalled(Arrival arrival) { heard.add("signalled"); }

        @Override public boolean isAtWork() { return false; }

        @Override public void left() { heard.add("left"); }
    }

    @Test
    void those_of_which_one_cannot_begin_are_left_and_the_run_is_let_go_of() throws Exception {
        var place = Place.ready(folder).write("tasks.yaml", "name: Shop\ntasks:\n  - { name: login, terminals: [ { role: developer, agent: mine } ] }\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = Workflows.find(here.runs(), "@");
            var settings = Launch.configuration(here, run, List.of()).settings();
            var household = new Unready(new ArrayList<>());
            var session = new RunSession(Course.agents(settings), List.of(), new Templates(settings.team().prompts()), new Manner(false), RunView.NONE).beside(household);
            var started = new Workflows(here).start(run, settings);
            assertThatThrownBy(() -> session.driveDeaf(started, _ -> {})).hasMessageContaining("cannot be told");
            assertThat(household.heard).containsExactly("left");
            assertThat(RunLock.holder(run.lock())).isEmpty();
        }
    }
}
