package dev.foldline.app.report;

import dev.foldline.app.report.DrawingLayout.Box;
import dev.foldline.app.report.DrawingLayout.Line;
import dev.foldline.app.report.DrawingLayout.Text;
import dev.foldline.app.report.WorkflowGraph.Edge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The routes beside the column of phases. A route to the next phase is a straight arrow; one that
 * skips phases runs in a lane on the left, one that goes back in a lane on the right. Shorter
 * routes are nearer to the column, and ports are ordered so that routes of one phase do not cross.
 */
final class DrawingLanes {
    private static final int LANE = 16;
    private static final int PORT = 16;

    private final List<Lane> all = new ArrayList<>();

    /** All routes from one phase to another, by index in the column. */
    private record Lane(int from, int to, boolean isBack, List<String> labels, int lane) {
        Lane at(int number) {
            return new Lane(from, to, isBack, labels, number);
        }

        boolean isStraight() {
            return lane < 0;
        }

        boolean isLeft() {
            return to > from;
        }

        int length() {
            return Math.abs(to - from);
        }

        boolean overlaps(Lane other) {
            return Math.min(from, to) <= Math.max(other.from, other.to)
                    && Math.min(other.from, other.to) <= Math.max(from, to);
        }

        String label() {
            return String.join(", ", labels.stream().filter(each -> !each.isEmpty()).toList());
        }
    }

    private final List<String> ids;

    DrawingLanes(List<String> ids, List<Edge> edges) {
        this.ids = ids;
        var merged = new LinkedHashMap<String, Lane>();
        for (var edge : edges)
            merged.computeIfAbsent(
                            edge.from() + " " + edge.to() + " " + edge.back(),
                            _ ->
                                    new Lane(
                                            ids.indexOf(edge.from()),
                                            ids.indexOf(edge.to()),
                                            edge.back(),
                                            new ArrayList<>(),
                                            0))
                    .labels()
                    .add(edge.label());
        merged.values().stream()
                .sorted(Comparator.comparingInt(Lane::length).thenComparing(Lane::isBack))
                .forEach(this::assign);
    }

    private void assign(Lane edge) {
        boolean isStraight =
                edge.to == edge.from + 1
                        && all.stream()
                                .noneMatch(
                                        other ->
                                                other.isStraight()
                                                        && other.from == edge.from
                                                        && other.to == edge.to);
        if (isStraight) {
            all.add(edge.at(-1));
            return;
        }
        int lane = 0;
        while (isTaken(edge, lane)) lane++;
        all.add(edge.at(lane));
    }

    private boolean isTaken(Lane edge, int lane) {
        return all.stream()
                .anyMatch(
                        other ->
                                other.lane == lane
                                        && other.isLeft() == edge.isLeft()
                                        && other.overlaps(edge));
    }

    int leftLanes() {
        return lanes(true);
    }

    int rightLanes() {
        return lanes(false);
    }

    private int lanes(boolean left) {
        return all.stream()
                        .filter(each -> each.isLeft() == left)
                        .mapToInt(Lane::lane)
                        .max()
                        .orElse(-1)
                + 1;
    }

    /** Returns the length of the longest label on the left. */
    int leftLabels() {
        return labels(true);
    }

    int rightLabels() {
        return labels(false);
    }

    private int labels(boolean left) {
        return all.stream()
                .filter(each -> !each.isStraight() && each.isLeft() == left)
                .mapToInt(each -> each.label().length())
                .max()
                .orElse(0);
    }

    /** Returns the number of ports that a phase needs on its fuller side. */
    int ports(String id) {
        int index = ids.indexOf(id);
        return Math.max(ports(index, true).size(), ports(index, false).size());
    }

    /** One end of a route at a phase. */
    private record Port(Lane edge, boolean isStart) {}

    /** Returns the ports at one side of a phase from top to bottom. */
    private List<Port> ports(int node, boolean left) {
        var starts = new ArrayList<Port>();
        var ends = new ArrayList<Port>();
        all.stream()
                .filter(each -> !each.isStraight() && each.isLeft() == left)
                .sorted(Comparator.comparingInt(Lane::lane))
                .forEach(
                        each -> {
                            if (each.from == node) starts.add(new Port(each, true));
                            if (each.to == node) ends.add(new Port(each, false));
                        });
        var upward = left ? ends : starts;
        var downward = left ? starts : ends;
        var ports = new ArrayList<>(upward);
        ports.addAll(downward.reversed());
        return ports;
    }

    /** Adds the routes between placed phases, and their labels. */
    void routes(Map<String, Box> nodes, int left, int right, List<Line> lines, List<Text> texts) {
        var boxes = ids.stream().map(nodes::get).toList();
        for (var each : all) {
            if (each.isStraight()) straight(each, boxes, lines, texts);
            else {
                int x =
                        each.isLeft()
                                ? left - (each.lane + 1) * LANE + 4
                                : right + each.lane * LANE + 12;
                beside(each, boxes, x, lines, texts);
            }
        }
    }

    private static void straight(Lane edge, List<Box> boxes, List<Line> lines, List<Text> texts) {
        var from = boxes.get(edge.from);
        var to = boxes.get(edge.to);
        lines.add(
                new Line(
                        String.format(
                                Locale.ROOT, "M%d %d V%d", from.middle(), from.bottom(), to.y()),
                        edge.isBack));
        if (!edge.label().isEmpty())
            texts.add(
                    new Text(
                            "faint", from.middle() + 8, from.bottom() + 15, "start", edge.label()));
    }

    private void beside(Lane edge, List<Box> boxes, int x, List<Line> lines, List<Text> texts) {
        int start = portY(edge, true, boxes);
        int end = portY(edge, false, boxes);
        var from = boxes.get(edge.from);
        var to = boxes.get(edge.to);
        int out = edge.isLeft() ? from.x() : from.right();
        int in = edge.isLeft() ? to.x() : to.right();
        lines.add(
                new Line(
                        String.format(Locale.ROOT, "M%d %d H%d V%d H%d", out, start, x, end, in),
                        edge.isBack));
        if (!edge.label().isEmpty())
            texts.add(
                    new Text(
                            "faint",
                            edge.isLeft() ? out - 6 : out + 6,
                            start - 3,
                            edge.isLeft() ? "end" : "start",
                            edge.label()));
    }

    private int portY(Lane edge, boolean isStart, List<Box> boxes) {
        int node = isStart ? edge.from : edge.to;
        var ports = ports(node, edge.isLeft());
        int index = ports.indexOf(new Port(edge, isStart));
        var box = boxes.get(node);
        return box.y() + (box.height() - (ports.size() - 1) * PORT) / 2 + index * PORT;
    }
}
