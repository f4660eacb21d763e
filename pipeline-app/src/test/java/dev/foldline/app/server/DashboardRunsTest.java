package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.RunCopies;
import dev.foldline.app.server.browser.Browser;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Random;

/** The dashboard of a repository with more runs than a page of the list holds. */
class DashboardRunsTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.ready(folder);
    }

    @Test
    void a_run_is_forked_at_an_event_and_compared_and_its_values_are_traced() throws Exception {
        assertThat(place.foldline("run", "Add work").exit()).isZero();
        var run = Runs.of(place.root.resolve(".git")).newestFirst().getFirst().id().text();
        var tab = Browser.demanded().open();
        tab.go(served.service.invitation());
        tab.follow("#/run/" + run);
        tab.until("document.querySelector('h1')?.textContent === 'Add work'");
        tab.until("document.title.startsWith('Add work')");
        tab.until("document.querySelector('.facts').textContent.includes('started ')");
        tab.until("document.querySelector('.of-cost tbody th').textContent === 'planning'");
        tab.until("document.querySelector('.task-text').textContent === 'Add work'");
        tab.until("document.querySelector('.of-phases img').naturalWidth > 100");
        tab.click(".tabs a[href$=changes]");
        tab.click(".commit > summary");
        tab.until("document.querySelector('.commit .diff code')?.textContent === 'work.txt'");
        var shown = tab.text("document.querySelector('.commit .command code').textContent");
        assertThat(place.git(shown.replace("git ", "").split(" "))).contains("Do the work");
        tab.follow("#/run/" + run + "?seq=12");
        tab.until("document.querySelectorAll('.changes .path').length > 0");
        tab.click(".changes .path");
        tab.until("document.querySelector('.of-answer h3').innerText.startsWith('Last change of')");
        assertThat(tab.value("document.querySelector('.of-answer a').innerText").asString())
                .isEqualTo("event 12");

        tab.follow("#/run/" + run + "?seq=40");
        tab.until("document.querySelector('.headline .meta b').textContent === '40'");
        tab.click("[data-question=fork]");
        tab.until("!location.hash.includes('" + run + "')");
        tab.until("document.querySelector('.of-what')");
        tab.click(".tabs a[href$=engine]");
        tab.until("document.querySelectorAll('.forks li').length === 2");
        tab.until("document.querySelector('.of-forks a').innerText === '" + run + "'");
        assertThat(place.foldline("log", run, "--graph").out())
                .containsPattern(
                        "o forks\n  " + run + "  Done in [^\n]*\n  \\+- r\\w+  from event \\d+");

        tab.click("[data-question=compare]");
        tab.until("document.getElementById('asked')");
        tab.value("document.getElementById('asked').value = '" + run + "'");
        tab.click("dialog button[type=submit]");
        tab.until("document.querySelector('.of-answer h3').innerText === 'Comparison'");
        tab.until("document.querySelector('.of-answer').innerText.includes('" + run + "')");
        var printed = tab.value("document.querySelector('.of-answer code').textContent").asString();
        assertThat(printed).startsWith("foldline diff " + run);
        var compared = place.foldline(printed.replace("foldline ", "").split(" "));
        assertThat(compared.exit()).as(printed + compared.all()).isZero();
        assertThat(compared.out()).contains("started with");
        assertThat(tab.problems()).isEmpty();
        tab.close();
    }

    @Test
    void a_plan_is_edited_at_its_gate_and_the_new_revision_is_approved() throws Exception {
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        var run = Runs.of(place.root.resolve(".git")).newestFirst().getFirst().id().text();
        var tab = Browser.demanded().open();
        tab.go(served.service.invitation());
        tab.follow("#/gate/" + run + "/planning");
        tab.until("document.querySelector('[data-edit=plan]')");
        tab.click("[data-edit=plan]");
        tab.until("document.activeElement.id === 'edit-text'");
        tab.value("document.getElementById('edit-text').value = '{}'");
        tab.click("#save");
        tab.until("document.getElementById('said').innerText.includes('plan is not replaced')");
        assertThat(tab.value("document.getElementById('edit-text').value").asString())
                .isEqualTo("{}");
        tab.value(
                "document.getElementById('edit-text').value ="
                        + " '{\"summary\":\"by hand\",\"steps\":[{\"title\":\"t\"}]}'");
        tab.click("#save");
        tab.until("document.getElementById('approve').innerText === 'Approve revision 2'");
        tab.until("document.querySelector('.artifact').innerText.includes('summary: by hand')");
        tab.until("!document.getElementById('edit-text')");
        tab.click("#approve");
        tab.until(
                "document.getElementById('answered')?.textContent.startsWith('Approved: revision"
                        + " 2.')");
        assertThat(tab.problems())
                .as("none but the text that was refused")
                .allMatch(each -> each.contains("400 (Bad Request)"));
        tab.close();
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
        assertThat(tab.value("document.querySelector('[data-run] th a').textContent").asString())
                .isEqualTo("Add work");
        tab.follow("#/?state=needs-you");
        tab.until("document.querySelectorAll('[data-run]').length === 1");
        tab.until("document.querySelector('[data-run] .stands').innerText === 'budget reached'");
        tab.until("document.querySelector('[name=state]').value === 'needs-you'");
        tab.follow("#/?text=nothing%20like%20it");
        tab.until("document.body.innerText.includes('No run matches.')");
        tab.follow("#/run/" + halted);
        tab.until("document.querySelector('[data-action=raise]')");
        tab.until("document.querySelector('.of-why, .of-what')");
        assertThat(tab.problems()).isEmpty();
        tab.close();
    }
}
