package dev.foldline.core.workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

/**
 * What follows when an agent asks something.
 *
 * @param roles what follows for single roles
 */
public record QuestionPolicy(OnQuestion standard, Map<String, OnQuestion> roles) {
    /** All questions wait for the user. */
    public static final QuestionPolicy PARK = of(OnQuestion.PARK);

    /** The same for all roles. */
    public static QuestionPolicy of(OnQuestion standard) {
        return new QuestionPolicy(standard, LinkedHashMap.empty());
    }

    public OnQuestion of(String role) {
        return roles.get(role).getOrElse(standard);
    }

    /** What follows when an agent asks something. */
    public enum OnQuestion {
        /** The run waits at a gate for the user's answer. */
        PARK,
        /** The agent's recommendation is taken. */
        ASSUME,
        /** The agent is told to decide. */
        FORBID
    }
}
