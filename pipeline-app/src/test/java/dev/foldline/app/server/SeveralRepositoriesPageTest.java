package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.browser.Browser;

import io.vavr.collection.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/** The pages of a server of two repositories, in a real browser. */
class SeveralRepositoriesPageTest {
    @TempDir Path folder;

    private static String runs(String repository, String state) {
        return "document.querySelector('[data-repository="
                + repository
                + "] [data-state="
                + state
                + "]')?.innerText.trim()";
    }

    @Test
    void a_user_finds_what_waits_approves_it_switches_and_signs_out_of_all() throws Exception {
        var tab = Browser.demanded().open();
        tab.prefers("prefers-reduced-motion", "reduce");
        var api = CliFixture.ready(Files.createDirectories(folder.resolve("api")));
        var web = CliFixture.gated(Files.createDirectories(folder.resolve("web")));
        try (var served =
                TestServer.together(TreeMap.of("api", api, "web", web), new ArrayList<>())) {
            tab.go(served.service.invitation());
            tab.until(runs("web", "needs_you") + " === '1'");
            assertThat(tab.text(runs("api", "needs_you"))).isEqualTo("0");
            assertThat(tab.text("document.title")).isEqualTo("(1) · Foldline");

            var violations = new ArrayList<String>();
            AccessibilityTest.check(tab, "list", AccessibilityTest.script(), violations);

            tab.click("[data-repository=web] a");
            tab.until("document.querySelector('.waiting a.button')");
            assertThat(tab.text("location.pathname")).isEqualTo("/r/web/");
            tab.until("!document.getElementById('repositories').hidden");
            assertThat(tab.text("document.getElementById('repositories').selectedOptions[0].text"))
                    .isEqualTo("web");
            AccessibilityTest.check(tab, "switcher", AccessibilityTest.script(), violations);
            assertThat(violations).isEmpty();
            tab.click(".waiting a.button");
            tab.until("document.getElementById('approve')");
            tab.click("#approve");
            tab.until("document.getElementById('answered')?.textContent.startsWith('Approved')");
            assertThat(tab.text("document.title")).endsWith(" · web · Foldline");
            assertThat(web.foldline("gates", "--json").out()).doesNotContain("gate_id");

            tab.value(
                    "(() => { const select = document.getElementById('repositories'); select.value"
                        + " = '/r/api/'; select.dispatchEvent(new Event('change')); return true;"
                        + " })()");
            tab.until("location.pathname === '/r/api/' && document.querySelector('main section')");
            assertThat(tab.value("document.querySelector('.waiting')").isNull()).isTrue();
            tab.click(".top #leave");
            tab.until("document.querySelector('h1')?.textContent === 'You are signed out'");
            tab.go(served.at("/r/web/").toString());
            tab.until("document.body?.innerText.includes('This browser is not signed in')");
        } finally {
            tab.close();
        }
    }
}
