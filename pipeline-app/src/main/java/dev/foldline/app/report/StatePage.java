package dev.foldline.app.report;

import dev.foldline.app.history.SlotFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.LocalContentFormatter;
import dev.foldline.app.repository.Point;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Item;
import dev.foldline.core.verdict.VerdictText;
import dev.foldline.effects.json.Wire;

import java.util.Map;

/** A whole state as a page of text, slice by slice; empty parts are left out. */
public final class StatePage {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.state/1";

    private final Point point;
    private final TextStyle paint;
    private final StringBuilder text = new StringBuilder();

    public StatePage(Point point, TextStyle paint) {
        this.point = point;
        this.paint = paint;
    }

    /**
     * For programs.
     *
     * @param run what the user calls it
     */
    public static Map<String, Object> document(String run, Point point) {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                run,
                "seq",
                point.seq(),
                "state",
                new JsonOutput.Raw(Wire.toJson(point.state())));
    }

    /** Formats the state as text. */
    public String text() {
        var state = point.state();
        head("run");
        row("id", state.header().run() + ", after event " + point.seq());
        row(
                "workflow",
                state.workflow().name()
                        + " "
                        + state.workflow().version()
                        + ", rules "
                        + state.header().rules());
        row("lifecycle", SlotFormatter.of(state.lifecycle()));
        row(
                "cursor",
                SlotFormatter.of(state.cursor())
                        + ": "
                        + ValueFormatter.place(state)
                        + ", revision "
                        + state.revision()
                        + ", attempt "
                        + state.usage().tally().attempt());
        row(
                "counters",
                "ticket "
                        + state.header().ticket()
                        + ", inputs "
                        + state.header().lastInput()
                        + ", driver starts "
                        + state.header().epoch());
        slots(state);
        ledger(state);
        items(state);
        agents(state);
        spent(state);
        return text.toString();
    }

    private void slots(PipelineState state) {
        head("slots");
        row("in flight", SlotFormatter.of(state.slots().inFlight()));
        row("gate", SlotFormatter.of(state.slots().gate()));
        row("recovery", SlotFormatter.of(state.slots().recovery()));
        row("retry", SlotFormatter.of(state.slots().retry()));
        row("continuation", SlotFormatter.of(state.slots().continuation()));
    }

    private void findings(Findings findings) {
        findings.checks()
                .forEach(
                        (check, evidence) ->
                                row(
                                        check,
                                        switch (evidence) {
                                            case Findings.Evidence.Passed(var tree) ->
                                                    "passed on tree " + ValueFormatter.hash(tree);
                                            case Findings.Evidence.Tolerated(_, var verdict) ->
                                                    VerdictText.of(verdict);
                                            case Findings.Evidence.Failed(_, var times) ->
                                                    "failed, "
                                                            + ValueFormatter.count(times, "time")
                                                            + " in a row with the same output";
                                        }));
        findings.rejection()
                .forEach(
                        rejection ->
                                row(
                                        "commit",
                                        "rejected, "
                                                + ValueFormatter.count(rejection.times(), "time")
                                                + " in a row for the same reason"));
    }

    private void ledger(PipelineState state) {
        var ledger = state.ledger();
        var repository = ledger.repository();
        head("ledger");
        row("branch", repository.branch().getOrElse("none"));
        repository.base().forEach(base -> row("base", base));
        repository.head().forEach(commit -> row("head", commit));
        repository.tree().forEach(tree -> row("tree", tree));
        repository.protectedPaths().forEach(path -> row("kept", path));
        repository.local().own().forEach(each -> row("yours", each.name()));
        if (!repository.local().left().isEmpty())
            row("left out", LocalContentFormatter.names(repository.local().left()));
        ledger.commits()
                .forEach(
                        commit ->
                                row(
                                        "commit",
                                        ValueFormatter.hash(commit.hash())
                                                + " "
                                                + ValueFormatter.oneLine(commit.subject())));
        ledger.artifacts().forEach((name, blob) -> row(name, blob));
        findings(ledger.findings());
        ledger.feedback()
                .forEach(
                        (phase, remarks) ->
                                remarks.forEach(
                                        remark ->
                                                row(
                                                        "feedback",
                                                        phase
                                                                + ", execution "
                                                                + remark.execution()
                                                                + ": "
                                                                + ValueFormatter.oneLine(
                                                                        remark.message()))));
        ledger.executions().forEach((phase, count) -> row("executed", phase + " " + count));
        ledger.prompt().forEach(prompt -> row("prompt", prompt));
        ledger.lastFault()
                .forEach(
                        fault ->
                                row(
                                        "last fault",
                                        ValueFormatter.oneLine(ValueFormatter.of(fault))));
    }

    private void items(PipelineState state) {
        if (state.items().lists().isEmpty()) return;
        head("items");
        state.items()
                .lists()
                .forEach(
                        (list, items) ->
                                items.forEach(
                                        item ->
                                                row(
                                                        list,
                                                        item.id()
                                                                + " "
                                                                + status(item)
                                                                + ": "
                                                                + ValueFormatter.oneLine(
                                                                        item.title()))));
    }

    private static String status(Item item) {
        return switch (item.status()) {
            case Item.Todo _ -> "to do";
            case Item.Running(var ticket) -> "running, ticket " + ticket;
            case Item.Done _ -> "done";
            case Item.Failed(var why) -> "failed, " + why;
        };
    }

    private void agents(PipelineState state) {
        if (state.agents().equals(Agents.FRESH)) return;
        head("agents");
        state.agents()
                .chains()
                .forEach(
                        (role, chain) ->
                                row(
                                        role,
                                        state.policy().chain(role).mkString(", ")
                                                + (chain.failed().isEmpty()
                                                        ? ""
                                                        : ", failed: "
                                                                + chain.failed().mkString(", "))
                                                + ", cycle "
                                                + (chain.cycle() + 1)
                                                + chain.session()
                                                        .map(
                                                                session ->
                                                                        ", session "
                                                                                + session.id()
                                                                                + " of "
                                                                                + session.agent())
                                                        .getOrElse("")));
        state.agents()
                .resting()
                .forEach(
                        (agent, rest) ->
                                row(
                                        "resting",
                                        agent
                                                + " until "
                                                + LocalTimeFormatter.second(rest.until())));
        state.agents()
                .silent()
                .forEach(
                        (agent, silence) ->
                                row(
                                        "silent",
                                        agent
                                                + ", "
                                                + ValueFormatter.count(silence.calls(), "call")
                                                + " in a row"));
        state.agents()
                .barred()
                .forEach(
                        (agent, fault) ->
                                row(
                                        "barred",
                                        agent
                                                + ", "
                                                + ValueFormatter.oneLine(
                                                        ValueFormatter.of(fault))));
    }

    private void spent(PipelineState state) {
        var spent = state.usage();
        var tally = spent.tally();
        head("spent");
        row(
                "phase",
                "attempt "
                        + tally.attempt()
                        + ", refused outputs "
                        + tally.outputs()
                        + ", same agent "
                        + tally.sameAgent()
                        + ", continuations "
                        + tally.continuations()
                        + (tally.failures() == 0
                                ? ""
                                : ", failed " + tally.failures() + " times in a row"));
        row("rewinds", spent.rewinds() + " of " + state.policy().limits().rewindsMax());
        row(
                "agents",
                ValueFormatter.count(spent.meter().agentCalls(), "call")
                        + ", "
                        + ValueFormatter.duration(spent.meter().wallMillis())
                        + ValueFormatter.amount(
                                        spent.meter().tokens(),
                                        tokens -> ValueFormatter.count(tokens, "token"))
                                .map(tokens -> ", " + tokens)
                                .getOrElse("")
                        + ValueFormatter.amount(
                                        spent.meter().microUsd(),
                                        usd -> "$" + ValueFormatter.money(usd))
                                .map(usd -> ", " + usd)
                                .getOrElse(""));
        spent.routeUses().forEach((route, count) -> row("back", route + " " + count));
    }

    private void head(String title) {
        text.append(text.isEmpty() ? "" : "\n").append(paint.strong(title)).append('\n');
    }

    private void row(String label, String value) {
        text.append("  ")
                .append(label)
                .append(" ".repeat(Math.max(1, 14 - label.length())))
                .append(Printable.line(value))
                .append('\n');
    }
}
