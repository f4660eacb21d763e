package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a real command line has to do: a repository with a run of two agents, of which the first is
 * limited when it comes to develop.
 */
record RealAgentRun(CliFixture place, LoopbackProvider provider) implements AutoCloseable {

    /** Agents that the chain of all roles names, and how they are started. */
    static RealAgentRun of(Path folder) throws Exception {
        return new RealAgentRun(CliFixture.ready(folder), new LoopbackProvider());
    }

    void configured(String limited, String standby, String agents) throws IOException {
        place.write(
                "foldline.yaml",
                "roles: { developer: [\""
                        + limited
                        + "\", \""
                        + standby
                        + "\"] }\niterations: 1\nreviews: 1\nagents:\n"
                        + agents);
    }

    void inHome(String file, String text) throws IOException {
        var path = Path.of(place.environment.getOrDefault("HOME", "")).resolve(file);
        Files.createDirectories(path.resolveSibling("."));
        Files.writeString(path, text);
    }

    /** In a sandbox if the machine can make one. */
    void aWholeRunEditsAFileIsLimitedFallsBackAndEnds(String limited, String standby)
            throws Exception {
        place.environment.put("FOLDLINE_SANDBOX_KIND", "bwrap");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all() + place.foldline("log").all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.foldline("log").out())
                .contains(limited + " is limited", "begin: call " + standby + " as developer");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }

    void itDoesWhatARunExpectsOfAnAgent(String agent) {
        var reported = place.foldline("agents", "test", agent);
        assertThat(reported.exit()).as(reported.all()).isZero();
    }

    @Override
    public void close() {
        provider.close();
    }
}
