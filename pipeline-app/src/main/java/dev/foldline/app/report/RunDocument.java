package dev.foldline.app.report;

import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.history.QuestionFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.core.PipelineState;
import dev.foldline.core.projection.Interrupt;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.LocalContents;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.summary.Completion;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;

import io.vavr.control.Option;

import java.util.List;
import java.util.Map;

/** The JSON document about one run. */
record RunDocument(RunReport report) {

    /** Its names and values; what is unknown is null, never 0. */
    Map<String, Object> fields() {
        var state = report.point().state();
        var standing = report.standing();
        var repo = state.ledger().repository();
        var fields =
                JsonOutput.fields(
                        "schema",
                        RunReport.SCHEMA,
                        "ok",
                        standing.exit().value() == 0,
                        "exit",
                        standing.exit().value(),
                        "reason",
                        standing.reason(),
                        "sentence",
                        standing.sentence(),
                        "run",
                        position(),
                        "repository",
                        report.repository(),
                        "branch",
                        repo.branch(),
                        "base",
                        repo.base(),
                        "head",
                        repo.head(),
                        "commits",
                        CommitSquash.onBranch(state.ledger()).map(Ledger.Commit::hash),
                        "squashed_from",
                        Option.of(CommitSquash.count(state.ledger())).filter(count -> count > 0),
                        "spent",
                        spent(state),
                        "budget",
                        budget(state),
                        "bound",
                        JsonOutput.fields("effects", EffectBound.effects(state.workflow())),
                        "gate",
                        report.gate().map(this::document),
                        "error",
                        standing.fault().map(this::document));
        fields.putAll(origin());
        fields.put("retry_at", standing.retryAt());
        fields.put("awaited_agent", state.awaitedAgent());
        fields.put(
                "driver",
                report.driver()
                        .map(
                                holder ->
                                        JsonOutput.fields(
                                                "pid", holder.pid(), "since", holder.since())));
        fields.put("repairs", repairDocuments());
        fields.put("series", report.series().map(SeriesFormatter::document));
        fields.put("local", local(report.point().state().ledger().repository().local()));
        fields.put("recording_bytes", report.recordingBytes());
        fields.put("completion", Completion.of(state));
        fields.put("result", report.result().document(state));
        fields.put("advice", standing.advice());
        fields.put("next", standing.next());
        return fields;
    }

    /** What is in the working tree and in no commit. */
    private static Map<String, Object> local(LocalContents local) {
        return JsonOutput.fields(
                "yours",
                local.excludedPaths().asJava(),
                "left_out",
                local.left()
                        .map(each -> JsonOutput.fields("kind", each.kind(), "name", each.name()))
                        .asJava());
    }

    private Map<String, Object> position() {
        var state = report.point().state();
        return JsonOutput.fields(
                "id",
                state.header().run(),
                "workflow",
                state.workflow().name(),
                "phase",
                state.phase().map(Phase::id),
                "seq",
                report.point().seq());
    }

    /** What it is for and when it ran. */
    private Map<String, Object> origin() {
        var state = report.point().state();
        var origin = report.origin();
        return JsonOutput.fields(
                "parent",
                state.header().parent().map(ParentRun::run),
                "doing",
                report.currentEffect().map(EffectFormatter::of),
                "title",
                origin.title(),
                "started_at",
                origin.startedAt(),
                "updated_at",
                origin.updatedAt(),
                "ended_at",
                Option.when(state.lifecycle() instanceof Lifecycle.Ended, origin.updatedAt()));
    }

    private List<Map<String, Object>> repairDocuments() {
        return report.repairs().stream()
                .map(
                        repair ->
                                JsonOutput.fields(
                                        "cut", repair.cut(), "kept", repair.kept().toString()))
                .toList();
    }

    private static Map<String, Object> spent(PipelineState state) {
        return document(state.usage().meter());
    }

    static Map<String, Object> document(Meter meter) {
        return JsonOutput.fields(
                "agent_calls",
                meter.agentCalls(),
                "wall_ms",
                meter.wallMillis(),
                "usd",
                meter.microUsd().known().map(ValueFormatter::dollars),
                "tokens",
                meter.tokens().reported(),
                "usd_unreported",
                meter.microUsd().unreported(),
                "usd_charged",
                ValueFormatter.dollars(meter.microUsd().charged()),
                "tokens_unreported",
                meter.tokens().unreported(),
                "tokens_charged",
                meter.tokens().charged(),
                "usd_estimated",
                meter.microUsd().estimated().map(ValueFormatter::dollars));
    }

    private static Map<String, Object> budget(PipelineState state) {
        var fields = document(state.usage().budget());
        fields.put("phases", state.usage().phases().mapValues(RunDocument::document).toJavaMap());
        return fields;
    }

    private static Map<String, Object> document(Policy.Budget budget) {
        return JsonOutput.fields(
                "agent_calls",
                budget.agentCallsMax(),
                "wall_ms",
                budget.wallMillisMax(),
                "usd",
                budget.microUsdMax().map(ValueFormatter::dollars),
                "tokens",
                budget.tokensMax());
    }

    /**
     * What is asked, and the beginning of what it is about, are null where the artifact is gone.
     */
    private Map<String, Object> document(Gate gate) {
        return JsonOutput.fields(
                "id",
                gate.id(),
                "instance",
                gate.instance(),
                "revision",
                gate.revision(),
                "tree",
                gate.tree(),
                "reason",
                gate.reason(),
                "node",
                report.interrupt().map(Interrupt::node),
                "result",
                report.interrupt().map(Interrupt::result),
                "message",
                report.interrupt().map(Interrupt::message),
                "question",
                gate.question().map(QuestionFormatter::document));
    }

    private Map<String, Object> document(Fault fault) {
        return JsonOutput.fields(
                "kind",
                fault.kind(),
                "message",
                fault.message(),
                "output",
                fault.output(),
                "lines",
                report.result().failure().lines(),
                "lines_more",
                report.result().failure().more());
    }
}
