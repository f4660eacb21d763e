package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.browser.Browser;
import dev.foldline.app.server.browser.Tab;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The pages that a server shows, in a real browser: what one sees, does with the mouse and the
 * keyboard, and is told.
 */
class DashboardTest {
    private static final String SCRIPT = "<img src=x onerror=\"window.hacked=1\">";
    private static final String SLIDER = "document.getElementById('timeline')";

    /**
     * The picture of a run is drawn when it is known how much room there is, and what is told of an
     * event is asked for.
     */
    private static final String DRAWN =
            "document.querySelector('.picture .cursor .line') && document.querySelector('.of-state"
                    + " .tree') && !document.querySelector('[aria-busy]')";

    @TempDir static Path folders;
    @TempDir Path folder;
    private Tab tab;

    /** Those of the test, or those that all look at: a test begins by saying which. */
    @SuppressWarnings("NullAway.Init")
    private CliFixture place;

    @SuppressWarnings("NullAway.Init")
    private TestServer served;

    /** What all look at, which lives as long as the class. */
    private static Optional<ServerWorkflows.PageFixture> over = Optional.empty();

    private static Optional<ServerWorkflows.PageFixture> gated = Optional.empty();
    private boolean isOwn;

    @BeforeEach
    void a_tab() throws Exception {
        tab = Browser.demanded().open();
        tab.size(1360, 900);
    }

    @AfterEach
    void the_tab_closes(TestInfo test) throws Exception {
        if (Browser.shared().isEmpty()) return;
        var pictures = System.getProperty("foldline.pictures");
        if (pictures != null)
            tab.picture(
                    Files.createDirectories(Path.of(pictures))
                            .resolve(test.getTestMethod().orElseThrow().getName() + ".png"));
        tab.close();
        if (isOwn) served.close();
    }

    @AfterAll
    static void all_ends() throws IOException {
        if (over.isPresent()) over.get().served().close();
        if (gated.isPresent()) gated.get().served().close();
    }

    /** A place and a server of the test's own, where it may do what it likes. */
    private void own() throws Exception {
        isOwn = true;
        shown(ServerWorkflows.PageFixture.at(folder));
    }

    /** The same with a run that waits at this gate, and the page of the gate. */
    private String ownGate(String gate) throws Exception {
        isOwn = true;
        var waiting = CliFixture.withRun(folder, 3, "--gate", gate, "Add work");
        shown(new ServerWorkflows.PageFixture(waiting, TestServer.at(waiting)));
        return gate(gate);
    }

    /** Goes to the page of a gate of the latest run, which is returned. */
    private String gate(String gate) {
        var run = run();
        tab.follow("#/gate/" + run + "/" + gate);
        tab.until("document.getElementById('approve')");
        return run;
    }

    /** A run that is over, one of whose tries has failed; nothing is done to it. */
    private void lookAtWhatIsOver() throws Exception {
        if (over.isEmpty())
            over = Optional.of(ServerWorkflows.PageFixture.over(folders.resolve("over")));
        shown(over.get());
    }

    /**
     * A run that waits at the gate of its development, and a workflow that is ready; nothing is
     * done to the run.
     */
    private void lookAtWhatWaits() throws Exception {
        if (gated.isEmpty())
            gated = Optional.of(ServerWorkflows.PageFixture.gated(folders.resolve("gated")));
        shown(gated.get());
    }

    private void shown(ServerWorkflows.PageFixture seen) {
        place = seen.place();
        served = seen.served();
        tab.go(served.service.invitation());
        tab.until("document.querySelector('main section')");
    }

    /** The latest run, by its id. */
    private String run() {
        return JsonMapper.shared()
                .readTree(place.foldline("status", "--json").out())
                .get("run")
                .get("id")
                .asString();
    }

    private static JsonNode status(CliFixture place, String run) {
        return JsonMapper.shared().readTree(place.foldline("status", run, "--json").out());
    }

    private static String status(String workflow) {
        return "document.querySelector('[data-workflow=" + workflow + "] .stands').dataset.status";
    }

    // ---- the overview

    @Test
    void a_workflow_started_from_the_page_is_followed_also_by_a_page_that_was_hidden()
            throws Exception {
        own();
        place.agent(ServerWorkflows.WAITING);
        var workflow = served.ready(CliFixture.TWO_TASKS);
        tab.go(served.at("/").toString());
        tab.value("window.untouched = true");
        tab.until(status(workflow) + " === 'ready'");

        tab.click("[data-workflow=" + workflow + "] [data-action=start]");

        tab.until("document.getElementById('said').innerText.includes('Shop has been started.')");
        tab.until(status(workflow) + " === 'running'");
        tab.until("document.querySelectorAll('[data-task] [data-status=working]').length === 2");
        tab.until("document.getElementById('live').textContent === 'live'");
        hidden(true);
        tab.until("document.getElementById('live').textContent === ''");
        Files.createFile(Path.of(place.environment.get("HOME"), "go"));
        served.awaitLeft(workflow);
        hidden(false);
        tab.until(status(workflow) + " === 'completed'");
        assertThat(tab.value("window.untouched").asBoolean())
                .as("the same page all the time")
                .isTrue();
        assertThat(place.git("ls-tree", "--name-only", "main")).contains("login.txt", "search.txt");
        assertThat(tab.problems()).isEmpty();
        assertThat(
                        tab.value(
                                        "performance.getEntriesByType('resource').every(each =>"
                                                + " each.name.startsWith(location.origin + '/'))")
                                .asBoolean())
                .as("nothing is fetched from elsewhere")
                .isTrue();
    }

    @Test
    void a_workflow_is_paused_resumed_and_cancelled_by_buttons_and_each_reports_the_result()
            throws Exception {
        own();
        place.agent(
                ServerWorkflows.WAITING.replace(
                        ServerWorkflows.WORK, "rm \"$HOME/go\"\n" + ServerWorkflows.WORK));
        var workflow = served.ready(ServerWorkflows.ONE_TASK_OF_TWO);
        tab.follow("#/run/" + workflow);
        tab.until("document.querySelector('[data-action=start]')");
        tab.click("[data-action=start]");
        tab.until("document.querySelector('[data-task] [data-status=working]')");

        tab.click("[data-action=stop]");
        Files.createFile(Path.of(place.environment.get("HOME"), "go"));
        tab.until(
                "document.getElementById('said').innerText.includes('Shop is paused; use"
                        + " Resume to continue.')");
        tab.until("document.querySelector('.head .stands').dataset.status === 'paused'");
        tab.click("[data-action=resume]");
        tab.until("document.getElementById('said').innerText.includes('Shop continues.')");
        tab.until("document.querySelector('.head .stands').dataset.status === 'running'");

        tab.click("[data-action=cancel]");
        tab.until("document.getElementById('dialog').open");
        tab.key("Escape");
        tab.until("!document.getElementById('dialog').open");
        assertThat(served.status(workflow)).isEqualTo("running");
        tab.click("[data-action=cancel]");
        tab.click("#asked");
        tab.type("no longer wanted");
        tab.click("#dialog button[type=submit]");
        tab.until("document.querySelector('.head .stands').dataset.status === 'cancelled'");
        tab.until(
                "document.getElementById('said').innerText.includes('Shop has been cancelled; its"
                        + " branches are kept.')");
        tab.click(".tabs a[href$=engine]");
        tab.until(
                SLIDER
                        + ".getAttribute('aria-valuenow') === "
                        + SLIDER
                        + ".getAttribute('aria-valuemax')");
        assertThat(place.foldline("log", workflow).out()).contains("given up: no longer wanted");
        assertThat(tab.problems()).isEmpty();
    }

    @Test
    void a_refusal_is_shown_in_the_words_of_the_server() throws Exception {
        own();
        var workflow =
                served.ready(ServerWorkflows.ONE_TASK.replace("agent: mine", "agent: nobody"));
        tab.follow("#/run/" + workflow);
        tab.until("document.querySelector('[data-action=start]')");

        tab.click("[data-action=start]");

        tab.until("document.getElementById('said').innerText.includes('unknown agent nobody')");
        assertThat(served.status(workflow)).isEqualTo("ready");
        tab.until("document.getElementById('said').className.includes('bad')");
    }

    @Test
    void items_that_wait_for_the_user_come_first_with_the_equivalent_command() throws Exception {
        lookAtWhatWaits();
        tab.until("document.querySelector('.waiting h3')");
        assertThat(tab.text("document.querySelector('main section h2').textContent"))
                .contains("Needs you", "1");
        assertThat(tab.text("document.querySelector('.waiting code').textContent"))
                .isEqualTo("foldline approve development " + run() + " --revision 1");
        assertThat(tab.text("document.title")).startsWith("(1)");
    }

    @Test
    void a_lost_server_is_reported() throws Exception {
        own();
        served.ready(ServerWorkflows.ONE_TASK);
        tab.go(served.at("/").toString());
        tab.until("document.getElementById('live').textContent === 'live'");
        served.close();
        tab.until(
                "document.getElementById('live').textContent === 'connection lost, reconnecting'");
        served = TestServer.at(place);
    }

    private void hidden(boolean hidden) {
        tab.value(
                "Object.defineProperty(document, 'hidden', { value: "
                        + hidden
                        + ", configurable: true }); document.dispatchEvent(new"
                        + " Event('visibilitychange')); true");
    }

    // ---- a run

    @Test
    void a_run_is_navigated_by_keyboard_and_shows_event_rule_change_and_state() throws Exception {
        lookAtWhatIsOver();
        var run = run();
        tab.follow("#/run/" + run + "/engine");
        tab.until(DRAWN);
        long last = tab.value("Number(" + SLIDER + ".getAttribute('aria-valuemax'))").asLong();
        assertThat(last).isGreaterThan(20);
        assertThat(tab.value("Number(" + SLIDER + ".getAttribute('aria-valuenow'))").asLong())
                .as("it begins at the end")
                .isEqualTo(last);

        tab.key("l");
        tab.key("Home");
        for (int step = 1; step < 9; step++) tab.key("ArrowRight");

        tab.until("location.hash === '#/run/" + run + "?seq=9'");
        var explained =
                JsonMapper.shared().readTree(place.foldline("explain", run + ":9", "--json").out());
        tab.until(
                "document.getElementById('rule-name')?.firstChild.data === "
                        + JsonMapper.shared().writeValueAsString(explained.get("rule").asString()));
        tab.until(
                DRAWN
                        + " && document.querySelector('.of-event .leaf').textContent === '"
                        + explained.get("events").get(0).get("event").get("type").asString()
                        + "'");
        var changed =
                JsonMapper.shared()
                        .readTree(
                                place.foldline("diff", run + ":8", run + ":9", "--state", "--json")
                                        .out())
                        .get("changes");
        tab.until(
                "document.querySelectorAll('.changes .path').length === "
                        + changed.size()
                        + " && "
                        + SLIDER
                        + ".getAttribute('aria-valuetext').startsWith('event 9 of "
                        + last
                        + "')");

        tab.key("End");
        tab.until("location.hash.endsWith('?seq=" + last + "')");
        tab.shiftKey("ArrowLeft");
        tab.until("!location.hash.endsWith('?seq=" + last + "')");
        tab.until(DRAWN + " && document.activeElement.id === 'timeline'"); // the focus stays
        assertThat(tab.problems()).isEmpty();
    }

    @Test
    void a_run_that_another_process_drives_is_followed_to_its_end() throws Exception {
        own();
        place.agent(
                AgentScripts.except(
                        "developer",
                        "echo compiling the shop; echo checking it; touch \"$HOME/begun\"; for try"
                            + " in $(seq 2400); do [ -e \"$HOME/go\" ] && break; sleep 0.1; done;"
                            + " echo work >> work.txt"));
        var driving = Thread.ofVirtual().start(() -> place.foldline("run", "Add work"));
        CliFixture.until(
                "its agent works",
                () -> Files.exists(Path.of(place.environment.get("HOME"), "begun")),
                driving::isAlive);
        tab.reload("document.querySelector('main section')");
        tab.until("document.querySelector('tr[data-run] a')");
        tab.click("tr[data-run] a");
        tab.until(
                "document.querySelector('.now')?.textContent.startsWith('now call mine as"
                        + " developer')");
        tab.until("document.getElementById('live').textContent === 'live'");
        tab.click(".tabs a[href$=output]");
        tab.until("document.querySelector('.pane')?.textContent.includes('compiling the shop')");
        tab.until("document.getElementById('follow').textContent === 'Pause'");
        tab.click("#search-output");
        tab.type("checking");
        tab.until("document.querySelector('.pane').textContent === 'checking it'");
        tab.click(".tabs a[href$=engine]");
        tab.until("document.querySelectorAll('.picture .call.open').length === 1");
        Files.createFile(Path.of(place.environment.get("HOME"), "go"));
        tab.until("document.querySelector('.head .stands').dataset.status === 'completed'");
        tab.until(
                SLIDER
                        + ".getAttribute('aria-valuenow') === "
                        + SLIDER
                        + ".getAttribute('aria-valuemax')");
        tab.until("document.querySelectorAll('.picture .call.open').length === 0");
        driving.join();
        assertThat(tab.problems()).isEmpty();
    }

    @Test
    void a_link_to_an_event_shows_that_event() throws Exception {
        lookAtWhatIsOver();
        tab.go(served.at("/#/run/" + run() + "?seq=7").toString());
        tab.reload("document.querySelector('main section')");
        tab.until(SLIDER + "?.getAttribute('aria-valuenow') === '7'");
        tab.until("document.querySelector('.headline .meta b').textContent === '7'");
        tab.follow("#/run/" + run() + "?seq=12");
        tab.until(SLIDER + ".getAttribute('aria-valuenow') === '12'");
    }

    @Test
    void attempts_failures_and_commits_have_marks_in_the_picture_which_moves_and_is_zoomed()
            throws Exception {
        lookAtWhatIsOver();
        tab.follow("#/run/" + run() + "/engine");
        tab.until(DRAWN);
        tab.until(
                "[...document.querySelectorAll('.picture .again text')].some(each =>"
                        + " each.textContent === 'try 2')");
        tab.until(
                "document.querySelector('.picture .call.failed') &&"
                        + " document.querySelector('.picture .sign.good')");
        tab.until(
                "['planning', 'development'].every(phase => [...document.querySelectorAll('.picture"
                        + " .phase text')].some(each => each.textContent === phase))");
        var now = "Number(" + SLIDER + ".getAttribute('aria-valuenow'))";
        var width =
                "Math.round(document.querySelector('.picture .phase"
                        + " rect').getBoundingClientRect().width)";
        tab.point("#timeline", .5);
        long last = tab.value("Number(" + SLIDER + ".getAttribute('aria-valuemax'))").asLong();
        tab.until("Math.abs(" + now + " - " + last / 2 + ") <= 3"); // where one points
        tab.key("l");
        tab.key("Home");
        tab.until(now + " === 1");
        long whole = tab.value(width).asLong();
        tab.key("+");
        tab.until("Math.abs(" + width + " - " + 2 * whole + ") <= 3"); // twice as wide
        tab.key("End");
        tab.until(
                now
                        + " === "
                        + last
                        + " && document.querySelector('.picture"
                        + " .line').getBoundingClientRect().right <= innerWidth"); // it follows
        tab.key("-");
        tab.key("s");
        tab.until(
                "document.getElementById('scale').textContent === 'by time' &&"
                        + " document.querySelector('.picture"
                        + " .note:last-of-type').textContent.startsWith('+')");
    }

    // ---- gates

    @Test
    void a_run_is_started_on_the_page_and_continues_with_exactly_what_is_approved_there()
            throws Exception {
        own();
        place.configured("iterations: 1\nreviews: 0\ngates: [planning, development]\n");
        tab.click("[data-action=start-run]");
        tab.until("document.getElementById('dialog').open");
        tab.click("#task");
        tab.type("Add work\nas the plan says");
        tab.click("#dialog button[type=submit]");
        tab.until("location.hash.startsWith('#/run/')");
        tab.until("document.querySelector('h1')?.textContent === 'Add work'");
        tab.until("document.querySelector('.wait a.button')");
        awaitNoDriver();

        tab.click(".wait a.button");
        tab.click("#approve-continue");
        tab.until(
                "document.getElementById('answered')?.textContent ==="
                        + " 'Approved: revision 1. The run continues.'");
        tab.click(".answer a.button");
        tab.until("document.querySelector('.wait a.button')");
        awaitNoDriver();

        var run = gate("development");
        assertThat(tab.text("document.querySelector('.diff summary code').textContent"))
                .isEqualTo("work.txt");
        assertThat(tab.text("document.querySelector('.diff tr.plus').innerText"))
                .contains("+")
                .contains("line by");
        tab.key("a");
        tab.key("Enter");
        tab.until(
                "document.getElementById('answered')?.textContent.startsWith('Approved: revision"
                        + " 1.')");
        assertThat(tab.text("document.querySelector('.answer code').textContent"))
                .isEqualTo("foldline resume " + run);
        tab.click(".answer a.button");
        tab.until("document.querySelector('[data-action=resume]')");
        tab.click("[data-action=resume]");
        tab.until("document.getElementById('said').innerText.includes('" + run + " continues.')");
        tab.until(
                "document.querySelector('.head .stands').dataset.status === 'completed' &&"
                        + " !document.querySelector('[data-action]')");
        awaitNoDriver();
        assertThat(place.git("log", "--branches", "--not", "main", "--name-only", "--format="))
                .isEqualTo("work.txt");
        assertThat(tab.problems()).isEmpty();
    }

    /** Waits until the driver of the latest run has left, and its process has ended. */
    private void awaitNoDriver() throws Exception {
        var run = run();
        var driver =
                Optional.of(status(place, run).get("driver"))
                        .filter(each -> !each.isNull())
                        .flatMap(each -> ProcessHandle.of(each.get("pid").asLong()));
        driver.ifPresent(process -> process.onExit().join());
        CliFixture.until(
                "its driver has left", () -> status(place, run).get("driver").isNull(), () -> true);
    }

    @Test
    void a_gate_is_rejected_with_a_reason_only() throws Exception {
        var run = ownGate("planning");
        tab.click("#reject");
        tab.until(
                "document.activeElement.id === 'reason' &&"
                        + " document.getElementById('reason-missing').textContent !== ''");
        tab.type("say which file " + SCRIPT);
        tab.click("#reject");
        tab.until("document.getElementById('answered')?.textContent.startsWith('Rejected')");
        assertThat(place.foldline("log", run).out())
                .contains("planning rejected: say which file " + SCRIPT);
    }

    @Test
    void changes_since_the_gate_was_shown_are_not_approved() throws Exception {
        var run = ownGate("development");
        place.write("work.txt", "not shown\n");
        tab.click("#approve");
        tab.until(
                "document.getElementById('said').innerText.includes('files have changed since the"
                        + " gate development opened')");
        tab.until("document.getElementById('approve').disabled");
        assertThat(place.foldline("status", run).out())
                .contains("Waits for you: approve development");
    }

    // ---- everybody

    @Test
    void text_of_agents_and_users_is_shown_as_text_and_never_runs() throws Exception {
        own();
        place.agent(
                AgentScripts.except(
                        "planner",
                        "echo '{\"summary\":\"s\",\"steps\":[{\"title\":\"<img src=x"
                                + " onerror=window.hacked=1>\"}]}' > .foldline/plan.json"));
        place.foldline("run", "--gate", "planning", "Add " + SCRIPT);
        var run = run();
        served.created(
                "name: '"
                        + SCRIPT
                        + "'\ntasks: [ { id: one, name: '"
                        + SCRIPT
                        + "', terminals: [ { role: developer, agent: mine } ] } ]\n");
        for (var at :
                new String[] {"#/", "#/run/" + run + "/engine", "#/gate/" + run + "/planning"}) {
            tab.go(served.at("/" + at).toString());
            tab.reload("document.querySelector('main section')");
            tab.until(
                    "document.body.innerText.includes('onerror=') ||"
                            + " document.querySelector('.of-state .tree')");
            assertThat(
                            tab.value(
                                            "document.querySelectorAll('main img, main script, main"
                                                    + " iframe').length")
                                    .asInt())
                    .as(at)
                    .isZero();
        }
        tab.until("document.body.innerText.includes('<img src=x onerror=window.hacked=1>')");
        assertThat(tab.value("window.hacked === undefined").asBoolean()).isTrue();
        assertThat(tab.problems()).isEmpty();
    }

    @Test
    void every_control_is_reachable_by_keyboard_and_the_focus_is_visible() throws Exception {
        lookAtWhatIsOver();
        tab.go(served.at("/").toString());
        tab.until("document.querySelector('tr[data-run] a')");
        tab.key("Tab");
        tab.until(
                "document.activeElement.id === 'skip' &&"
                        + " getComputedStyle(document.activeElement).outlineStyle === 'solid'");
        tab.until("document.activeElement.getBoundingClientRect().top >= 0"); // it can be seen
        tab.key("Enter");
        tab.until("document.activeElement.id === 'main'");
        tab.key("?");
        tab.until(
                "document.getElementById('dialog').open &&"
                        + " document.getElementById('dialog').innerText.includes('Home')");
        tab.key("Escape");
        tab.until("!document.getElementById('dialog').open");
        tab.key("j");
        tab.until("document.activeElement.matches('a.stop')");
        tab.key("Enter");
        tab.until("location.hash.startsWith('#/run/" + run() + "')");
        tab.until("document.querySelector('.of-what')");
        tab.key("o");
        tab.until("document.querySelector('tr[data-run] a')");
    }

    @Test
    void light_and_dark_follow_the_system_until_the_user_chooses() throws Exception {
        lookAtWhatIsOver();
        var ground = "getComputedStyle(document.body).backgroundColor";
        tab.prefers("prefers-color-scheme", "light");
        tab.until("matchMedia('(prefers-color-scheme: light)').matches");
        var light = ground + " === '" + tab.text(ground) + "'";
        tab.prefers("prefers-color-scheme", "dark");
        tab.until("!(" + light + ")");
        var dark = ground + " === '" + tab.text(ground) + "'";
        tab.click("#theme");
        tab.until(light); // it is chosen, whatever the system prefers
        tab.reload("document.querySelector('main section')");
        tab.until(light);
        tab.key("t");
        tab.until(dark);
        tab.key("t");
        tab.until(
                "document.getElementById('theme').getAttribute('aria-label') === 'Colours: auto."
                        + " Change'");
    }

    /**
     * Text and ground of whatever is read, by the formula of the accessibility guidelines; what is
     * dimmed while it loads is waited for.
     */
    private static final String PALE =
            """
            (() => {
              const light = rgb => rgb.map(each => each / 255).map(each => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4).reduce((sum, each, i) => sum + each * [.2126, .7152, .0722][i], 0);
              const parts = color => color.match(/[\\d.]+/g).map(Number);
              const ground = node => { for (; node; node = node.parentElement) { const of = parts(getComputedStyle(node).backgroundColor); if (of.length < 4 || of[3] === 1) return of.slice(0, 3); } return [255, 255, 255]; };
              return [...document.querySelectorAll('body *')].filter(node => node.checkVisibility() && !node.closest('svg, :disabled, .unseen') && [...node.childNodes].some(each => each.nodeType === 3 && each.data.trim()))
                .map(node => { const [a, b] = [light(parts(getComputedStyle(node).color).slice(0, 3)), light(ground(node))].sort((x, y) => y - x); return [(a + .05) / (b + .05), node.className + ' ' + node.textContent.slice(0, 30)]; })
                .filter(([contrast]) => contrast < 4.5).map(String);
            })()\
            """;

    @Test
    void no_element_is_wider_than_a_narrow_screen_and_reduced_motion_is_respected()
            throws Exception {
        lookAtWhatWaits();
        var run = run();
        tab.size(360, 740);
        tab.prefers("prefers-reduced-motion", "reduce");
        for (var at :
                new String[] {
                    "#/gate/" + run + "/development",
                    "#/run/" + run,
                    "#/run/" + run + "/engine",
                    "#/"
                }) {
            tab.follow(at);
            tab.until("document.querySelector('#approve, .of-what, #timeline, .waiting')");
            tab.until("document.documentElement.scrollWidth <= 360");
            tab.until("matchMedia('(prefers-reduced-motion: reduce)').matches");
            assertThat(
                            tab.value(
                                            "[...document.querySelectorAll('*')].every(each =>"
                                                    + " getComputedStyle(each).animationName ==="
                                                    + " 'none')")
                                    .asBoolean())
                    .as(at)
                    .isTrue();
        }
    }

    @Test
    void a_signed_out_user_sees_nothing_more() throws Exception {
        lookAtWhatIsOver();
        tab.click("#leave");
        tab.until("document.body.innerText.includes('You are signed out')");
        tab.until("!document.getElementById('leave').checkVisibility()");
        assertThat(tab.value("fetch('/api/runs').then(answer => answer.status)").asInt())
                .isEqualTo(401);
        tab.go(served.at("/").toString());
        tab.until("document.body.innerText.includes('show the token')");
    }

    @Test
    void a_page_without_a_login_shows_only_how_to_sign_in() throws Exception {
        lookAtWhatIsOver();
        try (var stranger = Browser.shared().orElseThrow().open()) {
            stranger.size(360, 740);
            for (var scheme : new String[] {"light", "dark"}) {
                stranger.prefers("prefers-color-scheme", scheme);
                stranger.go(served.at("/").toString().replace("127.0.0.1", "localhost"));
                stranger.until(
                        "document.body.innerText.includes('show the token') &&"
                            + " getComputedStyle(document.querySelector('.card')).borderRadius ==="
                            + " '8px'");
                assertThat(stranger.value(PALE).toString()).as(scheme).isEqualTo("[]");
                assertThat(
                                stranger.value("document.documentElement.scrollWidth <= 360")
                                        .asBoolean())
                        .isTrue();
            }
            assertThat(stranger.problems()).noneMatch(problem -> problem.contains("forbidden"));
        }
    }
}
