package dev.foldline.app.history;

import dev.foldline.app.repository.Point;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.decide.Rule;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.effect.ExternalEffect;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Why a state asks for what it asks for: the first rule of the ladder that applies to it.
 *
 * @param considered what each priority down to the deciding one saw, most urgent first
 * @param passed the rules above the deciding one: none of them applied
 * @param behind the rules below it that apply too, and have to wait
 */
public record Explanation(
        Point point,
        Decision decision,
        Map<Priority, String> considered,
        List<Rule> passed,
        List<Rule> behind) {
    public Explanation {
        considered = new EnumMap<>(considered);
        passed = List.copyOf(passed);
        behind = List.copyOf(behind);
    }

    /** Returns the effect in progress, if the decision waits for it. */
    public static Option<ExternalEffect> running(PipelineState state, Decision decision) {
        return decision.priority() == Priority.IN_FLIGHT
                ? state.slots().inFlight().running()
                : Option.none();
    }

    public static Explanation of(Point point) {
        var state = point.state();
        var decision = Rules.decide(state);
        var above = Rules.IN_ORDER.takeUntil(rule -> rule.name().equals(decision.rule()));
        var below =
                decision.priority() == Priority.ENDED
                        ? Vector.<Rule>empty()
                        : Rules.IN_ORDER.drop(above.size() + 1).filter(rule -> rule.applies(state));
        var considered = new EnumMap<Priority, String>(Priority.class);
        Stream.of(Priority.values())
                .filter(each -> each.compareTo(decision.priority()) <= 0)
                .forEach(each -> considered.put(each, SlotFormatter.considered(each, state)));
        return new Explanation(point, decision, considered, above.asJava(), below.asJava());
    }
}
