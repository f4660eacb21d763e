package dev.foldline.core.projection;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Formats {@code feature.yaml} and {@code spec.yaml}. */
public final class FeatureYaml {
    private FeatureYaml() {}

    /**
     * Formats the status of the run.
     *
     * @param interrupt the open gate's question, if a gate is open
     */
    public static String feature(RunTimeline account, Option<Interrupt> interrupt) {
        var state = account.state();
        return "run: "
                + Yaml.text(state.header().run())
                + "\n"
                + "workflow: "
                + Yaml.text(state.workflow().name())
                + "\n"
                + "status:\n"
                + "  state: "
                + Yaml.text(RunStatus.of(state).word())
                + "\n"
                + "  phase: "
                + Yaml.text(state.phase().map(phase -> phase.id()).getOrElse("end"))
                + "\n"
                + "  completedPhases: "
                + Yaml.list(RunStatus.completedPhases(state))
                + "\n"
                + "  iteration: "
                + account.rejections().size()
                + "\n"
                + "  iterationWarning: "
                + account.iterationWarning()
                + "\n"
                + interrupt.map(FeatureYaml::interrupt).getOrElse("")
                + list("timings", account.timings().map(FeatureYaml::timing));
    }

    /**
     * Formats the specification and the feedback on it.
     *
     * @param made the artifacts of the design phases, by name, each as JSON on one line
     */
    public static String spec(RunTimeline account, Map<String, String> made) {
        return made.map(each -> each._1() + ": " + each._2() + "\n").mkString()
                + list("rejectionFeedback", account.rejections().map(FeatureYaml::rejected));
    }

    private static String interrupt(Interrupt interrupt) {
        return "interrupt:\n"
                + "  node: "
                + Yaml.text(interrupt.node())
                + "\n"
                + "  result: "
                + Yaml.text(interrupt.result())
                + "\n"
                + "  message: "
                + Yaml.text(interrupt.message())
                + "\n";
    }

    private static String timing(PhaseTiming timing) {
        return "{name: "
                + Yaml.text(timing.name())
                + ", start: "
                + Yaml.text(timing.start().toString())
                + timing.end().map(at -> ", end: " + Yaml.text(at.toString())).getOrElse("")
                + timing.duration()
                        .map(
                                took ->
                                        ", duration_ms: "
                                                + took.toMillis()
                                                + ", waiting_ms: "
                                                + timing.waited().toMillis())
                        .getOrElse("")
                + timing.approvalWait()
                        .map(took -> ", approval_wait_ms: " + took.toMillis())
                        .getOrElse("")
                + "}";
    }

    private static String rejected(RunTimeline.Rejected rejected) {
        return "{iteration: "
                + rejected.iteration()
                + ", message: "
                + Yaml.text(rejected.message())
                + ", phase: "
                + Yaml.text(rejected.phase())
                + ", timestamp: "
                + Yaml.text(rejected.timestamp().toString())
                + "}";
    }

    private static String list(String name, Vector<String> items) {
        return items.isEmpty()
                ? name + ": []\n"
                : name + ":\n" + items.map(item -> "  - " + item + "\n").mkString();
    }
}
