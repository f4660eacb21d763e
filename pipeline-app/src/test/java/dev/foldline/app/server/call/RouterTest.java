package dev.foldline.app.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.server.call.ApiCall.Gives;
import dev.foldline.app.server.call.Router.Match;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which call a request means. */
class RouterTest {
    private static final ApiCall.Work NOTHING = _ -> ApiResponse.json(JsonOutput.fields());
    private static final Router ROUTER =
            new Router(
                    Vector.of(
                            ApiCall.get("/api/gates", "All.", Gives.document("all/1"), NOTHING),
                            ApiCall.get(
                                    "/api/gates/{run}/{gate}",
                                    "One.",
                                    Gives.document("one/1"),
                                    NOTHING),
                            ApiCall.post(
                                    "/api/gates/{run}/{gate}",
                                    "Another.",
                                    Gives.document("one/1"),
                                    NOTHING)));

    @Test
    void a_name_in_a_path_may_contain_any_character() {
        assertThat(ROUTER.match("GET", "/api/gates/r1/a+b%2Fc%20%C3%BC"))
                .isInstanceOfSatisfying(
                        Match.Found.class,
                        found ->
                                assertThat(found.names())
                                        .isEqualTo(
                                                LinkedHashMap.of("run", "r1", "gate", "a+b/c ü")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/api",
                "/api/gates/",
                "/api/gates/r1",
                "/api/gates/r1/",
                "/api/gates//g",
                "/api/gates/r1/g/",
                "/API/gates",
                "/api/gates/r1/g/approve"
            })
    void an_unknown_path_matches_nothing(String path) {
        assertThat(ROUTER.match("GET", path)).isInstanceOf(Match.Nothing.class);
    }

    @Test
    void a_method_that_a_path_does_not_have_is_answered_with_its_methods() {
        assertThat(ROUTER.match("DELETE", "/api/gates/r1/g"))
                .isEqualTo(new Match.WrongMethod(Vector.of("GET", "POST")));
        assertThat(ROUTER.match("get", "/api/gates"))
                .isEqualTo(new Match.WrongMethod(Vector.of("GET")));
    }
}
