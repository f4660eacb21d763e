package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.environment.LocalEnvironment;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What terminals will work with, found out before any of them does. */
class ModelArgumentsTest {
    private static final AgentRegistry BOOK =
            new AgentRegistry(
                    Map.of(
                            "shell",
                                    new AgentDefinition.Program(
                                            new CommandLine.Shell("echo done"),
                                            List.of(),
                                            Optional.of("usual")),
                            "plain",
                                    new AgentDefinition.Program(
                                            new CommandLine.Arguments(
                                                    Vector.of("sh", "-c", "true")),
                                            List.of(),
                                            Optional.empty()),
                            "gone",
                                    new AgentDefinition.Program(
                                            new CommandLine.Arguments(
                                                    Vector.of("no-such-program-anywhere")),
                                            List.of(),
                                            Optional.empty())));

    @TempDir Path folder;
    private HandlerFixture at;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event switched(String... agents) throws Exception {
        try (var world = new LocalEnvironment(at.context(), BOOK, line -> {})) {
            world.start(3, new SwitchModel(AgentCalls.PLACE, "login/developer", Vector.of(agents)));
            return ((DriverInput.Reported) world.next()).event();
        }
    }

    private String refused(String... agents) throws Exception {
        var fault = ((EffectFailed) switched(agents)).fault();
        assertThat(fault.kind()).isEqualTo(Kind.AGENT_SETUP);
        return fault.message();
    }

    @Test
    void S1_19_the_resolved_agent_is_recorded_with_program_and_model() throws Exception {
        var named = (ModelSwitched) switched("shell:small");
        assertThat(named)
                .isEqualTo(
                        new ModelSwitched(
                                3,
                                "login/developer",
                                "shell:small",
                                Option.of("small"),
                                named.program()));
        assertThat(Path.of(named.program())).isAbsolute().isExecutable();
        assertThat(((ModelSwitched) switched("shell")).model())
                .as("the usual one where none is named")
                .contains("usual");
        assertThat(((ModelSwitched) switched("plain")).model()).isEmpty();
    }

    @Test
    void S1_20_an_agent_that_cannot_start_or_is_unknown_fails_the_switch_with_the_reason()
            throws Exception {
        assertThat(refused("gone"))
                .isEqualTo(
                        "terminal login/developer: there is no program no-such-program-anywhere on"
                                + " the PATH for the agent gone");
        assertThat(refused("nobody")).isEqualTo("terminal login/developer: unknown agent nobody");
        assertThat(refused("shell:"))
                .isEqualTo("terminal login/developer: no model is named behind shell:");
        assertThat(refused()).isEqualTo("terminal login/developer: no agent is named for it");
    }

    @Test
    void another_agent_of_the_role_replaces_a_missing_one() throws Exception {
        assertThat(((ModelSwitched) switched("gone", "plain")).agent()).isEqualTo("plain");
        assertThat(refused("gone", "nobody"))
                .as("what is wrong with the preferred one")
                .contains("agent gone");
    }

    @Test
    void the_model_is_resolved_again_after_a_crash() throws Exception {
        try (var world = new LocalEnvironment(at.context(), BOOK, line -> {})) {
            assertThat(
                            world.perform(
                                    3,
                                    new Reconcile(
                                            3,
                                            new SwitchModel(
                                                    AgentCalls.PLACE, "a/b", Vector.of("plain")))))
                    .isEqualTo(new NotDone(3));
        }
    }
}
