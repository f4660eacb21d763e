package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The real Codex on a provider of ours, if {@code -Dfoldline.real.codex} says where it is. */
@EnabledIfSystemProperty(named = "foldline.real.codex", matches = ".+")
class RealCodexTest {
    @TempDir Path folder;
    private Place place;
    private LoopbackProvider provider;

    @BeforeEach
    void open() throws Exception {
        place = Place.ready(folder);
        provider = new LoopbackProvider();
        place.environment.put("FAKE_KEY", "none");
        place.write("foldline.yaml", "roles: { developer: [limited, standby] }\niterations: 1\nreviews: 1\nagents:\n" + agent("limited") + agent("standby"));
    }

    @AfterEach
    void close() { provider.close(); }

    private String agent(String name) {
        return "  " + name + ": { kind: codex, model: some-model, permission: all, env: [FAKE_KEY], run: [\"" + System.getProperty("foldline.real.codex")
                + "\", -c, model_provider=ours, -c, 'model_providers.ours={name=\"ours\",base_url=\"" + provider.address("/" + name + "/v1")
                + "\",wire_api=\"responses\",env_key=\"FAKE_KEY\"}'] }\n";
    }

    @Test
    void a_whole_run_edits_a_file_is_limited_falls_back_and_ends() throws Exception {
        var told = place.foldline("run", "Add work");
        assertThat(told.exit()).as(told.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.foldline("log").out()).contains("limited is limited", "begin: call standby as developer");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }

    @Test
    void it_does_what_a_run_expects_of_an_agent() {
        var told = place.foldline("agents", "test", "standby");
        assertThat(told.exit()).as(told.all()).isZero();
    }
}
