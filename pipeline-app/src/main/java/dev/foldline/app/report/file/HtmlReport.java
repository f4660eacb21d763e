package dev.foldline.app.report.file;

import dev.foldline.app.history.CostSheet;
import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.Version;
import dev.foldline.app.report.LogLines;
import dev.foldline.app.repository.LocalContentFormatter;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.core.decide.Rules;

import java.time.Duration;
import java.util.List;

/** The report on a run as one HTML file that refers to nothing outside. */
final class HtmlReport {
    private static final String STYLE =
            """
            :root { color-scheme: light dark; --ink: #1f2328; --faint: #59636e; --line: #d1d9e0; --page: #fff; --bad: #b3261e; --good: #1a7f37; }
            @media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --faint: #9198a1; --line: #3d444d; --page: #0d1117; --bad: #ff8e86; --good: #56d364; } }
            body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0 auto; max-width: 75rem; padding: 1rem; }
            h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
            table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; } th, td { text-align: left; padding: .15rem .6rem .15rem 0; vertical-align: top; }
            th { color: var(--faint); font-weight: 600; } pre, td.n { font: 13px/1.4 ui-monospace, monospace; }
            pre { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
            .bad { color: var(--bad); } .good { color: var(--good); } .faint { color: var(--faint); } summary { cursor: pointer; }
            nav a { margin-right: 1rem; } a { color: inherit; } tr:target { outline: 2px solid var(--faint); }
            @media print { body { max-width: none; } pre { white-space: pre-wrap; } }
            """;

    private final ReportContent content;
    private final Html html = new Html();

    private HtmlReport(ReportContent content) {
        this.content = content;
    }

    static String of(ReportContent content) {
        var report = new HtmlReport(content);
        report.write();
        return report.html.toString();
    }

    private void write() {
        html.markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .markup(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                                + " style-src 'unsafe-inline'\">\n")
                .markup("<meta name=\"viewport\" content=\"width=device-width\">\n")
                .element("title", "Run " + content.run())
                .markup("\n<style>\n" + STYLE + "</style>\n</head>\n<body>\n");
        overview();
        phases();
        commits();
        checks();
        gates();
        failures();
        costs();
        events();
        html.markup("<p class=\"faint\">")
                .text("Written by Foldline " + Version.text() + ".")
                .markup("</p>\n</body>\n</html>\n");
    }

    private void overview() {
        var state = content.state();
        html.markup("<header>\n").element("h1", "Run " + content.run()).markup("<p>");
        html.text(state.workflow().name() + ": ")
                .element("strong", content.standing().sentence())
                .markup("</p>\n<nav>");
        for (var each :
                List.of("phases", "commits", "checks", "gates", "failures", "costs", "events"))
            html.markup("<a href=\"#" + each + "\">" + each + "</a> ");
        html.markup("</nav>\n</header>\n");
        html.section("task", "Task")
                .block(content.task().orElse("The text of the task is no longer there."))
                .endSection();
        html.section("outcome", "Outcome").markup("<table><tbody>\n");
        var first = content.steps().getFirst();
        var last = content.steps().getLast();
        html.row("started", LogLines.TIME.format(first.at()));
        html.row("last event", LogLines.TIME.format(last.at()) + ", number " + last.seq());
        html.row(
                "took",
                ValueFormatter.duration(Duration.between(first.at(), last.at()).toMillis()));
        state.ledger().repository().branch().forEach(branch -> html.row("branch", branch));
        html.row("commits", ValueFormatter.commits(state.ledger()));
        content.size().ifPresent(size -> html.row("change", size));
        content.result().rows().forEach(row -> html.row(row._1(), row._2()));
        LocalContentFormatter.rows(state.ledger().repository().local())
                .forEach(row -> html.row(row._1(), row._2()));
        for (var next : content.standing().next()) html.row("next", next);
        html.endTable();
        var failure = content.result().failure();
        if (!failure.lines().isEmpty()) html.block(failure.lines().mkString("\n"));
        html.endSection();
    }

    private void phases() {
        html.section("phases", "Phases").head("event", "time", "phase", "turn", "execution");
        for (var step : content.phases()) {
            var key = step.after().effectKey();
            row(
                    step,
                    key.stage() + "/" + key.phase(),
                    Integer.toString(key.turn() + 1),
                    Integer.toString(key.revision()));
        }
        html.endTable().endSection();
    }

    private void commits() {
        html.section("commits", "Commits");
        if (content.commits().isEmpty()) html.element("p", "No commits.");
        for (var each : content.commits()) {
            var title = ValueFormatter.hash(each.hash()) + " " + each.subject();
            if (each.diff().isPresent()) html.folded(title, each.diff().get());
            else html.element("p", title + " (diff not included)");
        }
        html.endSection();
    }

    private void checks() {
        html.section("checks", "Checks");
        if (content.checks().isEmpty()) html.element("p", "No checks.");
        for (var each : content.checks()) {
            var title =
                    each.step().seq()
                            + "  "
                            + each.step().phase()
                            + "  "
                            + EventFormatter.of(each.step());
            if (each.output().isPresent()) html.folded(title, each.output().get());
            else html.element(each.passed() ? "p" : "p class=\"bad\"", title);
        }
        html.endSection();
    }

    private void gates() {
        html.section("gates", "Gates");
        if (content.gates().isEmpty()) html.element("p", "No gates.");
        else table(content.gates());
        html.endSection();
    }

    private void failures() {
        html.section("failures", "Failures");
        if (content.failures().isEmpty()) html.element("p", "No failures.");
        else table(content.failures());
        html.endSection();
    }

    private void table(List<ReplayStep> steps) {
        html.head("event", "time", "phase", "what", "rule");
        for (var step : steps)
            row(step, step.phase(), EventFormatter.of(step), step.rule().orElse(""));
        html.endTable();
    }

    /** A row that links to the event. */
    private void row(ReplayStep step, String... cells) {
        html.markup(
                "<tr><td class=\"n\"><a href=\"#e" + step.seq() + "\">" + step.seq() + "</a></td>");
        html.element("td class=\"faint\"", LogLines.TIME.format(step.at()));
        for (var each : cells) html.element("td", each);
        html.markup("</tr>\n");
    }

    private void costs() {
        html.section("costs", "Costs").head("phase", "agent", "calls", "time", "tokens", "dollars");
        for (var each : content.costs().rows()) cost(each, each.phase());
        cost(content.costs().total(), "total");
        html.endTable().endSection();
    }

    private void cost(CostSheet.Row row, String label) {
        html.row(
                label,
                row.agent(),
                Long.toString(row.meter().agentCalls()),
                ValueFormatter.duration(row.meter().wallMillis()),
                row.meter().tokens().reported().map(Object::toString).getOrElse("unknown"),
                ValueFormatter.amount(row.meter().microUsd(), ValueFormatter::money)
                        .getOrElse("unknown"));
    }

    private void events() {
        html.section("events", "Events")
                .element("p class=\"faint\"", "The last column is the decision after the event.")
                .head("event", "time", "phase", "what", "rule that decides next");
        for (var step : content.steps()) {
            html.markup("<tr id=\"e" + step.seq() + "\"><td class=\"n\">" + step.seq() + "</td>");
            html.element("td class=\"faint\"", LogLines.TIME.format(step.at()));
            html.element("td", step.phase());
            html.element(
                    LogLines.isFailure(step.event()) ? "td class=\"bad\"" : "td",
                    EventFormatter.of(step));
            html.element("td", next(step)).markup("</tr>\n");
        }
        html.endTable().endSection();
    }

    private static String next(ReplayStep step) {
        var decision = Rules.decide(step.after());
        return decision.priority()
                + ": "
                + decision.rule()
                + " → "
                + EffectFormatter.of(decision.effect());
    }
}
