package dev.foldline.app.command.operate.real;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The real Codex on a provider of ours, if {@code -Dfoldline.real.codex} says where it is. */
@EnabledIfSystemProperty(named = "foldline.real.codex", matches = ".+")
class RealCodexTest {
    @TempDir Path folder;
    private RealAgentRun proof;

    @BeforeEach
    void open() throws Exception {
        proof = RealAgentRun.of(folder);
        proof.place().environment.put("FAKE_KEY", "none");
        proof.configured("limited", "standby", agent("limited") + agent("standby"));
    }

    private String agent(String name) {
        return "  "
                + name
                + ": { kind: codex, model: some-model, permission: all, env: [FAKE_KEY], run: [\""
                + System.getProperty("foldline.real.codex")
                + "\", -c, model_provider=ours, -c,"
                + " 'model_providers.ours={name=\"ours\",base_url=\""
                + proof.provider().address("/" + name + "/v1")
                + "\",wire_api=\"responses\",env_key=\"FAKE_KEY\"}'] }\n";
    }

    @AfterEach
    void close() {
        proof.close();
    }

    @Test
    void a_whole_run_edits_a_file_is_limited_falls_back_and_ends() throws Exception {
        proof.aWholeRunEditsAFileIsLimitedFallsBackAndEnds("limited", "standby");
    }

    @Test
    void codex_does_all_a_run_expects_of_an_agent() {
        proof.itDoesWhatARunExpectsOfAnAgent("standby");
    }
}
