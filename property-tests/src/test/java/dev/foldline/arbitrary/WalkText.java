package dev.foldline.arbitrary;

import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.Draws.Draw;
import dev.foldline.testkit.simulation.WorldScript;

import io.vavr.collection.Vector;

/** A walk in a few lines: its workflow, what its policy changes, and its script. */
final class WalkText {
    private WalkText() {}

    static Vector<String> lines(Walk any) {
        var walk = any.scripted();
        var script = walk.script().get();
        return Vector.of(size(walk))
                .append("workflow " + walk.workflow().name())
                .appendAll(walk.workflow().stages().flatMap(WalkText::stage))
                .appendAll(policy(walk.workflow().policy()))
                .append(script.length() == 0 ? "script: nothing goes wrong" : "script")
                .appendAll(script(script).map(line -> "  " + line));
    }

    /** Returns the sizes of the sample. */
    static String size(Walk any) {
        var walk = any.script().isDefined() ? any : any.scripted();
        return count(walk.workflow().stages().size(), "stage")
                + ", "
                + count(walk.workflow().phases().size(), "phase")
                + ", "
                + count(walk.workflow().phases().flatMap(Phase::steps).size(), "step")
                + ", script of "
                + count(walk.script().map(WorldScript::length).getOrElse(0), "entry")
                        .replace("entrys", "entries");
    }

    private static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static Vector<String> stage(Stage stage) {
        var turns =
                switch (stage.turns()) {
                    case LoopCondition.Times(var count) -> count + " times";
                    case LoopCondition.Until(var max, var artifact, var label) ->
                            "until " + artifact + " is " + label + ", at most " + max + " times";
                    case LoopCondition.EachItem(var list, var last) ->
                            "for each item of " + list + ", done after " + last;
                };
        return stage.phases().map(WalkText::phase).prepend("  " + stage.id() + ", " + turns);
    }

    private static String phase(Phase phase) {
        var entry =
                switch (phase.entry()) {
                    case PhaseEntry.Always _ -> "";
                    case PhaseEntry.WhenRouted _ -> " (when routed)";
                    case PhaseEntry.WhenPreceded _ -> " (when preceded)";
                    case PhaseEntry.WhenTagged(var all, var none) ->
                            " (when tagged "
                                    + all.mkString(" ")
                                    + ", not "
                                    + none.mkString(" ")
                                    + ")";
                };
        var gate = phase.gate().map(spec -> "; gate " + spec.onReject()).getOrElse("");
        var routes =
                Vector.ofAll(phase.routes())
                        .map(route -> "; " + route._1() + ": " + route(route._2()))
                        .mkString();
        return "    "
                + phase.id()
                + entry
                + ": "
                + phase.steps().map(WalkText::step).mkString(", ")
                + routes
                + gate
                + retries(phase.retryPolicy());
    }

    private static String retries(PhaseRetryPolicy policy) {
        return policy.equals(PhaseRetryPolicy.DEFAULT)
                ? ""
                : "; "
                        + policy.outputsMax()
                        + " outputs, "
                        + policy.continuationsMax()
                        + " continuations, then "
                        + policy.onExhausted()
                        + ", "
                        + policy.onFailedWork();
    }

    private static String route(Route route) {
        return switch (route) {
            case Route.Proceed _ -> "proceed";
            case Route.NextPhase _ -> "next phase";
            case Route.PassGate _ -> "pass the gate";
            case Route.Ahead(var stage) -> "ahead to " + stage;
            case Route.To(var phase) -> "to " + phase;
            case Route.Back(var stage, var max) -> "back to " + stage + ", " + max + " times";
            case Route.More _ -> "more";
            case Route.Fail _ -> "fail";
            case Route.Halt _ -> "halt";
            case Route.End _ -> "end";
        };
    }

    private static String step(Step step) {
        return switch (step) {
            case Step.Clean(var names) -> "clean " + names.mkString(" ");
            case Step.Prompt(var role, _) -> "prompt " + role;
            case Step.Agent(var role) -> "agent " + role;
            case Step.Collect(var name, var labels, var list) ->
                    "collect "
                            + name
                            + (labels.isEmpty() ? "" : labels.mkString(" [", " ", "]"))
                            + list.map(each -> " into " + each).getOrElse("");
            case Step.Check(var name, var expectation) -> "check " + name + " " + expectation;
            case Step.Git(var operation, _, var check) ->
                    "git " + operation + check.map(each -> " relying on " + each).getOrElse("");
            case Step.WorkerRequest each ->
                    each.accepts()
                            + " "
                            + each.labels().mkString("[", " ", "]")
                            + each.unlocks()
                                    .map(tool -> " " + tool.tool() + " from " + tool.at())
                                    .mkString();
            case Step.Forge(var operation, var labels, _, _) -> "forge " + operation + " " + labels;
            case Step.Children each -> "children for " + each.list() + ", " + each.until();
            case Step.Change(var operation, var labels) -> "change " + operation + " " + labels;
            case Step.Switch _ -> "switch";
        };
    }

    private static Vector<String> policy(Policy policy) {
        var changed =
                Vector.of(
                                differs("limits", policy.limits(), Policy.Limits.DEFAULT),
                                differs(
                                        "recovery",
                                        policy.recovery(),
                                        Policy.RecoveryPolicy.DEFAULT),
                                differs("budget", policy.budget(), Policy.Budget.UNLIMITED),
                                policy.phases().isEmpty() ? "" : "phases " + policy.phases(),
                                policy.branching() instanceof Branching.OwnTree ? "own tree" : "",
                                policy.roles()
                                        .filterValues(agents -> agents.size() > 1)
                                        .map(each -> each._1() + "=" + each._2().mkString(" "))
                                        .mkString(", "))
                        .filter(each -> !each.isEmpty());
        return changed.isEmpty() ? Vector.empty() : changed.map(each -> "policy: " + each);
    }

    private static String differs(String name, Object value, Object usual) {
        return value.equals(usual) ? "" : value.toString().replaceFirst("^\\w+", name);
    }

    private static Vector<String> script(WorldScript script) {
        return script.outcomes()
                .groupBy(WalkText::occasion)
                .map(group -> group._1() + ": " + group._2().map(WalkText::outcome).mkString(", "))
                .toVector()
                .appendAll(
                        script.commands()
                                .map(
                                        sent ->
                                                "after "
                                                        + sent.effects()
                                                        + " effects: "
                                                        + sent.command()))
                .appendAll(script.crashes().map(CrashPoint::words).map("crash "::concat));
    }

    private static String occasion(Draw draw) {
        int end = draw.place().lastIndexOf('/');
        var place = end < 0 ? draw.place() : draw.place().substring(0, end);
        return place.replaceFirst("^deed/", "").replaceFirst("/(\\d+)$", ", after $1 answers");
    }

    private static String outcome(Draw draw) {
        var concern = draw.place().substring(draw.place().lastIndexOf('/') + 1);
        return draw.text().equals("yes") ? concern : concern + " " + draw.text();
    }
}
