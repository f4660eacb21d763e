package dev.foldline.app.command.operate.real;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/**
 * The real Gemini CLI on a provider of ours, if {@code -Dfoldline.real.gemini} says where it is.
 */
@EnabledIfSystemProperty(named = "foldline.real.gemini", matches = ".+")
class RealGeminiTest {
    @TempDir Path folder;
    private RealAgentRun proof;

    @BeforeEach
    void open() throws Exception {
        proof = RealAgentRun.of(folder);
        proof.place().environment.put("GEMINI_API_KEY", "none");
        proof.inHome(
                ".gemini/settings.json",
                "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}},\"privacy\":{\"usageStatisticsEnabled\":false},"
                    + "\"general\":{\"enableAutoUpdate\":false,\"disableAutoUpdate\":true}}");
        proof.configured("limited", "standby", agent("limited") + agent("standby"));
    }

    /** Its provider is named by a variable, which is another one for each. */
    private String agent(String name) {
        return "  "
                + name
                + ": { kind: gemini, model: some-model, permission: all, run: [env,"
                + " \"GOOGLE_GEMINI_BASE_URL="
                + proof.provider().address("/" + name)
                + "\", \""
                + System.getProperty("foldline.real.gemini")
                + "\"] }\n";
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
    void gemini_does_all_a_run_expects_of_an_agent() {
        proof.itDoesWhatARunExpectsOfAnAgent("standby");
    }
}
