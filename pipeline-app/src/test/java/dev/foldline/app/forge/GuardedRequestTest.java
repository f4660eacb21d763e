package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** People who merge a request read in its first lines what judges its change and was changed. */
class GuardedRequestTest {
    @TempDir Path folder;

    @Test
    void a_request_begins_with_the_changed_judges_whatever_they_are_called() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.place.agent(
                    AgentScripts.except(
                            "developer",
                            """
                            mkdir -p .claude && echo x > '.claude/<!-- @team `Closes #1`.md'
                            echo x > AGENTS.md && echo work > work.txt
                            """));
            var request = at.opened();
            assertThat(request.body)
                    .startsWith(
                            """
                            - `AGENTS.md was changed; it instructs agents.`
                            - `` .claude/<!-- @team `Closes #1`.md was changed; it configures agents. ``

                            Add work
                            """);
        }
    }
}
