package dev.foldline.app.command.operate.real;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/**
 * The real OpenCode on a provider of ours, if {@code -Dfoldline.real.opencode} says where it is.
 */
@EnabledIfSystemProperty(named = "foldline.real.opencode", matches = ".+")
class RealOpenCodeTest {
    @TempDir Path folder;
    private RealAgentRun proof;

    @BeforeEach
    void open() throws Exception {
        proof = RealAgentRun.of(folder);
        var config =
                Path.of(proof.place().environment.getOrDefault("HOME", ""))
                        .resolve("providers.json");
        proof.inHome(
                "providers.json",
                "{\"provider\":{" + provider("limited") + "," + provider("standby") + "}}");
        proof.place().environment.put("OPENCODE_CONFIG", config.toString());
        proof.place().environment.put("OPENCODE_DISABLE_MODELS_FETCH", "1");
        proof.configured(
                "opencode:limited/m",
                "opencode:standby/m",
                "  opencode: { permission: all, run: [\""
                        + System.getProperty("foldline.real.opencode")
                        + "\"] }\n");
    }

    private String provider(String name) {
        return "\""
                + name
                + "\":{\"npm\":\"@ai-sdk/openai-compatible\",\"name\":\""
                + name
                + "\",\"options\":{\"apiKey\":\"none\",\"baseURL\":\""
                + proof.provider().address("/" + name + "/v1")
                + "\"},\"models\":{\"m\":{\"name\":\"m\"}}}";
    }

    @AfterEach
    void close() {
        proof.close();
    }

    @Test
    void a_whole_run_edits_a_file_is_limited_falls_back_and_ends() throws Exception {
        proof.aWholeRunEditsAFileIsLimitedFallsBackAndEnds(
                "opencode:limited/m", "opencode:standby/m");
    }

    @Test
    void opencode_does_all_a_run_expects_of_an_agent() {
        proof.itDoesWhatARunExpectsOfAnAgent("opencode:standby/m");
    }
}
