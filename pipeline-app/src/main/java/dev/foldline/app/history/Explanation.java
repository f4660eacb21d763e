package dev.foldline.app.history;

import dev.foldline.core.decide.Decision;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.decide.Rule;
import dev.foldline.core.decide.Rules;

import io.vavr.collection.Vector;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Why a state asks for what it asks for: the first rule of the ladder that applies to it.
 *
 * @param lookedAt what each priority down to the deciding one saw, most urgent first
 * @param passed the rules above the deciding one: none of them applied
 * @param behind the rules below it that apply too, and have to wait
 */
public record Explanation(
        Point point,
        Decision decision,
        Map<Priority, String> lookedAt,
        List<Rule> passed,
        List<Rule> behind) {
    public Explanation {
        lookedAt = new EnumMap<>(lookedAt);
        passed = List.copyOf(passed);
        behind = List.copyOf(behind);
    }

    public static Explanation of(Point point) {
        var state = point.state();
        var decision = Rules.decide(state);
        var above = Rules.IN_ORDER.takeUntil(rule -> rule.name().equals(decision.rule()));
        var below =
                decision.priority() == Priority.ENDED
                        ? Vector.<Rule>empty()
                        : Rules.IN_ORDER.drop(above.size() + 1).filter(rule -> rule.applies(state));
        var lookedAt = new EnumMap<Priority, String>(Priority.class);
        Stream.of(Priority.values())
                .filter(each -> each.compareTo(decision.priority()) <= 0)
                .forEach(each -> lookedAt.put(each, SlotFormatter.lookedAt(each, state)));
        return new Explanation(point, decision, lookedAt, above.asJava(), below.asJava());
    }
}
