package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.browser.Browser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** A real browser that asks for a page, signs in with a link, and is back at that page. */
class ReturnAfterLoginTest {
    @TempDir Path folder;

    @Test
    void the_part_of_the_address_that_no_server_receives_is_kept_too() throws Exception {
        try (var tab = Browser.demanded().open();
                var served = TestServer.at(CliFixture.ready(folder))) {
            tab.go(served.at("/#/gate/r1/plan").toString());
            tab.until("document.body.innerText.includes('show the token')");
            tab.go(served.service.invitation());
            tab.until("location.hash === '#/gate/r1/plan' && document.querySelector('main h1')");
            assertThat(tab.problems()).noneMatch(problem -> problem.contains("forbidden"));
        }
    }

    @Test
    void a_login_that_ends_while_the_page_is_open_leads_back_too() throws Exception {
        try (var tab = Browser.demanded().open();
                var served = TestServer.at(CliFixture.ready(folder))) {
            tab.go(served.service.invitation());
            tab.until("document.querySelector('main section')");
            served.post("/api/logout", "{\"all\": true}");
            tab.follow("#/run/r1");
            tab.until("document.body.innerText.includes('You are not signed in')");
            tab.go(served.service.invitation());
            tab.until("location.hash === '#/run/r1'");
        }
    }

    @Test
    void a_user_who_signs_out_leaves_no_address_of_another_tab() throws Exception {
        try (var tab = Browser.demanded().open();
                var other = Browser.demanded().open();
                var served = TestServer.at(CliFixture.ready(folder))) {
            tab.go(served.service.invitation());
            tab.until("document.querySelector('main section')");
            other.go(served.at("/").toString());
            other.until("document.querySelector('main section')");
            tab.value("document.getElementById('leave').click()");
            tab.until("document.body.innerText.includes('You are signed out')");
            other.follow("#/run/r1");
            other.until("document.body.innerText.includes('You are signed out')");
            tab.go(served.service.invitation());
            tab.until("document.querySelector('main section') && location.hash === ''");
        }
    }
}
