package dev.foldline.app.trace;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.embed.EmbeddedWorkflow;
import dev.foldline.app.embed.Foldline;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.trace.TraceCollector.ReceivedSpan;
import dev.foldline.effects.process.TraceContext;
import dev.foldline.effects.redact.OtlpHeader;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Traces of real runs, received by a collector on loopback. */
class RunTracesTest {
    @TempDir Path folder;
    private TraceCollector collector;

    @BeforeEach
    void listen() throws IOException {
        collector = new TraceCollector();
    }

    @AfterEach
    void stop() {
        collector.close();
    }

    private CliFixture traced(String lines) throws IOException, InterruptedException {
        var place = CliFixture.ready(folder);
        place.configured(
                "iterations: 1\nreviews: 0\notel: { endpoint: "
                        + collector.endpoint()
                        + " }\n"
                        + lines);
        return place;
    }

    @Test
    void a_run_over_two_drivers_is_one_trace_whose_calls_know_their_spans() throws Exception {
        var place = traced("checks: [\"true\"]\n");
        var parents = folder.resolve("parents");
        var agent = folder.resolve("home/agent.sh");
        place.agent(
                "echo \"$TRACEPARENT\" >> "
                        + parents
                        + "\n"
                        + Files.readString(agent).replaceFirst("#!/bin/sh\n", ""));
        place.environment.put(OtlpHeader.ALL, "x-key=a%20b, x-other=c");
        collector.statuses.push(503);
        var waits = place.foldline("run", "--gate", "planning", "Add secret-task-text");
        assertThat(waits.exit()).as(waits.all()).isEqualTo(3);
        assertThat(place.foldline("approve", "planning").exit()).isZero();
        var done = place.foldline("resume");
        assertThat(done.exit()).as(done.all()).isZero();

        assertThat(collector.spans).extracting(ReceivedSpan::id).doesNotHaveDuplicates();
        assertThat(collector.spans).extracting(ReceivedSpan::trace).containsOnly(trace());
        var byId =
                collector.spans.stream().collect(Collectors.toMap(ReceivedSpan::id, span -> span));
        for (var span : collector.spans) {
            assertThat(span.end()).isGreaterThanOrEqualTo(span.start());
            if (span.parent().isEmpty()) assertThat(span.name()).startsWith("invoke_workflow");
            else assertThat(byId).containsKey(span.parent());
        }
        assertThat(collector.spans)
                .extracting(ReceivedSpan::name)
                .contains(
                        "invoke_workflow ralph",
                        "phase planning",
                        "wait for gate planning",
                        "check checks",
                        "commit_work");
        var call = collector.named("invoke_agent mine");
        assertThat(call.kind()).isEqualTo(3);
        assertThat(byId.get(call.parent()).name()).isEqualTo("phase planning");
        assertThat(call.attributes())
                .containsEntry("gen_ai.operation.name", "invoke_agent")
                .containsEntry("gen_ai.provider.name", "command")
                .containsEntry("gen_ai.agent.name", "mine")
                .containsEntry("foldline.role", "planner");
        assertThat(collector.named("commit_work").attributes().get("vcs.ref.head.revision"))
                .isEqualTo(place.git("rev-parse", "HEAD").strip());
        assertThat(Files.readAllLines(parents))
                .isNotEmpty()
                .allSatisfy(
                        parent ->
                                assertThat(byId.get(parent.split("-")[2]).name())
                                        .isEqualTo("invoke_agent mine"));
        assertThat(collector.bodies).noneMatch(body -> body.contains("secret-task-text"));
        assertThat(collector.headers.peek())
                .containsEntry("X-key", List.of("a b"))
                .containsEntry("X-other", List.of("c"));
    }

    private String trace() {
        return collector.named("invoke_workflow ralph").trace();
    }

    @Test
    void a_failed_check_and_a_halt_are_errors() throws Exception {
        var place = traced("checks: [\"false\"]\n");
        var halts = place.foldline("run", "Add work");
        assertThat(halts.exit()).as(halts.all()).isEqualTo(1);
        var halted = collector.named("invoke_workflow ralph");
        assertThat(halted.status()).isEqualTo(2);
        assertThat(halted.attributes()).containsEntry("foldline.outcome", "halted");
        assertThat(collector.named("check checks").attributes())
                .containsEntry("error.type", "check_failed");
    }

    @Test
    void secrets_are_not_sent() {
        var hidden = "a-key-of-this-test-0123456789";
        var span =
                Span.starting(
                                TraceContext.of("r1", "1"),
                                new Span.Label(Span.Kind.INTERNAL, "check " + hidden),
                                Instant.EPOCH)
                        .with("gen_ai.request.model", hidden);
        try (var exporter = new OtlpExporter("http://127.0.0.1:1", Map.of("HOOK_KEY", hidden))) {
            assertThat(exporter.json(Vector.of(span)))
                    .contains("gen_ai.request.model")
                    .doesNotContain(hidden);
        }
    }

    @Test
    void a_collector_that_does_not_answer_holds_up_no_run() throws Exception {
        var place = traced("checks: []\n");
        collector.hanging();
        var done = place.foldline("run", "Add work");
        assertThat(done.exit()).as(done.all()).isZero();
        assertThat(done.all()).contains("otel.endpoint");
        assertThat(collector.bodies).isNotEmpty();
        assertThat(collector.spans).isEmpty();
    }

    @Test
    void a_run_that_is_cancelled_without_a_driver_has_a_complete_trace() throws Exception {
        var place = traced("checks: []\n");
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        var cancelled = place.foldline("cancel", "--yes");
        assertThat(cancelled.exit()).as(cancelled.all()).isZero();
        assertThat(collector.named("invoke_workflow ralph").attributes())
                .containsEntry("foldline.outcome", "aborted");
    }

    /** A notice shows that the tracer is at work. */
    @Test
    void a_run_of_a_java_program_has_a_tracer() throws Exception {
        var place = traced("checks: []\n");
        place.environment.put(OtlpHeader.ALL, "x-key=swordfish%zz");
        var notices = new ArrayList<String>();
        var definition =
                EmbeddedWorkflow.of("greeting", phase("work", call("writer", "work")))
                        .prompt("work", "Greet.");
        var run =
                Foldline.in(place.root)
                        .agent("writer", "sh", "-c", "echo \"$TRACEPARENT\" > parent.txt")
                        .environment(place.environment)
                        .observedBy(
                                new RunObserver() {
                                    @Override
                                    public void notice(String text) {
                                        notices.add(text);
                                    }
                                })
                        .run(definition, "Greet");
        assertThat(run.isCompleted()).isTrue();
        assertThat(notices).hasSize(1).allMatch(text -> text.contains(OtlpHeader.ALL));
    }
}
