package dev.foldline.app.definition;

import static dev.foldline.app.definition.ExpansionWriter.list;
import static dev.foldline.app.definition.ExpansionWriter.map;

import dev.foldline.app.config.key.DurationText;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;

/** Writes the steps of a phase in the words of workflow files, where there are any. */
final class StepWriter {
    private static final long CALLS_MAX = 1_000_000;
    private static final long TOKENS_MAX = 999_999_999;
    private static final long MICRO_USD_MAX = 999_999_999_000_000L;
    private static final int ASK = 4;
    private static final int CALL = 2;

    private StepWriter() {}

    static Vector<Map<String, Object>> steps(Vector<Step> steps) {
        var written = Vector.<Map<String, Object>>empty();
        for (var rest = steps; rest.nonEmpty(); ) {
            var ask = ask(rest);
            var call = call(rest);
            if (ask.isDefined()) {
                written = written.append(ask.get());
                rest = rest.drop(ASK);
            } else if (call.isDefined()) {
                written = written.append(call.get());
                rest = rest.drop(CALL);
            } else {
                written = written.append(step(rest.head()));
                rest = rest.tail();
            }
        }
        return written;
    }

    private static Option<Map<String, Object>> ask(Vector<Step> steps) {
        if (steps.size() < ASK
                || !(steps.get(0) instanceof Step.Clean(var cleaned))
                || !(steps.get(1) instanceof Step.Prompt(var role, var template))
                || !steps.get(2).equals(new Step.Agent(role))
                || !(steps.get(3) instanceof Step.Collect collect)
                || !cleaned.equals(Vector.of(collect.artifact()))) return Option.none();
        var ask = map("role", role, "prompt", template);
        ask.putAll(collected(collect));
        return Option.of(map("ask", ask));
    }

    private static Option<Map<String, Object>> call(Vector<Step> steps) {
        return steps.size() >= CALL
                        && steps.get(0) instanceof Step.Prompt(var role, var template)
                        && steps.get(1).equals(new Step.Agent(role))
                ? Option.of(map("call", map("role", role, "prompt", template)))
                : Option.none();
    }

    private static Map<String, Object> step(Step step) {
        return switch (step) {
            case Step.Clean(var artifacts) -> map("clean", list(artifacts));
            case Step.Collect collect -> map("collect", collected(collect));
            case Step.Check(var check, var expectation) ->
                    expectation == Step.Expectation.PASS
                            ? map("check", check)
                            : map("check", check, "expect", "fail");
            case Step.Git git -> git(git);
            case Step.Children children when isWritable(children) -> children(children);
            case Step.Children _,
                    Step.Prompt _,
                    Step.Agent _,
                    Step.WorkerRequest _,
                    Step.Forge _,
                    Step.Change _,
                    Step.Switch _ ->
                    internal(step);
        };
    }

    private static Map<String, Object> internal(Step step) {
        return map("internal", InternalValues.tree(InternalValues.of(step)));
    }

    private static Map<String, Object> collected(Step.Collect collect) {
        var written = map("artifact", collect.artifact());
        if (collect.labels().nonEmpty()) written.put("labels", list(collect.labels()));
        collect.list().forEach(items -> written.put("items", items));
        return written;
    }

    private static Map<String, Object> git(Step.Git git) {
        var word = StepReader.OPERATIONS.find(each -> each._2() == git.operation());
        if (word.isEmpty()) return internal(git);
        var written = map("operation", word.get()._1());
        if (git.labels().nonEmpty()) written.put("labels", list(git.labels()));
        git.reliesOn().forEach(check -> written.put("requires", check));
        return written.size() == 1 ? map("git", word.get()._1()) : map("git", written);
    }

    private static boolean isWritable(Step.Children step) {
        var budget = step.budget();
        return step.definition().exists(child -> child.name().equals(step.workflow()))
                && budget.agentCallsMax().forAll(calls -> calls > 0 && calls <= CALLS_MAX)
                && budget.wallMillisMax().forAll(millis -> millis > 0 && millis % 1_000 == 0)
                && budget.microUsdMax().forAll(usd -> usd >= 0 && usd <= MICRO_USD_MAX)
                && budget.tokensMax().forAll(tokens -> tokens > 0 && tokens <= TOKENS_MAX);
    }

    private static Map<String, Object> children(Step.Children step) {
        var written = map("list", step.list(), "workflow", step.workflow());
        if (step.until() == Step.Until.ANY) written.put("until", "any");
        if (step.artifacts().nonEmpty()) written.put("artifacts", list(step.artifacts()));
        if (!step.budget().equals(Budget.UNLIMITED)) written.put("budget", budget(step.budget()));
        return map("children", written);
    }

    private static Map<String, Object> budget(Budget budget) {
        var written = map();
        budget.agentCallsMax().forEach(calls -> written.put("agent_calls", calls));
        budget.wallMillisMax()
                .forEach(
                        millis ->
                                written.put("wall", DurationText.write(Duration.ofMillis(millis))));
        budget.microUsdMax()
                .forEach(usd -> written.put("usd", BigDecimal.valueOf(usd, 6).toPlainString()));
        budget.tokensMax().forEach(tokens -> written.put("tokens", tokens));
        return written;
    }
}
