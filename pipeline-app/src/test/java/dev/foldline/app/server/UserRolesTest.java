package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.mcp.JsonRpcClient;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.server.browser.Browser;
import dev.foldline.app.user.UserRole;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** What users of each role may do: all operations, over HTTP and MCP, and on the pages. */
class UserRolesTest extends ServerTestCase {
    /** Fits no operation: one that is allowed is refused for this, and does nothing. */
    private static final String UNKNOWN_FIELD = "{\"no_field_of_any_operation\":1}";

    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.gated(folder);
    }

    /** Adds a user of this role, who has its name; the user's token. */
    private String token(UserRole role) {
        var reported = place.foldline("users", "add", role.label(), "--role", role.label());
        assertThat(reported.exit()).as(reported.all()).isZero();
        return reported.out().strip().replace("Authorization: Bearer ", "");
    }

    private HttpRequest.Builder request(String token, String path) {
        return HttpRequest.newBuilder(served.at(path)).header("Authorization", "Bearer " + token);
    }

    private static Option<String> offered(Operation operation, FrontEnd frontEnd) {
        return switch (operation.endpoint(frontEnd)) {
            case Endpoint.Derived(var name) -> Option.of(name);
            case Endpoint.Own(var name) -> Option.of(name);
            case Endpoint.Absent _ -> Option.none();
        };
    }

    @Test
    void each_operation_over_http_is_open_to_the_roles_of_its_permission_only() {
        for (var role : UserRole.values()) {
            var token = token(role);
            for (var operation : Operations.ALL)
                for (var route : offered(operation, FrontEnd.HTTP)) {
                    var words = route.split(" ");
                    var path = words[1].replaceAll("\\{\\w+}", "none");
                    var reported =
                            served.send(
                                    words[0].equals("GET")
                                            ? request(token, path + "?no_field=1")
                                            : request(token, path)
                                                    .POST(BodyPublishers.ofString(UNKNOWN_FIELD)));
                    var label = operation.name() + " for " + role + ": " + reported.text();
                    if (role.allows(operation.contract().permission()))
                        assertThat(reported.status()).as(label).isIn(400, 404);
                    else {
                        assertThat(reported.status()).as(label).isEqualTo(403);
                        assertThat(reported.error()).as(label).contains("it needs the role ");
                    }
                }
        }
    }

    @Test
    void each_tool_over_mcp_is_open_to_the_roles_of_its_permission_only() {
        for (var role : UserRole.values()) {
            var token = token(role);
            var session = call(token, "", JsonRpcClient.talk().lines().findFirst().orElseThrow());
            var id = session.header("Mcp-Session-Id");
            call(token, id, JsonRpcClient.talk().lines().skip(1).findFirst().orElseThrow());
            for (var operation : Operations.ALL)
                for (var tool : offered(operation, FrontEnd.MCP)) {
                    if (operation.contract().permission() == Permission.WORK) continue;
                    var answer = call(token, id, JsonRpcClient.call(1, tool, UNKNOWN_FIELD)).text();
                    assertThat(answer)
                            .as(operation.name() + " for " + role)
                            .contains(
                                    role.allows(operation.contract().permission())
                                            ? "INVALID_INPUT"
                                            : "FORBIDDEN");
                }
        }
    }

    private TestServer.Response call(String token, String session, String message) {
        var request =
                request(token, "/mcp")
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(BodyPublishers.ofString(message));
        return served.send(session.isEmpty() ? request : request.header("Mcp-Session-Id", session));
    }

    @Test
    void an_approval_carries_the_name_of_its_user() {
        var token = token(UserRole.APPROVE);
        var gate = served.get("/api/gates").json().get("gates").get(0);
        var reported =
                served.send(
                        request(
                                        token,
                                        "/api/gates/"
                                                + gate.get("run").asString()
                                                + "/planning/approve")
                                .POST(
                                        BodyPublishers.ofString(
                                                JsonOutput.compact(
                                                        JsonOutput.fields(
                                                                "instance",
                                                                gate.get("instance").asString(),
                                                                "revision",
                                                                1,
                                                                "tree",
                                                                gate.get("tree").asString())))));
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        assertThat(place.foldline("log").out()).contains("planning approved, by approve (http)");
    }

    @Test
    void buttons_that_the_role_may_not_use_are_not_shown() throws Exception {
        try (var tab = Browser.demanded().open()) {
            for (var role : UserRole.values()) {
                var link =
                        served.send(
                                        request(token(role), "/api/logins")
                                                .POST(BodyPublishers.noBody()))
                                .json()
                                .get("url")
                                .asString();
                tab.go(link);
                tab.until("document.documentElement.dataset.role === '" + role.label() + "'");
                tab.until("document.querySelector('[data-action=start-run]')");
                assertThat(isVisible(tab.value(visible("[data-action=start-run]")).toString()))
                        .as("start for " + role)
                        .isEqualTo(role == UserRole.OPERATE);
                var run = served.get("/api/gates").json().get("gates").get(0).get("run");
                tab.follow("#/gate/" + run.asString() + "/planning");
                tab.until("document.querySelector('#approve') && document.querySelector('pre')");
                for (var button : new String[] {"#approve", "#reject", "[data-edit]"})
                    assertThat(isVisible(tab.value(visible(button)).toString()))
                            .as(button + " for " + role)
                            .isEqualTo(role != UserRole.VIEW);
                assertThat(isVisible(tab.value(visible("#approve-continue")).toString()))
                        .isEqualTo(role == UserRole.OPERATE);
            }
        }
    }

    private static String visible(String selector) {
        return "document.querySelector('" + selector + "').checkVisibility()";
    }

    private static boolean isVisible(String value) {
        return Boolean.parseBoolean(value);
    }
}
