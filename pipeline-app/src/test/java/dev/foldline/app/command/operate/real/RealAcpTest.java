package dev.foldline.app.command.operate.real;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/**
 * A real adapter between the Agent Client Protocol and Claude Code on a provider of ours, if {@code
 * -Dfoldline.real.acp} says where it is.
 */
@EnabledIfSystemProperty(named = "foldline.real.acp", matches = ".+")
class RealAcpTest {
    @TempDir Path folder;
    private RealAgentRun proof;

    @BeforeEach
    void open() throws Exception {
        proof = RealAgentRun.of(folder);
        proof.place().environment.put("ANTHROPIC_API_KEY", "none");
        proof.place().environment.put("IS_SANDBOX", "1");
        // In a sandbox it can write this file, and none beside it.
        proof.inHome(".claude.json", "{}");
        proof.configured("limited", "standby", agent("limited") + agent("standby"));
    }

    /** Its provider is named by a variable, which is another one for each. */
    private String agent(String name) {
        return "  "
                + name
                + ": { kind: acp, permission: all, env: [ANTHROPIC_API_KEY, IS_SANDBOX], run: [env,"
                + " CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1, CLAUDE_CODE_MAX_RETRIES=0,"
                + " \"ANTHROPIC_BASE_URL="
                + proof.provider().address("/" + name)
                + "\", \""
                + System.getProperty("foldline.real.acp")
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
    void the_adapter_does_all_a_run_expects_of_an_agent() {
        proof.itDoesWhatARunExpectsOfAnAgent("standby");
    }
}
