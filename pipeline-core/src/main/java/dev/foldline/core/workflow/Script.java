package dev.foldline.core.workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Builds phases. Each method returns a group of steps for {@link Phase#phase}. */
public final class Script {
    private Script() {}

    /**
     * Calls a role for an artifact: clean, prompt, call, collect. The labels are its possible
     * decisions.
     */
    public static Vector<Step> ask(String role, String artifact, String... labels) {
        return clean(artifact).appendAll(call(role, artifact)).appendAll(collect(artifact, labels));
    }

    public static Vector<Step> clean(String... artifacts) {
        return Vector.of(new Step.Clean(Vector.of(artifacts)));
    }

    /** Prompts a role and calls it. */
    public static Vector<Step> call(String role, String template) {
        return Vector.of(new Step.Prompt(role, template), new Step.Agent(role));
    }

    public static Vector<Step> collect(String artifact, String... labels) {
        return Vector.of(new Step.Collect(artifact, Vector.of(labels), Option.none()));
    }

    /** Collects an artifact whose work items become a list. */
    public static Vector<Step> collectItems(String artifact, String list, String... labels) {
        return Vector.of(new Step.Collect(artifact, Vector.of(labels), Option.of(list)));
    }

    /** Requires the named check to pass. */
    public static Vector<Step> check(String name) {
        return Vector.of(new Step.Check(name, Step.Expectation.PASS));
    }

    public static Vector<Step> git(GitOperation operation, String... labels) {
        return Vector.of(new Step.Git(operation, Vector.of(labels), Option.none()));
    }

    /** Runs a git operation that needs fresh evidence of a check. */
    public static Vector<Step> gitRelyingOn(
            Option<String> check, GitOperation operation, String... labels) {
        return Vector.of(new Step.Git(operation, Vector.of(labels), check));
    }

    public static Vector<Step> change(ChangeOperation operation, Vector<String> labels) {
        return Vector.of(new Step.Change(operation, labels));
    }

    public static Vector<Step> forge(ForgeOperation operation) {
        return forge(operation, Vector.empty());
    }

    /** Runs an operation on the forge that has one of these results. */
    public static Vector<Step> forge(ForgeOperation operation, Vector<String> labels) {
        return Vector.of(new Step.Forge(operation, labels, Option.none(), Option.none()));
    }

    /** Opens the pull request that is to be completed like this. */
    public static Vector<Step> open(RequestCompletion completion) {
        return Vector.of(
                new Step.Forge(
                        ForgeOperation.OPEN, Vector.empty(), Option.none(), some(completion)));
    }

    /** Waits for news of the pull request within these bounds. */
    public static Vector<Step> news(
            Vector<String> labels, DeliveryBounds bounds, RequestCompletion completion) {
        return Vector.of(
                new Step.Forge(ForgeOperation.AWAIT, labels, Option.of(bounds), some(completion)));
    }

    private static Option<RequestCompletion> some(RequestCompletion completion) {
        return Option.of(completion).filter(each -> !each.equals(RequestCompletion.BY_USERS));
    }

    public static Vector<Step> nothing() {
        return Vector.empty();
    }

    public static Vector<Phase> phases(Phase... phases) {
        return Vector.of(phases);
    }

    public static Stage once(String id, Vector<Phase> phases) {
        return times(id, 1, phases);
    }

    public static Stage times(String id, int count, Vector<Phase> phases) {
        return new Stage(id, new LoopCondition.Times(count), phases);
    }

    /** Returns an empty map, for a policy without roles or checks. */
    public static <V> LinkedHashMap<String, V> none() {
        return LinkedHashMap.empty();
    }
}
