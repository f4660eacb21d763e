package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.POINT;

import dev.foldline.app.report.RunReport;
import dev.foldline.app.report.file.ReportPage;
import dev.foldline.app.repository.RunHistory;

import java.io.IOException;
import java.nio.file.Files;

/** Reports that can be shared. */
final class ReportQueries {
    private static final Field<Boolean> MARKDOWN =
            Field.truth("markdown", "write Markdown for a pull request instead of HTML");
    private static final Field<String> OUTPUT =
            Field.text("output", "file to write; without it, the report is printed")
                    .onCommandLineOnly()
                    .asFlag("FILE", "-o", "--output");

    private ReportQueries() {}

    static final Operation REPORT =
            Operation.query(
                            "report",
                            "Write a report on a run that can be shared: one HTML file, or"
                                    + " Markdown.",
                            ReportPage.SCHEMA,
                            ReportQueries::report)
                    .withFields(POINT, MARKDOWN, OUTPUT)
                    .withExamples(
                            "foldline report -o report.html     the latest run",
                            "foldline report @~1 --markdown     a comment for a pull request")
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_report"));

    private static OperationResult report(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var argument = RunArgument.parse(input.get(POINT));
        var run = context.read(argument.run());
        var history = RunHistory.open(run);
        var point = argument.point(history);
        var report = RunReport.of(run, point, context.checkout().root());
        var page =
                context.withRepository(
                        here ->
                                ReportPage.of(
                                        history,
                                        point.seq(),
                                        report,
                                        here,
                                        input.get(MARKDOWN)
                                                ? ReportPage.Format.MARKDOWN
                                                : ReportPage.Format.HTML));
        var file = input.find(OUTPUT);
        if (file.isEmpty()) return OperationResult.of(page.document(), _ -> page.text());
        var target = context.directory().resolve(file.get());
        Files.writeString(target, page.text());
        return OperationResult.of(page.document(), _ -> "wrote " + file.get() + "\n");
    }
}
