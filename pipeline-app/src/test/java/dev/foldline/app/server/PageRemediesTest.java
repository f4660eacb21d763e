package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

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
