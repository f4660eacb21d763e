package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Agents;
import dev.foldline.app.command.operate.Place;

import java.nio.file.Files;
import java.nio.file.Path;

/** Workflows for servers, and agents for them. */
final class Works {
    private Works() {}

    static final String ONE_TASK =
            "name: Shop\n"
                + "tasks: [ { name: login, terminals: [ { role: developer, agent: mine } ] } ]\n";

    /** Two terminals, one after the other. */
    static final String ONE_TASK_OF_TWO =
            "name: Shop\n"
                + "tasks: [ { name: login, terminals: [ { role: developer, agent: mine }, { role:"
                + " tester, agent: mine } ] } ]\n";

    static final String WORK = Agents.FOR_A_TASK;

    /** Works when it is told to. */
    static final String WAITING =
            """
            touch "$HOME/begun-$FOLDLINE_RUN"
            for try in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.1; done
            """
                    + WORK;

    /** A repository and the server of its pages. */
    record Seen(Place place, Served served) {
        private static final String FAILS_ONCE =
                Agents.except(
                        "developer",
                        "if [ -e \"$HOME/failed\" ]; then echo more >> work.txt; else touch"
                                + " \"$HOME/failed\"; exit 3; fi");

        static Seen at(Path folder) throws Exception {
            var place = Place.ready(Files.createDirectories(folder));
            return new Seen(place, Served.at(place));
        }

        /** With a run that is over, one of whose tries has failed. */
        static Seen over(Path folder) throws Exception {
            var seen = at(folder);
            seen.place.agent(FAILS_ONCE).foldline("run", "Add work");
            return seen;
        }

        /** With a run that waits at the gate of its development, and a workflow that is ready. */
        static Seen gated(Path folder) throws Exception {
            var seen = at(folder);
            seen.served.ready(Place.TWO_TASKS);
            assertThat(seen.place.foldline("run", "--gate", "development", "Add work").exit())
                    .isEqualTo(3);
            return seen;
        }
    }
}
