package dev.foldline.app.trace;

import dev.foldline.effects.process.TraceContext;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * An interval of a run, in the terms of OpenTelemetry.
 *
 * @param parent none for a run
 * @param link the span of another trace that caused it
 * @param attributes texts, numbers and truth values by name
 */
record Span(
        TraceContext context,
        Option<TraceContext> parent,
        Option<TraceContext> link,
        Label label,
        Instant start,
        Instant end,
        Map<String, Object> attributes) {
    /** Names the class of a failure; a span that has it has failed. */
    static final String ERROR = "error.type";

    /** What a span is called, and its kind. */
    record Label(Kind kind, String name) {}

    /** Whether a span asks another program. Each has its number in the protocol. */
    enum Kind {
        INTERNAL(1),
        CLIENT(3);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    /** Returns a span that has just started. */
    static Span starting(TraceContext context, Label label, Instant start) {
        return new Span(
                context, Option.none(), Option.none(), label, start, start, LinkedHashMap.empty());
    }

    Span below(Option<TraceContext> other) {
        return new Span(context, other, link, label, start, end, attributes);
    }

    Span causedBy(Option<TraceContext> other) {
        return new Span(context, parent, other, label, start, end, attributes);
    }

    Span with(String name, Object value) {
        return new Span(context, parent, link, label, start, end, attributes.put(name, value));
    }

    Span with(String name, Option<?> value) {
        return value.isDefined() ? with(name, (Object) value.get()) : this;
    }

    /** Returns the complete span. A clock that was set back does not turn it around. */
    Span ending(Instant time) {
        return new Span(
                context,
                parent,
                link,
                label,
                start,
                time.isBefore(start) ? start : time,
                attributes);
    }
}
