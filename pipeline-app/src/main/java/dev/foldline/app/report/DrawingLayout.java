package dev.foldline.app.report;

import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the parts of a drawn workflow are, in pixels. The phases form one column, so a layout needs
 * only their heights, and a lane beside the column for each route that does not lead to the next
 * phase.
 */
final class DrawingLayout {
    static final int CHARACTER = 8;
    private static final int LINE = 16;
    private static final int PAD = 12;
    private static final int GAP = 30;
    private static final int HEADER = 28;
    private static final int LANE = 16;
    private static final int STEPS_MAX = 8;
    private static final int TEXT_MAX = 44;

    /**
     * A rectangle.
     *
     * @param style {@code stage}, {@code phase}, {@code gate} or {@code end}, with {@code now} if a
     *     run is there
     */
    record Box(String style, int x, int y, int width, int height) {
        int right() {
            return x + width;
        }

        int bottom() {
            return y + height;
        }

        int middle() {
            return x + width / 2;
        }
    }

    /** A route as the data of an SVG path. */
    record Line(String path, boolean isBack) {}

    /** One line of text. */
    record Text(String style, int x, int y, String anchor, String words) {}

    private final WorkflowGraph graph;
    private final Workflow workflow;
    private final Map<String, Box> nodes = new LinkedHashMap<>();
    private final List<Box> boxes = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<Text> texts = new ArrayList<>();
    private final DrawingLanes lanes;
    private int width;
    private int y;

    private DrawingLayout(WorkflowGraph graph) {
        this.graph = graph;
        this.workflow = graph.workflow();
        this.lanes = new DrawingLanes(ids(workflow), graph.edges());
    }

    static DrawingLayout of(WorkflowGraph graph) {
        var layout = new DrawingLayout(graph);
        layout.place();
        return layout;
    }

    int width() {
        return width;
    }

    int height() {
        return y;
    }

    List<Box> boxes() {
        return boxes;
    }

    List<Line> lines() {
        return lines;
    }

    List<Text> texts() {
        return texts;
    }

    private static List<String> ids(Workflow workflow) {
        var ids = new ArrayList<String>();
        for (var stage : workflow.stages())
            stage.phases().forEach(phase -> ids.add(WorkflowGraph.id(stage, phase)));
        ids.add(WorkflowGraph.END);
        return ids;
    }

    private void place() {
        int left = PAD + lanes.leftLanes() * LANE;
        int inner = PAD + lanes.leftLabels() * CHARACTER;
        int node = nodeWidth();
        int outer = PAD + lanes.rightLabels() * CHARACTER;
        var column = new Column(left, left + inner, node, inner + node + outer);
        y = PAD + LINE;
        texts.add(new Text("strong", left, y, "start", workflow.name()));
        y += LINE;
        texts.add(new Text("faint", left, y, "start", BoundReport.text(workflow)));
        y += PAD;
        for (var stage : workflow.stages()) stage(stage, column);
        int end = LINE + PAD;
        var box = new Box("end", column.x + (node - 80) / 2, y, 80, end);
        put(WorkflowGraph.END, box);
        texts.add(new Text("strong", box.middle(), y + end / 2 + 4, "middle", "end"));
        y += end + PAD;
        width =
                Math.max(
                        left + column.total + lanes.rightLanes() * LANE + PAD,
                        left + BoundReport.text(workflow).length() * CHARACTER + PAD);
        lanes.routes(nodes, left, left + column.total, lines, texts);
    }

    /**
     * The column of the phases.
     *
     * @param stage left edge of the stages
     * @param x left edge of the phases
     * @param node width of the phases
     * @param total width of the stages
     */
    private record Column(int stage, int x, int node, int total) {}

    private void put(String id, Box box) {
        nodes.put(id, box);
        boxes.add(box);
    }

    private void stage(Stage stage, Column column) {
        int top = y;
        int index = boxes.size();
        texts.add(
                new Text(
                        "faint",
                        column.stage + PAD,
                        y + HEADER - 10,
                        "start",
                        shortened(stage.id() + ", " + WorkflowGraph.turns(stage))));
        y += HEADER;
        for (var phase : stage.phases()) phase(stage, phase, column);
        y -= GAP - PAD;
        boxes.add(index, new Box("stage", column.stage, top, column.total, y - top));
        y += GAP;
    }

    private void phase(Stage stage, Phase phase, Column column) {
        var id = WorkflowGraph.id(stage, phase);
        var steps = StepLines.of(phase, STEPS_MAX);
        boolean isGate = phase.gate().isDefined();
        int height = Math.max((steps.size() + 1) * LINE + PAD, lanes.ports(id) * LINE + PAD);
        var style = (isGate ? "gate" : "phase") + (graph.isCurrent(stage, phase) ? " now" : "");
        put(id, new Box(style, column.x, y, column.node, height));
        texts.add(
                new Text(
                        "strong",
                        column.x + PAD,
                        y + LINE,
                        "start",
                        shortened(graph.title(stage, phase))));
        for (int i = 0; i < steps.size(); i++)
            texts.add(
                    new Text(
                            "faint",
                            column.x + PAD,
                            y + (i + 2) * LINE,
                            "start",
                            shortened(steps.get(i))));
        y += height + GAP;
    }

    private int nodeWidth() {
        return workflow.stages()
                                .flatMap(
                                        stage ->
                                                stage.phases()
                                                        .flatMap(phase -> words(stage, phase)))
                                .map(words -> Math.min(words.length(), TEXT_MAX))
                                .max()
                                .getOrElse(0)
                        * CHARACTER
                + 2 * PAD;
    }

    private Vector<String> words(Stage stage, Phase phase) {
        return Vector.ofAll(StepLines.of(phase, STEPS_MAX)).append(graph.title(stage, phase));
    }

    private static String shortened(String words) {
        return words.length() <= TEXT_MAX ? words : words.substring(0, TEXT_MAX - 1) + "…";
    }
}
