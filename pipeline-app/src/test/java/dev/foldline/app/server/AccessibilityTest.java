package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.server.browser.Browser;
import dev.foldline.app.server.browser.Tab;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/** Each kind of page of the dashboard, checked by axe-core in a real browser. */
class AccessibilityTest {
    private static final String LIBRARY = "axe-core";

    /**
     * All rules, of any impact; each violation with the elements that have it, and no list of all
     * that has none.
     */
    private static final String CHECK =
            """
            axe.run({ resultTypes: ['violations'] }).then(found => found.violations.map(each => each.id + ': ' + each.help + '\\n'
              + each.nodes.map(node => '  ' + node.target + '  ' + node.html).join('\\n')).join('\\n'))
            """;

    private static final String LOADED = "!document.body.innerText.includes('Loading')";

    @TempDir static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static ServerWorkflows.PageFixture seen;

    @SuppressWarnings("NullAway.Init")
    private Tab tab;

    /**
     * A page.
     *
     * @param address of the server, from the slash
     * @param shown is true when the page is complete
     */
    private record Page(String address, String shown) {}

    @BeforeAll
    static void a_run_at_a_gate() throws Exception {
        Browser.demanded();
        seen = ServerWorkflows.PageFixture.gated(folder);
    }

    @AfterAll
    static void the_server_closes() throws Exception {
        if (Browser.shared().isPresent()) seen.served().close();
    }

    @BeforeEach
    void a_tab() throws Exception {
        tab = Browser.demanded().open();
        tab.prefers("prefers-reduced-motion", "reduce");
    }

    @AfterEach
    void the_tab_closes() throws Exception {
        tab.close();
    }

    private List<Page> pages() {
        var run = seen.served().get("/api/runs/@").json().at("/run/id").asString();
        var workflow = seen.served().get("/api/workflows").json().at("/workflows/0/id").asString();
        var about = "/#/run/" + run;
        return List.of(
                new Page("/", "document.querySelector('main section')"),
                new Page(about, "document.querySelector('.of-cost')"),
                new Page(about + "/changes", LOADED),
                new Page(about + "/output", LOADED),
                new Page(about + "/engine", "document.querySelector('.picture .cursor .line')"),
                new Page("/#/run/" + workflow, "document.querySelector('[data-task]')"),
                new Page("/#/gate/" + run + "/development", "document.getElementById('approve')"),
                new Page("/#/nowhere", "document.querySelector('.empty a')"));
    }

    @Test
    void no_page_has_a_violation_in_either_scheme_on_a_wide_or_narrow_screen() throws Exception {
        var found = new ArrayList<String>();
        tab.go(seen.served().at("/").toString());
        tab.until("document.querySelector('h1')");
        var script = script();
        check(tab, "not signed in", script, found);
        tab.go(seen.served().service.invitation());
        for (var page : pages()) {
            tab.go(seen.served().at(page.address()).toString());
            tab.until(
                    "document.querySelector('main > *') && !document.querySelector('[aria-busy]')"
                            + " && "
                            + page.shown());
            check(tab, page.address(), script, found);
        }
        assertThat(found).isEmpty();
    }

    static void check(Tab tab, String page, String script, List<String> found) {
        tab.value(script + "; true");
        for (var scheme : List.of("light", "dark")) {
            tab.prefers("prefers-color-scheme", scheme);
            for (int width : new int[] {1400, 420}) {
                tab.size(width, 900);
                var violations = tab.text(CHECK);
                if (!violations.isEmpty())
                    found.add(page + ", " + scheme + ", " + width + "\n" + violations);
            }
        }
    }

    @Test
    void a_page_with_a_fault_has_a_violation() throws Exception {
        tab.go(seen.served().at("/").toString());
        tab.until("document.querySelector('h1')");
        tab.value("document.body.insertAdjacentHTML('beforeend', '<img src=\"/icon.svg\">')");
        var found = new ArrayList<String>();
        check(tab, "/", script(), found);
        assertThat(found).hasSize(4).allSatisfy(each -> assertThat(each).contains("image-alt: "));
    }

    static String script() throws IOException {
        var properties = new Properties();
        try (var library =
                resource("/META-INF/maven/org.webjars.npm/" + LIBRARY + "/pom.properties")) {
            properties.load(library);
        }
        var version = properties.getProperty("version");
        try (var file =
                resource(
                        "/META-INF/resources/webjars/" + LIBRARY + "/" + version + "/axe.min.js")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream resource(String path) {
        return Objects.requireNonNull(AccessibilityTest.class.getResourceAsStream(path), path);
    }
}
