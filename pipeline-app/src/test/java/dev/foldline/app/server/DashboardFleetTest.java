package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.browser.Browser;
import dev.foldline.app.server.browser.Tab;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The page of the fleet, in a real browser. */
class DashboardFleetTest {
    @TempDir Path folder;
    private Tab tab;

    @BeforeEach
    void a_tab() throws Exception {
        tab = Browser.demanded().open();
    }

    @AfterEach
    void the_tab_closes() throws Exception {
        if (tab != null) tab.close();
    }

    @Test
    void shared_runs_are_shown_and_an_engine_that_is_away_gives_one_line() throws Exception {
        var place = CliFixture.ready(folder.resolve("user"));
        var shared = folder.resolve("shared.git").toString();
        place.git("clone", "-q", "--bare", place.root.toString(), shared);
        place.configured(
                "checks: []\nshare: { remote: \"%s\", engine: \"http://127.0.0.1:1\" }\n"
                        .formatted(shared));
        place.foldline("run", "--on", "fleet", "Add work");
        var run = place.runs().newestFirst().getFirst().id().text();
        try (var served = TestServer.at(place)) {
            tab.go(served.service.invitation());
            tab.until("!document.getElementById('fleet').hidden");
            tab.click("#fleet");
            tab.until("document.querySelector('[data-run=" + run + "]')");
            assertThat(tab.value("document.querySelector('.trouble').innerText").asString())
                    .contains("no answer from the engine at http://127.0.0.1:1");
            assertThat(tab.value("document.getElementById('main').innerText").asString())
                    .contains("released");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void without_an_engine_there_is_no_link_to_the_page() throws Exception {
        var place = CliFixture.ready(folder.resolve("user"));
        try (var served = TestServer.at(place)) {
            tab.go(served.service.invitation());
            tab.until("document.documentElement.dataset.role");
            assertThat(tab.value("document.getElementById('fleet').hidden").asBoolean()).isTrue();
        }
    }
}
