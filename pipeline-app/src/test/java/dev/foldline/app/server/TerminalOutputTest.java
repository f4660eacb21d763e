package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;

import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

/** What terminals print, while they work: a real server, real agents. */
class TerminalOutputTest extends ServerTestCase {
    private static final String KEY = "opaque value of the team";
    private static final String TASKS =
            "name: Shop\n"
                    + "tasks: [ { name: login, terminals: [ { role: developer, agent: mine,"
                    + " api_key_env: TEAM_KEY } ] } ]\n";

    @Override
    CliFixture prepared() throws Exception {
        var place = CliFixture.ready(folder);
        place.environment.put("TEAM_KEY", KEY);
        return place.agent(
                """
                echo "looking at the login, key $FOLDLINE_API_KEY"
                for try in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.1; done
                echo work > work.txt
                """);
    }

    private Iterator<String> stream(String workflow, String query) throws Exception {
        return served.http
                .send(
                        served.request("/api/workflows/" + workflow + "/events" + query).build(),
                        BodyHandlers.ofLines())
                .body()
                .iterator();
    }

    private static String next(Iterator<String> lines, String part) {
        while (lines.hasNext()) {
            var line = lines.next();
            if (line.contains(part)) return line;
        }
        throw new AssertionError("the stream has ended without " + part);
    }

    @Test
    void S1_26_the_output_of_a_terminal_is_sent_while_it_works_to_clients_that_ask_for_it()
            throws Exception {
        var id = served.ready(TASKS);
        var asked = stream(id, "?output=true");
        var others = stream(id, "");
        served.post("/api/workflows/" + id + "/start");
        assertThat(next(asked, "terminal_output"))
                .startsWith(
                        "data: {\"type\":\"terminal_output\",\"workflowId\":\""
                                + id
                                + "\",\"data\":{\"terminalId\":\"login/developer\",\"text\":\"looking"
                                + " at the login, key [redacted")
                .doesNotContain(KEY);
        Files.createFile(Path.of(place.environment.get("HOME")).resolve("go"));
        var end =
                "\"type\":\"status_update\",\"workflowId\":\""
                        + id
                        + "\",\"data\":{\"status\":\"completed\"}";
        next(asked, end);
        for (var line = ""; !line.contains(end); line = others.next())
            assertThat(line).doesNotContain("terminal_output");
    }
}
