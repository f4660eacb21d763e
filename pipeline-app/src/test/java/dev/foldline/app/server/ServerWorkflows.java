package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import java.nio.file.Files;
import java.nio.file.Path;

/** Workflows for servers, and agents for them. */
final class ServerWorkflows {
    private ServerWorkflows() {}

    static final String ONE_TASK =
            "name: Shop\n"
                + "tasks: [ { name: login, terminals: [ { role: developer, agent: mine } ] } ]\n";

    /** Two terminals, one after the other. */
    static final String ONE_TASK_OF_TWO =
            "name: Shop\n"
                + "tasks: [ { name: login, terminals: [ { role: developer, agent: mine }, { role:"
                + " tester, agent: mine } ] } ]\n";

    static final String WORK = AgentScripts.FOR_A_TASK;

    /** Works when it is told to. */
    static final String WAITING =
            """
            touch "$HOME/begun-$FOLDLINE_RUN"
            for try in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.1; done
            """
                    + WORK;

    /** A repository and the server of its pages. */
    record PageFixture(CliFixture place, TestServer served) {
        private static final String FAILS_ONCE =
                AgentScripts.except(
                        "developer",
                        "if [ -e \"$HOME/failed\" ]; then echo more >> work.txt; else touch"
                                + " \"$HOME/failed\"; exit 3; fi");

        static PageFixture at(Path folder) throws Exception {
            var place = CliFixture.ready(Files.createDirectories(folder));
            return new PageFixture(place, TestServer.at(place));
        }

        /** With a run that is over, one of whose tries has failed. */
        static PageFixture over(Path folder) throws Exception {
            var seen = at(folder);
            seen.place.agent(FAILS_ONCE).foldline("run", "Add work");
            return seen;
        }

        /** With a run that waits at the gate of its development, and a workflow that is ready. */
        static PageFixture gated(Path folder) throws Exception {
            var seen = at(folder);
            seen.served.ready(CliFixture.TWO_TASKS);
            assertThat(seen.place.foldline("run", "--gate", "development", "Add work").exit())
                    .isEqualTo(3);
            return seen;
        }
    }
}
