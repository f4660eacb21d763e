package dev.foldline.app.report;

import dev.foldline.app.report.DrawingLayout.Box;
import dev.foldline.app.report.DrawingLayout.Line;
import dev.foldline.app.report.DrawingLayout.Text;
import dev.foldline.core.workflow.Workflow;

import java.util.Locale;

/**
 * A workflow as an SVG picture of its own: the stages from top to bottom, their phases with their
 * steps, routes that skip phases on the left, routes that go back on the right. It refers to
 * nothing outside and follows the color scheme of the viewer.
 */
public final class WorkflowDrawing {
    private static final String STYLE =
            """
            <style>
              text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328; }
              .strong { font-weight: bold; }
              .faint { fill: #59636e; }
              .page { fill: #ffffff; }
              .stage { fill: #f6f8fa; stroke: #d1d9e0; }
              .phase { fill: #ffffff; stroke: #59636e; }
              .gate { fill: #fff8c5; stroke: #9a6700; stroke-width: 2; }
              .end { fill: #dafbe1; stroke: #1a7f37; }
              .now { stroke: #0969da; stroke-width: 4; }
              .route { fill: none; stroke: #59636e; marker-end: url(#tip); }
              .back { stroke-dasharray: 5 4; }
              .tip { fill: #59636e; }
              @media (prefers-color-scheme: dark) {
                text { fill: #f0f6fc; }
                .faint { fill: #9198a1; }
                .page { fill: #0d1117; }
                .stage { fill: #151b23; stroke: #3d444d; }
                .phase { fill: #0d1117; stroke: #9198a1; }
                .gate { fill: #3a2d00; stroke: #d29922; }
                .end { fill: #12261e; stroke: #3fb950; }
                .now { stroke: #4493f8; }
                .route { stroke: #9198a1; }
                .tip { fill: #9198a1; }
              }
            </style>
            """;
    private static final String TIP =
            """
            <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
            <path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>
            """;

    private final StringBuilder text = new StringBuilder();

    private WorkflowDrawing() {}

    /** Returns the picture as an SVG document. */
    public static String svg(WorkflowGraph graph) {
        var drawing = new WorkflowDrawing();
        drawing.write(graph.workflow(), DrawingLayout.of(graph));
        return drawing.text.toString();
    }

    private void write(Workflow workflow, DrawingLayout layout) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                                + " viewBox=\"0 0 %d %d\" role=\"img\">%n",
                        layout.width(),
                        layout.height(),
                        layout.width(),
                        layout.height()));
        text.append("<title>").append(escaped(workflow.name())).append("</title>\n");
        text.append("<desc>")
                .append(escaped(BoundReport.text(workflow)))
                .append("</desc>\n")
                .append(STYLE)
                .append(TIP)
                .append("<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
        layout.boxes().forEach(this::box);
        layout.lines().forEach(this::line);
        layout.texts().forEach(this::text);
        text.append("</svg>\n");
    }

    private void box(Box box) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
                                + " rx=\"%d\"/>%n",
                        box.style(),
                        box.x(),
                        box.y(),
                        box.width(),
                        box.height(),
                        box.style().equals("end") ? box.height() / 2 : 6));
    }

    private void line(Line line) {
        text.append("<path class=\"route")
                .append(line.isBack() ? " back" : "")
                .append("\" d=\"")
                .append(line.path())
                .append("\"/>\n");
    }

    private void text(Text words) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
                        words.style(),
                        words.x(),
                        words.y(),
                        words.anchor(),
                        escaped(words.words())));
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
