package dev.foldline.app.report.file;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.repository.ReplayStep;

import java.util.LinkedHashMap;
import java.util.List;

/** The report on a run in Markdown, as a comment on a pull request: short, without diffs. */
final class MarkdownReport {
    private static final int ROWS_MAX = 20;

    private final ReportContent content;
    private final StringBuilder text = new StringBuilder();

    private MarkdownReport(ReportContent content) {
        this.content = content;
    }

    static String of(ReportContent content) {
        var report = new MarkdownReport(content);
        report.write();
        return report.text.toString();
    }

    private void write() {
        line("### Foldline run `" + content.run() + "`");
        line("");
        line(
                "Workflow `"
                        + content.state().workflow().name()
                        + "`. "
                        + MarkdownText.of(content.standing().sentence()));
        failure();
        result();
        commits();
        checks();
        events("Gates", content.gates());
        events("Failures", content.failures());
        costs();
    }

    private void failure() {
        var failure = content.result().failure();
        if (failure.lines().isEmpty()) return;
        line("");
        failure.lines().forEach(line -> line("    " + line));
        if (failure.more() > 0) line("    ... and " + failure.more() + " more");
    }

    private void result() {
        var rows = content.result().rows();
        if (rows.isEmpty()) return;
        title("Result");
        rows.forEach(row -> line("- " + row._1() + ": " + MarkdownText.of(row._2())));
    }

    private void commits() {
        if (content.commits().isEmpty()) return;
        title("Commits" + content.size().map(size -> ": " + size).orElse(""));
        for (var each : content.commits().stream().limit(ROWS_MAX).toList())
            line("- " + ValueFormatter.hash(each.hash()) + " " + MarkdownText.of(each.subject()));
        more(content.commits().size());
    }

    /** The last result of each check. */
    private void checks() {
        if (content.checks().isEmpty()) return;
        title("Checks");
        var last = new LinkedHashMap<String, ReportContent.ReportedCheck>();
        content.checks().forEach(each -> last.put(each.name(), each));
        for (var each : last.values())
            line(
                    "- "
                            + MarkdownText.of(EventFormatter.of(each.step()))
                            + ", event "
                            + each.step().seq());
    }

    private void events(String title, List<ReplayStep> steps) {
        if (steps.isEmpty()) return;
        title(title);
        for (var each : steps.stream().limit(ROWS_MAX).toList())
            line(
                    "- "
                            + each.seq()
                            + " "
                            + MarkdownText.of(each.phase())
                            + ": "
                            + MarkdownText.of(EventFormatter.of(each)));
        more(steps.size());
    }

    private void costs() {
        var total = content.costs().total().meter();
        title("Cost");
        line(
                "- "
                        + ValueFormatter.count(total.agentCalls(), "call")
                        + ", "
                        + ValueFormatter.duration(total.wallMillis())
                        + ", "
                        + ValueFormatter.amount(
                                        total.microUsd(), usd -> "$" + ValueFormatter.money(usd))
                                .getOrElse("dollars unknown"));
    }

    private void more(int count) {
        if (count > ROWS_MAX) line("- and " + (count - ROWS_MAX) + " more");
    }

    private void title(String title) {
        line("");
        line("**" + title + "**");
        line("");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
