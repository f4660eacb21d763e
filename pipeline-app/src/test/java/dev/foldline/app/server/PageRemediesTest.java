package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.server.browser.Browser;
import dev.foldline.app.server.browser.Tab;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands that the pages show are run as they are shown. */
class PageRemediesTest extends ServerTestCase {
    private Tab tab;

    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.ready(folder);
    }

    @BeforeEach
    void a_tab() throws Exception {
        tab = Browser.demanded().open();
        tab.go(served.service.invitation());
        tab.until("document.querySelector('main section')");
    }

    @AfterEach
    void the_tab_closes() {
        tab.close();
    }

    /** Waits until the page shows a command that starts like this, and returns all it shows. */
    private CommandResult shown(String beginning) {
        var commands =
                "[...document.querySelectorAll('main code')].map(code =>"
                        + " code.textContent).join('\\n"
                        + "')";
        tab.until(commands + ".includes('" + beginning + "')");
        return new CommandResult(0, tab.text(commands), "");
    }

    private String latest() {
        return served.get("/api/runs/@").json().get("run").get("id").asString();
    }

    private void waitsAgain(String run) {
        assertThat(place.foldline("resume", run).exit()).isEqualTo(3);
        tab.follow("#/");
        tab.follow("#/gate/" + run + "/" + gate());
    }

    private String gate() {
        return served.get("/api/gates").json().get("gates").get(0).get("gate_id").asString();
    }

    @Test
    void a_run_and_a_workflow_are_started_and_a_failed_task_is_retried() throws Exception {
        place.write("tasks.yaml", ServerWorkflows.ONE_TASK).git("add", "tasks.yaml");
        place.git("commit", "-q", "-m", "tasks");
        var empty = shown("foldline run ");
        Remedy.done(place, empty, "foldline workflow create -f ");
        assertThat(Remedy.done(place, empty, "foldline run ").out()).contains("Done in ");
        tab.follow("#/run/" + latest() + "/engine");
        var events = shown("foldline explain ");
        assertThat(Remedy.done(place, events, "foldline explain r").out()).isNotBlank();
        assertThat(Remedy.done(place, events, "foldline show r").out()).isNotBlank();
        place.environment.put("FOLDLINE_LIMITS_SAME_AGENT", "1");
        place.environment.put("FOLDLINE_LIMITS_CYCLES", "1");
        place.environment.put("FOLDLINE_LIMITS_RECOVERIES", "0");
        place.git("switch", "-q", "main");
        place.foldline("workflow", "ready");
        place.agent("exit 3").foldline("workflow", "start");
        place.agent(AgentScripts.FOR_A_TASK);
        tab.follow("#/");
        var failed = shown("foldline workflow resume ");
        Remedy.done(place, failed, "foldline explain r");
        tab.follow("#/run/" + failed.out().replaceAll("(?s).*foldline explain (r\\w+).*", "$1"));
        assertThat(Remedy.done(place, shown("foldline explain r"), "foldline explain r").out())
                .contains("what failed");
        assertThat(Remedy.done(place, failed, "foldline workflow resume r").all())
                .contains("is completed");
    }

    @Test
    void gates_are_approved_as_the_overview_and_their_pages_show() throws Exception {
        var gates =
                new String[] {
                    "run", "--gate", "planning", "--gate", "development", "--gate", "commit"
                };
        var words = java.util.Arrays.copyOf(gates, gates.length + 1);
        words[gates.length] = "Add work";
        assertThat(place.foldline(words).exit()).isEqualTo(3);
        var run = latest();
        var overview = shown("foldline approve planning " + run + " --revision");
        Remedy.done(place, overview, "foldline approve planning ");
        waitsAgain(run);
        var page = shown("foldline approve development");
        Remedy.done(place, page, "foldline approve development ");
        place.foldline("resume", run);
        place.write("a.txt", "changed\n");
        tab.follow("#/gate/" + run + "/" + gate());
        var moved = shown("--as-it-is");
        var approved = Remedy.done(place, moved, "foldline approve ");
        assertThat(Remedy.follow(place, approved, "foldline resume r").out())
                .as("it continues to its second commit")
                .contains("commits   2");
    }
}
