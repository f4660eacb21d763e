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
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        var endpoint = new ChatEndpoint(address, "small", Optional.of("MODELS"), Optional.empty());
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
    void an_earlier_answer_does_not_survive_a_failed_call() throws IOException {
        at.context().exchange().writeAnswer("{}");
        failed(ChatReply.cut("{}"));
        assertThat(at.context().exchange().readAnswer()).isEmpty();
    }

    @Test
    void an_endpoint_that_does_not_answer_costs_nothing() throws IOException {
        int free;
        try (var socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        var event = (AgentFailed) call(URI.create("http://127.0.0.1:" + free + "/v1"));
        assertThat(event.fault().kind()).isEqualTo(Kind.NETWORK);
        assertThat(event.spend().tokens()).contains(0L);
    }

    /** It waits for real deadlines. */
    @Thorough
    @Test
    void a_silent_endpoint_is_given_up() throws IOException {
        deadlines = new Deadlines(120_000, 4_000, 1_500, 1);
        assertThat(failed(ChatReply.silence(release)).kind()).isEqualTo(Kind.NO_OUTPUT);
        deadlines = SHORT;
        assertThat(failed(ChatReply.stalled("{\"is", release)).kind()).isEqualTo(Kind.TIMEOUT);
    }

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
