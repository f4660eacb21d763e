package dev.foldline.app.report;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.history.QuestionFormatter;
import dev.foldline.app.history.ResultSummary;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.KnownHeads;
import dev.foldline.app.repository.LocalContentFormatter;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.SeriesPosition;
import dev.foldline.app.run.PastRepair;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.Interrupt;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Policy;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.projection.GateQuestion;
import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.Tuple2;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a run stands: what {@code run}, {@code demo}, {@code resume} and {@code status} answer.
 *
 * @param repository the working tree
 * @param driver the living process that drives the run
 * @param interrupt what a person is asked, if a gate is open
 * @param repairs what was cut off its log
 * @param series its position in a series of runs
 * @param recordingBytes the size of its recording; none if there is no recording
 * @param origin what it is for, and when it started
 * @param result what it has come to, beside its sentence
 */
public record RunReport(
        Point point,
        RunSummary standing,
        Path repository,
        Optional<RunLock.Holder> driver,
        Option<Interrupt> interrupt,
        List<PastRepair> repairs,
        Option<SeriesPosition> series,
        Option<Long> recordingBytes,
        RunOrigin origin,
        ResultSummary result) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.run/1";

    /** The report on a run as it stands in its log now. */
    public static RunReport of(RunDirectory run, Point point, Path repository) throws IOException {
        var driver = RunLock.holder(run.lock());
        return of(run, point, repository, driver, driver.isPresent());
    }

    /**
     * The report on a copy of a run.
     *
     * @param driven whether some clone drives the run
     */
    public static RunReport ofPublished(
            RunDirectory copy, Point point, Path repository, boolean driven) throws IOException {
        return of(copy, point, repository, Optional.empty(), driven);
    }

    private static RunReport of(
            RunDirectory run,
            Point point,
            Path repository,
            Optional<RunLock.Holder> driver,
            boolean driven)
            throws IOException {
        var series = SeriesPosition.of(run);
        var standing = standing(run, point, driven);
        return new RunReport(
                point,
                series.filter(_ -> !standing.isCut())
                        .map(position -> standing.in(position, point.state()))
                        .getOrElse(standing),
                repository,
                driver,
                openQuestion(run, point),
                PastRepair.of(run),
                series,
                recordingBytes(run),
                RunOrigin.of(run, point.state()),
                ResultSummary.of(run, point.state(), point.seq(), standing));
    }

    static Option<Long> recordingBytes(RunDirectory run) throws IOException {
        var recording = new RunRecording(run);
        return recording.exists() ? Option.of(recording.bytes()) : Option.none();
    }

    /** The same, read from the run's log. */
    public static RunReport of(RunDirectory run, Path repository) throws IOException {
        return of(run, RunHistory.open(run).latest(), repository);
    }

    /**
     * The document about a run as it is in its log now. Of an ended run it is the one stored beside
     * its log, if that was made of this log; else it is made, and stored.
     */
    public static Map<String, Object> document(RunDirectory run, Path repository)
            throws IOException {
        var stored = StoredStatus.find(run, repository);
        if (stored.isDefined()) return stored.get();
        var report = of(run, repository);
        var document = report.document();
        if (report.isFinal()) StoredStatus.store(run, report.point(), document);
        return document;
    }

    /**
     * Returns whether everything in its document follows from the log, which has its last event.
     */
    private boolean isFinal() {
        return point.state().lifecycle() instanceof Lifecycle.Ended
                && !standing.isCut()
                && driver.isEmpty()
                && repairs.isEmpty()
                && series.isEmpty();
    }

    /** Who drives a run has compared its log with what is known of it. */
    private static RunSummary standing(RunDirectory run, Point point, boolean driven)
            throws IOException {
        var missing = driven ? Optional.<LogDamage>empty() : KnownHeads.missing(run, point);
        return missing.map(damage -> RunSummary.cut(damage, run.id().text()))
                .orElseGet(() -> RunSummary.of(point.state(), run.id().text(), driven))
                .repaired(!PastRepair.of(run).isEmpty());
    }

    /** The driver that has just taken the run answers for it: nothing is asked yet. */
    public static RunReport ofRunning(RunDirectory run, Point point, Path repository)
            throws IOException {
        return new RunReport(
                point,
                RunSummary.running(run.id().text()),
                repository,
                RunLock.holder(run.lock()),
                openQuestion(run, point),
                PastRepair.of(run),
                SeriesPosition.of(run),
                recordingBytes(run),
                RunOrigin.of(run, point.state()),
                ResultSummary.NONE);
    }

    /** A report is given also when the blob that would be shown is gone. */
    private static Option<Interrupt> openQuestion(RunDirectory run, Point point) {
        try {
            return GateQuestion.of(point.state(), run.blobs());
        } catch (IOException lost) {
            return Option.none();
        }
    }

    /** The same report of a command that ends with another code than the log alone would tell. */
    public RunReport leftFor(Optional<ExitCode> exit) {
        return new RunReport(
                point,
                exit.map(standing::leftFor).orElse(standing),
                repository,
                driver,
                interrupt,
                repairs,
                series,
                recordingBytes,
                origin,
                result);
    }

    /** Returns whether the next run of its series is to be started. */
    public boolean isDue() {
        return series.exists(position -> position.isDue(point.state()));
    }

    /** The document {@value #SCHEMA}; what is unknown is null, never 0. */
    public Map<String, Object> document() {
        return new RunDocument(this).fields();
    }

    Option<Gate> gate() {
        return point.state().slots().gate() instanceof GateSlot.Open(var open)
                ? Option.of(open)
                : Option.none();
    }

    private Vector<Tuple2<String, String>> question() {
        return gate().flatMap(Gate::question).toVector().flatMap(QuestionFormatter::rows);
    }

    /** Formats the report as about ten lines of text. */
    public String text(TextStyle paint) {
        var state = point.state();
        var repo = state.ledger().repository();
        var text =
                new StringBuilder(paint.strong(state.header().run()))
                        .append(' ')
                        .append(sentence(paint))
                        .append('\n');
        origin.title().forEach(title -> row(text, "title", title));
        question().forEach(each -> row(text, each._1(), each._2()));
        failure(text);
        standing.advice().ifPresent(advice -> row(text, "advice", advice));
        row(
                text,
                "workflow",
                state.workflow().name()
                        + ", "
                        + ValueFormatter.place(state)
                        + ", event "
                        + point.seq());
        currentEffect()
                .filter(_ -> standing.fault().isEmpty())
                .forEach(
                        effect ->
                                row(
                                        text,
                                        standing.reason().equals("running") ? "now" : "at",
                                        EffectFormatter.of(effect)));
        row(
                text,
                "branch",
                repo.branch().getOrElse("none yet")
                        + repo.head()
                                .map(head -> " at " + ValueFormatter.hash(head))
                                .getOrElse(""));
        work(text, state);
        row(text, "started", started(state));
        row(
                text,
                "spent",
                meters(state.usage().meter(), state.usage().budget())
                        + unknown(state.usage().meter()));
        state.usage()
                .phases()
                .filter((phase, _) -> state.usage().meter(phase).agentCalls() > 0)
                .forEach(
                        (phase, budget) ->
                                row(
                                        text,
                                        "",
                                        phase + ": " + meters(state.usage().meter(phase), budget)));
        series.map(SeriesFormatter::text).forEach(words -> row(text, "series", words));
        repairs.forEach(repair -> row(text, "repaired", repair.text()));
        driver.ifPresent(holder -> row(text, "driver", holder.toString()));
        standing.next().forEach(command -> row(text, "next", command));
        return text.toString();
    }

    private void work(StringBuilder text, PipelineState state) {
        var repository = state.ledger().repository();
        row(text, "commits", commits(state));
        result.rows().forEach(row -> row(text, row._1(), row._2()));
        for (var link : repository.request().link())
            row(text, "request", "#" + link.number() + " " + link.url());
        LocalContentFormatter.rows(repository.local())
                .forEach(row -> row(text, row._1(), row._2()));
    }

    private void failure(StringBuilder text) {
        result.failure().lines().forEach(line -> row(text, "", line));
        if (result.failure().more() > 0)
            row(text, "", "... and " + ValueFormatter.count(result.failure().more(), "more line"));
    }

    /** Formats what only a user who asks for more wants to know. */
    public String details() {
        var text = new StringBuilder();
        row(
                text,
                "recording",
                recordingBytes.map(bytes -> ValueFormatter.count(bytes, "byte")).getOrElse("none"));
        return text.toString();
    }

    /** Describes the running or next effect; empty once the run is over. */
    Option<Effect> currentEffect() {
        var state = point.state();
        var effect =
                state.slots()
                        .inFlight()
                        .running()
                        .<Effect>map(deed -> deed)
                        .getOrElse(() -> Pipeline.determineNextEffect(state));
        return effect instanceof Control.Stop ? Option.none() : Option.of(effect);
    }

    private String sentence(TextStyle paint) {
        return standing.reason().equals("failed") || standing.reason().equals("halted")
                ? paint.bad(standing.sentence())
                : standing.exit().value() == 0
                        ? paint.good(standing.sentence())
                        : paint.careful(standing.sentence());
    }

    private static String commits(PipelineState state) {
        var commits = CommitSquash.onBranch(state.ledger());
        if (commits.isEmpty())
            return state.workflow().children().isEmpty()
                    ? "none"
                    : "none of its own; its child runs have theirs";
        return commits.size()
                + ValueFormatter.squashed(state.ledger())
                + ", the last is "
                + ValueFormatter.hash(commits.last().hash())
                + " "
                + ValueFormatter.oneLine(commits.last().subject());
    }

    private String started(PipelineState state) {
        return LocalTimeFormatter.minute(origin.startedAt())
                + (state.lifecycle() instanceof Lifecycle.Ended ? ", took " : ", last event after ")
                + ValueFormatter.duration(origin.took().toMillis());
    }

    /** Says that no call has reported its cost. */
    private static String unknown(Meter meter) {
        return meter.agentCalls() > 0
                        && ValueFormatter.amount(meter.microUsd(), String::valueOf).isEmpty()
                ? ", cost unknown"
                : "";
    }

    static String meters(Meter meter, Policy.Budget budget) {
        return meter.agentCalls()
                + budget.agentCallsMax().map(max -> " of " + max).getOrElse("")
                + " agent calls, "
                + ValueFormatter.duration(meter.wallMillis())
                + budget.wallMillisMax()
                        .map(max -> " of " + ValueFormatter.duration(max))
                        .getOrElse("")
                + ValueFormatter.amount(meter.microUsd(), usd -> "$" + ValueFormatter.money(usd))
                        .map(usd -> ", " + usd)
                        .getOrElse("")
                + budget.microUsdMax().map(max -> " of $" + ValueFormatter.money(max)).getOrElse("")
                + budget.tokensMax()
                        .map(max -> ", " + meter.tokens().total() + " of " + max + " tokens")
                        .getOrElse("");
    }

    private static void row(StringBuilder text, String label, String value) {
        text.append("  ")
                .append(label)
                .append(" ".repeat(Math.max(1, 10 - label.length())))
                .append(Printable.line(value))
                .append('\n');
    }
}
