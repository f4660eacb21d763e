package dev.foldline.app.config.source;

import dev.foldline.app.config.source.Node.Kind;

import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builds nodes from parser events, with a stack of its own and limits on depth and size: hostile
 * input only costs itself.
 */
final class TreeBuilder {
    static final int DEPTH_MAX = 20;

    /** Counts what aliases stand for, so that a few lines cannot expand to millions of nodes. */
    static final int NODES_MAX = 20_000;

    private static final Set<String> STRING_TAGS = Set.of("!", Tag.STR.getValue());

    /** YAML 1.2's core schema, as editors with a JSON Schema read it. */
    private static final CoreScalarResolver SCALARS = new CoreScalarResolver(false);

    private final OriginLocator marker;
    private final Deque<Frame> open = new ArrayDeque<>();
    private final Map<String, Anchored> anchors = new HashMap<>();
    private final Problems problems = new Problems();
    private Node root;
    private boolean isWhole = true;
    private int documents;
    private int nodes;

    private record Anchored(Node node, int weight) {}

    TreeBuilder(OriginLocator marker) {
        this.marker = marker;
        this.root = new Node.Nothing(marker.at(1, 1));
    }

    /** Takes the next event; false when nothing after it is worth reading. */
    boolean accept(Event event) {
        switch (event) {
            case DocumentStartEvent start -> documentStarted(start);
            case MappingStartEvent start -> push(start, start.getTag(), Shape.MAPPING);
            case SequenceStartEvent start -> push(start, start.getTag(), Shape.SEQUENCE);
            case ScalarEvent scalar -> scalar(scalar);
            case AliasEvent alias -> alias(alias);
            case MappingEndEvent _, SequenceEndEvent _ -> pop();
            default -> {}
        }
        return isWhole;
    }

    /** Ends the reading here because of {@code reasons}; what is complete so far stays. */
    void breakOff(List<ConfigurationProblem> reasons) {
        isWhole = false;
        problems.addAll(reasons);
    }

    private void breakOff(Origin origin, String what, String remedy) {
        breakOff(List.of(new ConfigurationProblem(origin, what, remedy)));
    }

    Document document() {
        while (!open.isEmpty()) pop();
        return new Document(root, isWhole, problems.all());
    }

    private void documentStarted(DocumentStartEvent start) {
        documents++;
        if (documents > 1) {
            breakOff(
                    origin(start),
                    "a second document begins here",
                    "keep one, without '---' lines");
        }
    }

    private void push(NodeEvent start, Optional<String> tag, Shape shape) {
        refuseTag(start, tag);
        if (open.size() >= DEPTH_MAX) {
            breakOff(origin(start), "nested deeper than " + DEPTH_MAX + " levels", "flatten it");
        } else {
            open.push(new Frame(shape, origin(start), start.getAnchor(), nodes));
            count(start, 1);
        }
    }

    private void pop() {
        var frame = open.pop();
        var node = frame.node();
        anchor(frame.anchor, node, nodes - frame.nodesBefore);
        deliver(node);
    }

    private void scalar(ScalarEvent scalar) {
        var quoted = !scalar.isPlain() || scalar.getTag().filter(STRING_TAGS::contains).isPresent();
        refuseTag(scalar, scalar.getTag());
        var origin = origin(scalar);
        var tag = SCALARS.resolve(scalar.getValue(), true);
        var node =
                !quoted && tag.equals(Tag.NULL)
                        ? new Node.Nothing(origin)
                        : new Node.Text(scalar.getValue(), quoted ? Kind.TEXT : kind(tag), origin);
        count(scalar, 1);
        anchor(scalar.getAnchor(), node, 1);
        deliver(node);
    }

    private static Kind kind(Tag tag) {
        if (tag.equals(Tag.BOOL)) return Kind.TRUTH;
        return tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) ? Kind.NUMBER : Kind.TEXT;
    }

    private void alias(AliasEvent alias) {
        var anchored = anchors.get(alias.getAlias().getValue());
        if (anchored == null) {
            problems.add(
                    origin(alias),
                    "the alias *"
                            + alias.getAlias().getValue()
                            + " has no complete anchor before it",
                    "write the value out");
            deliver(new Node.Nothing(origin(alias)));
        } else {
            count(alias, anchored.weight());
            deliver(anchored.node());
        }
    }

    private void count(Event event, int added) {
        nodes += added;
        if (nodes > NODES_MAX) {
            breakOff(
                    origin(event),
                    "more than " + NODES_MAX + " values, counting what aliases repeat",
                    "shorten it; write few aliases or none");
        }
    }

    private void anchor(Optional<Anchor> anchor, Node node, int weight) {
        anchor.ifPresent(name -> anchors.put(name.getValue(), new Anchored(node, weight)));
    }

    private void refuseTag(NodeEvent event, Optional<String> tag) {
        if (tag.isPresent() && !STRING_TAGS.contains(tag.get()))
            problems.add(
                    origin(event), "the tag " + tag.get() + " means nothing here", "delete it");
    }

    private void deliver(Node node) {
        var frame = open.peek();
        if (frame == null) {
            root = node;
        } else {
            frame.take(node, problems);
        }
    }

    private Origin origin(Event event) {
        return event.getStartMark()
                .map(mark -> YamlReader.place(mark, marker))
                .orElse(marker.at(1, 1));
    }

    private enum Shape {
        MAPPING,
        SEQUENCE
    }

    /** A mapping or list whose end has not been seen. */
    private static final class Frame {
        private final Shape shape;
        private final Origin origin;
        private final Optional<Anchor> anchor;
        private final int nodesBefore;
        private final List<Node> items = new ArrayList<>();
        private final Map<String, Node.Field> fields = new LinkedHashMap<>();
        private Optional<Node> key = Optional.empty();

        Frame(Shape shape, Origin origin, Optional<Anchor> anchor, int nodesBefore) {
            this.shape = shape;
            this.origin = origin;
            this.anchor = anchor;
            this.nodesBefore = nodesBefore;
        }

        void take(Node node, Problems problems) {
            if (shape == Shape.SEQUENCE) {
                items.add(node);
            } else if (key.isEmpty()) {
                key = Optional.of(node);
            } else {
                field(key.get(), node, problems);
                key = Optional.empty();
            }
        }

        private void field(Node name, Node value, Problems problems) {
            if (!(name instanceof Node.Text text)) {
                problems.add(name.origin(), "a key is " + name.phrase(), "write a plain word");
                return;
            }
            var earlier = fields.putIfAbsent(text.text(), new Node.Field(text, value));
            if (earlier != null) {
                problems.add(
                        text.origin(),
                        "the key '" + text.text() + "' is here for the second time",
                        "keep one; the first is at " + earlier.name().origin().describe());
            }
        }

        Node node() {
            return shape == Shape.SEQUENCE
                    ? new Node.Items(items, origin)
                    : new Node.Fields(List.copyOf(fields.values()), origin);
        }
    }
}
