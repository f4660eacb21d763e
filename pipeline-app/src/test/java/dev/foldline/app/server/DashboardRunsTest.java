package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.app.command.operate.RunCopies;
import dev.foldline.app.server.browser.Browser;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Random;

/** The dashboard of a repository with more runs than a page of the list holds. */
class DashboardRunsTest extends WithServer {
    @Override
    Place prepared() throws Exception {
        return Place.ready(folder);
    }

    @Test
    void earlier_runs_are_shown_page_by_page_and_what_waits_is_shown_however_old_it_is()
            throws Exception {
        var tab = Browser.demanded().open();
        tab.go(served.service.invitation());
        var runs = Runs.of(place.root.resolve(".git"));
        assertThat(place.foldline("run", "--budget", "agent_calls=1", "Add work").exit())
                .isNotZero();
        var halted = RunId.draw(new Random(1));
        RunCopies.make(runs, runs.newestFirst().getFirst(), halted, Duration.ofDays(9));
        assertThat(place.foldline("cancel", "--yes").exit()).isZero();
        RunCopies.make(runs, runs.newestFirst().getFirst(), 69, 2);
        tab.go(served.at("/").toString());
        tab.until("document.querySelector('[data-run=" + halted + "]')");
        tab.until("document.querySelectorAll('[data-run]').length === 61");
        assertThat(tab.value("document.querySelector('.waiting').innerText").asString())
                .contains(halted.text());
        tab.click("[data-key=further] button");
        tab.until("document.querySelectorAll('[data-run]').length === 71");
        tab.until("!document.querySelector('[data-key=further]')");
        assertThat(tab.problems()).isEmpty();
        tab.close();
    }
}
