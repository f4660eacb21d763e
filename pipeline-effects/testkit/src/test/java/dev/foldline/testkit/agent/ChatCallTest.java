package dev.foldline.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.effects.agent.AgentCalls;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.InterruptedCallReader;
import dev.foldline.effects.agent.chat.ChatEndpoint;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.process.Reaper;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Calls of a model behind a chat endpoint, and what each kind of answer means. */
class ChatCallTest {
    private static final Deadlines PATIENT = new Deadlines(120_000, 120_000, 120_000, 1);
    private static final Deadlines SHORT = new Deadlines(120_000, 60_000, 1_500, 1);
    private static final String KEY = "not-a-key-but-secret";

    @TempDir Path folder;
    private HandlerFixture at;
    private Deadlines deadlines = PATIENT;
    private Optional<ChatEndpoint.Prices> prices = Optional.empty();
    private final Cancellation stop = new Cancellation();
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<String> activity = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        at.with("MODELS", KEY);
    }

    @AfterEach
    void no_process_of_the_run_is_left() {
        release.countDown();
        at.close();
        assertThat(Reaper.markedFor(at.directory.id().text())).isEmpty();
    }

    private Event call(URI address) throws IOException {
        return new AgentHandler(
                        at.context(),
                        agents(address),
                        new ProcessRunner(),
                        line -> {
                            synchronized (activity) {
                                activity.add(line);
                            }
                        },
                        started -> {})
                .call(AgentCalls.TICKET, effect(), stop);
    }

    private AgentRegistry agents(URI address) {
        var endpoint = new ChatEndpoint(address, "small", Optional.of("MODELS"), prices);
        return new AgentRegistry(Map.of("mine", AgentDefinition.Chat.of(endpoint)));
    }

    private InvokeAgent effect() throws IOException {
        return new InvokeAgent(
                AgentCalls.PLACE,
                "reviewer",
                "mine",
                at.blob("Review it."),
                Option.none(),
                Vector.empty(),
                deadlines,
                Option.none(),
                Option.none(),
                Option.none());
    }

    private Event call(ChatReply first, ChatReply... more) throws IOException {
        try (var server = FakeChatServer.playing(first, more)) {
            return call(server.baseUrl());
        }
    }

    private Fault failed(ChatReply reply) throws IOException {
        var event = call(reply);
        assertThat(event).isInstanceOf(AgentFailed.class);
        var fault = ((AgentFailed) event).fault();
        assertThat(fault.message()).doesNotContain(KEY);
        return fault;
    }

    private String answer() throws IOException {
        return new String(
                at.context().exchange().readAnswer().orElseThrow(), StandardCharsets.UTF_8);
    }

    @Test
    void a_request_holds_the_prompt_the_changes_and_the_key() throws IOException {
        at.write("a.txt", "one\nmore\n");
        try (var server = FakeChatServer.playing(ChatReply.text("{\"issues\"", ": []}"))) {
            assertThat(call(server.baseUrl())).isInstanceOf(AgentFinished.class);
            var request = server.requests().getFirst();
            assertThat(request.line()).startsWith("POST /v1/chat/completions ");
            assertThat(request.headers()).containsEntry("authorization", "Bearer " + KEY);
            assertThat(request.body().path("model").stringValue()).isEqualTo("small");
            assertThat(request.body().path("stream").booleanValue()).isTrue();
            assertThat(request.prompt())
                    .startsWith("Review it.")
                    .contains("# Uncommitted changes", "+more");
        }
        assertThat(answer()).isEqualTo("{\"issues\": []}");
    }

    @Test
    @Thorough
    void a_finished_call_reports_its_tokens_and_with_prices_its_cost() throws IOException {
        var free = (AgentFinished) call(ChatReply.text("{}"));
        assertThat(free.spend().tokens()).contains(120L);
        assertThat(free.spend().microUsd()).isEmpty();
        prices = Optional.of(new ChatEndpoint.Prices(new BigDecimal("2.50"), BigDecimal.TEN));
        assertThat(((AgentFinished) call(ChatReply.text("{}"))).spend().microUsd()).contains(450L);
    }

    @Test
    @Thorough
    void json_is_found_in_an_answer_with_more_around_it() throws IOException {
        call(ChatReply.text("<think>{\"a\": 1}</think>Sure:\n```json\n{\"b\": 2}\n```\nDone."));
        assertThat(answer()).isEqualTo("{\"b\": 2}");
    }

    @Test
    @Thorough
    void json_is_found_between_other_braces_and_an_answer_without_any_is_kept() throws IOException {
        call(ChatReply.text("It says {this} and {\"x\": {\"y\": \"}\"}} at the end"));
        assertThat(answer()).isEqualTo("{\"x\": {\"y\": \"}\"}}");
        call(ChatReply.text("I cannot say."));
        assertThat(answer()).isEqualTo("I cannot say.");
    }

    @Thorough
    @Test
    void an_earlier_answer_does_not_survive_a_failed_call() throws IOException {
        call(ChatReply.text("{}"));
        failed(ChatReply.cut("{}"));
        assertThat(at.context().exchange().readAnswer()).isEmpty();
    }

    @Test
    @Thorough
    void an_answer_that_is_not_streamed_is_read_too() throws IOException {
        var whole =
                "{\"choices\":[{\"message\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}";
        var event = call(ChatReply.whole(200, "application/json", whole, Map.of()));
        assertThat(((AgentFinished) event).spend().tokens()).contains(7L);
    }

    @Test
    @Thorough
    void a_server_that_does_not_know_the_count_of_tokens_is_asked_without_it() throws IOException {
        var refusal = ChatReply.refusal(400, "unknown", "unknown field stream_options", Map.of());
        try (var server = FakeChatServer.playing(refusal, ChatReply.text("{}"))) {
            assertThat(call(server.baseUrl())).isInstanceOf(AgentFinished.class);
            assertThat(server.requests().getLast().body().has("stream_options")).isFalse();
        }
    }

    @Test
    @Thorough
    void refusals_are_classified_by_their_code_then_by_their_status() throws IOException {
        assertThat(refused(401, "invalid_api_key")).isEqualTo(Kind.AUTHENTICATION);
        assertThat(refused(429, "insufficient_quota")).isEqualTo(Kind.CREDIT);
        assertThat(refused(503, "")).isEqualTo(Kind.OVERLOADED);
    }

    @Test
    @Thorough
    void other_refusals_are_classified_too() throws IOException {
        assertThat(refused(402, "")).isEqualTo(Kind.CREDIT);
        assertThat(refused(429, "rate_limit_exceeded")).isEqualTo(Kind.RATE_LIMIT);
        assertThat(refused(400, "context_length_exceeded")).isEqualTo(Kind.CONTEXT_FULL);
        assertThat(refused(404, "model_not_found")).isEqualTo(Kind.MODEL_UNAVAILABLE);
        assertThat(refused(400, "")).isEqualTo(Kind.AGENT_FAILED);
        assertThat(refused(302, "")).isEqualTo(Kind.AGENT_FAILED);
    }

    /** The provider quotes the key, as some do. */
    private Kind refused(int status, String code) throws IOException {
        return failed(ChatReply.refusal(status, code, "not with " + KEY, Map.of())).kind();
    }

    @Test
    void the_end_of_a_limit_is_read_from_the_headers() throws IOException {
        endsInAnHour("Retry-After", "3600");
    }

    private void endsInAnHour(String header, String value) throws IOException {
        var now = Instant.now();
        var limited = failed(ChatReply.refusal(429, "", "slowly", Map.of(header, value)));
        assertThat(limited.resetsAt().get())
                .isBetween(now.plusSeconds(3500), now.plus(Duration.ofHours(2)));
    }

    @Test
    @Thorough
    void the_end_of_a_limit_may_be_a_duration_or_a_date() throws IOException {
        endsInAnHour("x-ratelimit-reset-requests", "1h0m0s");
        var dated =
                failed(
                        ChatReply.refusal(
                                503,
                                "",
                                "later",
                                Map.of("Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT")));
        assertThat(dated.resetsAt().get()).isAfter(Instant.now().plus(Duration.ofDays(30)));
    }

    @Test
    @Thorough
    void a_stream_that_ends_early_is_a_failure_of_the_network() throws IOException {
        assertThat(failed(ChatReply.cut("{\"issues\": []}")).kind()).isEqualTo(Kind.NETWORK);
    }

    @Test
    @Thorough
    void a_stream_without_its_end_is_a_failure_of_the_network() throws IOException {
        var unfinished = "{\"choices\":[{\"delta\":{\"content\":\"{}\"}}]}";
        assertThat(failed(ChatReply.events(unfinished)).kind()).isEqualTo(Kind.NETWORK);
    }

    @Thorough
    @Test
    void nonsense_is_a_failure_of_the_agent() throws IOException {
        assertThat(failed(ChatReply.events("{not json")).kind()).isEqualTo(Kind.AGENT_FAILED);
        assertThat(failed(ChatReply.stopped("{", "length")).kind()).isEqualTo(Kind.CONTEXT_FULL);
    }

    @Test
    @Thorough
    void a_page_in_place_of_an_answer_is_a_failure_of_the_agent() throws IOException {
        assertThat(failed(ChatReply.whole(200, "text/html", "<html>", Map.of())).kind())
                .isEqualTo(Kind.AGENT_FAILED);
    }

    @Test
    @Thorough
    void an_answer_without_text_or_before_its_end_is_a_failure_of_the_agent() throws IOException {
        assertThat(failed(ChatReply.stopped("", "stop")).kind()).isEqualTo(Kind.NO_OUTPUT);
        assertThat(failed(ChatReply.stopped("{", "tool_calls")).kind())
                .isEqualTo(Kind.AGENT_FAILED);
        var error = "{\"error\":{\"message\":\"busy\",\"code\":\"server_error\"}}";
        assertThat(failed(ChatReply.events(error)).kind()).isEqualTo(Kind.OVERLOADED);
    }

    @Test
    @Thorough
    void an_endpoint_that_does_not_answer_costs_nothing() throws IOException {
        int free;
        try (var socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        var event = (AgentFailed) call(URI.create("http://127.0.0.1:" + free + "/v1"));
        assertThat(event.fault().kind()).isEqualTo(Kind.NETWORK);
        assertThat(event.spend().tokens()).contains(0L);
    }

    @Test
    @Thorough
    void a_call_without_its_key_asks_nobody() throws IOException {
        at.with("MODELS", " ");
        try (var server = FakeChatServer.playing(ChatReply.text("{}"))) {
            var event = (AgentFailed) call(server.baseUrl());
            assertThat(event.fault().kind()).isEqualTo(Kind.AUTHENTICATION);
            assertThat(event.fault().message()).contains("the variable MODELS is not set");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Thorough
    @Test
    void a_silent_endpoint_is_given_up() throws IOException {
        deadlines = new Deadlines(120_000, 4_000, 1_500, 1);
        assertThat(failed(ChatReply.silence(release)).kind()).isEqualTo(Kind.NO_OUTPUT);
        deadlines = SHORT;
        assertThat(failed(ChatReply.stalled("{\"is", release)).kind()).isEqualTo(Kind.TIMEOUT);
    }

    @Thorough
    @Test
    void a_call_can_be_cancelled_and_what_it_said_is_seen() throws IOException {
        try (var server = FakeChatServer.playing(ChatReply.stalled("thinking\n", release))) {
            var watch =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        while (!hasSaid("thinking")) Thread.onSpinWait();
                                        stop.cancel();
                                    });
            assertThat(call(server.baseUrl())).isInstanceOf(EffectCancelled.class);
            watch.interrupt();
        }
    }

    private boolean hasSaid(String line) {
        synchronized (activity) {
            return activity.contains(line);
        }
    }

    @Test
    void what_a_call_spent_is_known_after_its_driver_died() throws IOException {
        try (var server = FakeChatServer.playing(ChatReply.text("{}"))) {
            call(server.baseUrl());
            var read =
                    InterruptedCallReader.of(
                            at.context(), agents(server.baseUrl()), AgentCalls.TICKET, effect());
            assertThat(read.spend().tokens()).contains(120L);
        }
    }

    @Test
    void the_key_is_in_no_file_of_the_run() throws IOException {
        call(ChatReply.text("your key is " + KEY));
        try (var files = java.nio.file.Files.walk(at.directory.output())) {
            for (var file : files.filter(java.nio.file.Files::isRegularFile).toList())
                assertThat(java.nio.file.Files.readString(file)).doesNotContain(KEY);
        }
    }

    @Test
    void an_unencrypted_address_is_known() {
        assertThat(exposed("http://models.example/v1")).isTrue();
        assertThat(exposed("http://10.0.0.1/v1")).isTrue();
        assertThat(exposed("https://models.example/v1")).isFalse();
        assertThat(exposed("http://localhost:11434/v1")).isFalse();
        assertThat(exposed("http://127.0.0.2/v1")).isFalse();
        assertThat(exposed("http://[::1]:8080/v1")).isFalse();
    }

    private static boolean exposed(String address) {
        return new ChatEndpoint(URI.create(address), "m", Optional.empty(), Optional.empty())
                .isExposed();
    }
}
