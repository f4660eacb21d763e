package dev.foldline.app.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.trace.TraceCollector.ReceivedSpan;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.redact.OtlpHeader;
import dev.foldline.effects.store.RunDirectory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** How the spans of a real log are delivered to a collector that does not accept them at once. */
class TraceFollowerTest {
    @TempDir static Path folder;
    private static RunDirectory run;
    private final ConcurrentLinkedQueue<String> notices = new ConcurrentLinkedQueue<>();
    private CollectorStatus status = new CollectorStatus(Duration.ofMinutes(2));
    private TraceCollector collector;

    @BeforeAll
    static void create() throws Exception {
        var place = CliFixture.ready(folder);
        place.configured("iterations: 1\nreviews: 0\nchecks: []\n");
        var done = place.foldline("run", "Add work");
        assertThat(done.exit()).as(done.all()).isZero();
        run = place.runs().newestFirst().getFirst();
    }

    @BeforeEach
    void listen() throws IOException {
        collector = new TraceCollector();
        var mark = run.path().resolve("traced");
        if (Files.isDirectory(mark)) Files.delete(mark.resolve("obstacle"));
        Files.deleteIfExists(mark);
    }

    @AfterEach
    void stop() {
        collector.close();
    }

    private TraceFollower follow(Map<String, String> environment) {
        return TraceFollower.start(
                run,
                new RunSpans(new AgentRegistry(Map.of())),
                () -> new OtlpExporter(collector.endpoint(), environment),
                status,
                notices::add);
    }

    private void send() {
        follow(Map.of()).close();
    }

    private void isComplete() {
        assertThat(collector.spans)
                .extracting(ReceivedSpan::name)
                .contains("phase planning", "commit_work", "invoke_workflow ralph");
        assertThat(collector.spans).extracting(ReceivedSpan::id).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void what_the_collector_may_accept_later_is_sent_again_at_the_end_of_a_run(int refusal) {
        collector.statuses.addAll(Collections.nCopies(4, refusal));
        send();
        isComplete();
        assertThat(notices).hasSize(1).allMatch(text -> text.startsWith("status " + refusal));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 404, 415, 500})
    void what_the_collector_refuses_is_reported_and_not_sent_again(int refusal) throws Exception {
        collector.statuses.add(refusal);
        send();
        assertThat(notices).hasSize(1).allMatch(text -> text.startsWith("status " + refusal));
        send();
        assertThat(collector.bodies).hasSize(1);
        assertThat(run.path().resolve("traced")).exists();
    }

    @Test
    void spans_that_are_too_many_for_a_request_are_sent_in_smaller_ones() {
        collector.statuses.addAll(List.of(413, 200, 413));
        send();
        isComplete();
        assertThat(notices).isEmpty();
    }

    @Test
    void spans_that_the_collector_rejects_among_others_are_reported() {
        collector.answer = "{\"partialSuccess\": {\"rejectedSpans\": \"2\"}}";
        send();
        assertThat(notices).hasSize(1).allMatch(text -> text.startsWith("2 of the spans"));
        assertThat(collector.bodies).hasSize(1);
    }

    @Test
    void an_unwritten_mark_is_no_refusal_and_the_file_is_named() throws Exception {
        Files.createDirectories(run.path().resolve("traced/obstacle"));
        send();
        isComplete();
        assertThat(notices)
                .hasSize(1)
                .allMatch(text -> text.contains(run.path().resolve("traced").toString()));
    }

    @Test
    void two_followers_of_a_run_send_each_span_once() throws Exception {
        collector.hanging();
        var first = follow(Map.of());
        CliFixture.until("a request", () -> !collector.bodies.isEmpty(), () -> true);
        var second = follow(Map.of());
        second.wake();
        collector.answering();
        first.close();
        second.close();
        isComplete();
        assertThat(collector.bodies).hasSize(1);
    }

    @Test
    void runs_share_one_warning_and_one_wait() {
        collector.hanging();
        status = new CollectorStatus(Duration.ofMillis(1));
        send();
        assertThat(status.closingWait()).isZero();
        send();
        assertThat(notices)
                .hasSize(1)
                .allMatch(text -> text.startsWith("the trace is not complete"));
        collector.answering();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-key=swordfish%zz", "Host=swordfish", "x-key=swordfish%0Adeep"})
    void a_header_that_cannot_be_sent_is_reported_without_its_value(String headers) {
        follow(Map.of(OtlpHeader.TRACES, headers)).close();
        assertThat(notices)
                .hasSize(1)
                .allMatch(text -> text.contains(OtlpHeader.TRACES))
                .noneMatch(text -> text.contains("swordfish"));
        assertThat(collector.bodies).isEmpty();
    }
}
