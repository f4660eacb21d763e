package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.Spend;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.guard.Guard;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.Ended;
import dev.foldline.effects.process.Environment;
import dev.foldline.effects.process.Input;
import dev.foldline.effects.process.Listener;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.process.ProcessSpec;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Calls an agent: gives it the prompt, watches over its process, and sees what it did to the ground it must not touch. What it
 * says about itself decides nothing; its exit code, its output and the tree do.
 */
public final class AgentHandler {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int TEMPORARILY_UNAVAILABLE = 75;

    private final RunContext run;
    private final AgentBook agents;
    private final ProcessRunner processes;
    private final Consumer<String> activity;

    /** @param activity told each line the agent prints, for people who watch */
    public AgentHandler(RunContext run, AgentBook agents, ProcessRunner processes, Consumer<String> activity) {
        this.run = run;
        this.agents = agents;
        this.processes = processes;
        this.activity = activity;
    }

    public Event call(long ticket, InvokeAgent effect, Cancellation stop) throws IOException {
        var listing = agents.find(effect.agent());
        if (listing.isEmpty()) return failed(ticket, Fault.of(Kind.AGENT_SETUP, "no agent is called " + effect.agent()), Spend.NOTHING);
        if (effect.prompt().isEmpty() || !run.blobs().has(effect.prompt())) return failed(ticket, Fault.of(Kind.PROMPT_MISSING, "the prompt is gone"), Spend.NOTHING);
        var guard = Guard.before(run, ticket, effect.kept());
        var diligence = Diligence.before(run, effect.kept());
        var result = listen(ticket, effect, listing.get(), stop);
        var spend = Spend.millis(result.took().toMillis());
        // First of all: no trouble of ours, such as a full disk, may keep a trespass from being told.
        var verdict = guard.after();
        verdict.takenBack().forEach(ref -> activity.accept("foldline: commits were made during the call; they are work again, and kept as " + ref));
        if (verdict.trespass().isPresent())
            return failed(ticket, Fault.of(Kind.TRESPASS, "the agent " + effect.agent() + ", or somebody else during its call, " + verdict.trespass().get()), spend, verdict);
        if (result.ended() instanceof Ended.Cancelled) return new EffectCancelled(ticket, spend, Instant.now(), verdict.takenBack());
        var transcript = transcript(result);
        return outcome(result, effect, diligence)
                .map(fault -> failed(ticket, transcript.map(fault::withOutput).getOrElse(fault), spend, verdict))
                .getOrElse(() -> new AgentFinished(ticket, Option.none(), spend, transcript, Instant.now(), verdict.takenBack()));
    }

    private ProcessResult listen(long ticket, InvokeAgent effect, AgentBook.Listing listing, Cancellation stop) throws IOException {
        var prompt = run.blobs().text(effect.prompt());
        Path file = run.exchange().writePrompt(prompt);
        var spec = new ProcessSpec(Invocation.words(listing, file, effect.role()), run.root(), environment(ticket, effect, listing, file),
                run.marker(ticket), new Input.Text(prompt), run.output("agent-" + ticket), deadlines(effect));
        return switch (processes.start(spec, Listener.ofLines(activity))) {
            case ProcessRunner.Start.Running(var process) -> {
                stop.onCancel(process::cancel);
                yield process.await();
            }
            case ProcessRunner.Start.Failed(var why) -> new ProcessResult(why, nothing(spec.output().out()), nothing(spec.output().err()), Duration.ZERO, 0);
        };
    }

    /** What it said; what it complained of if that is all. */
    private Option<String> transcript(ProcessResult result) throws IOException {
        var said = result.out().bytes() > 0 ? result.out() : result.err();
        return said.bytes() > 0 && Files.exists(said.file()) ? Option.of(run.blobs().put(said.file())) : Option.none();
    }

    private HashMap<String, String> environment(long ticket, InvokeAgent effect, AgentBook.Listing listing, Path promptFile) {
        var listed = new ArrayList<>(run.listed());
        if (listing.definition() instanceof AgentDefinition.Program program) listed.addAll(program.env());
        var environment = new HashMap<>(Environment.forAgents(run.environment(), listed, run.marker(ticket)));
        environment.put("FOLDLINE_PROMPT_FILE", promptFile.toString());
        environment.put("FOLDLINE_ROLE", effect.role());
        return environment;
    }

    /** What went wrong; none if the agent did its work. */
    private static Option<Fault> outcome(ProcessResult result, InvokeAgent effect, Diligence diligence) throws IOException {
        var silent = result.out().bytes() == 0 && result.err().bytes() == 0;
        return switch (result.ended()) {
            case Ended.Exited(var code) when code == 0 -> silent && diligence.nothingDone()
                    ? fault(Kind.NO_OUTPUT, effect, "did nothing and said nothing") : Option.none();
            case Ended.Exited(var code) when code == TEMPORARILY_UNAVAILABLE -> fault(Kind.RATE_LIMIT, effect, "is limited (exit code 75)");
            case Ended.Exited exited when exited.saysItNeverRan() ->
                    fault(Kind.AGENT_SETUP, effect, "could not be run (exit code " + exited.code() + "): " + tail(result));
            case Ended.Exited(var code)     -> fault(Kind.AGENT_FAILED, effect, "ended with exit code " + code + ": " + tail(result));
            case Ended.Signalled(var signal) -> fault(Kind.AGENT_FAILED, effect, "was ended by signal " + signal);
            case Ended.StartFailed(var why) -> fault(Kind.AGENT_SETUP, effect, "could not be started: " + why);
            case Ended.TimedOut(var which)  -> fault(
                    which == Ended.Deadline.START_UP || (silent && diligence.nothingDone()) ? Kind.NO_OUTPUT : Kind.TIMEOUT, effect,
                    "was ended: too late (" + which.name().toLowerCase(Locale.ROOT) + " deadline)");
            case Ended.Cancelled _          -> Option.none();
        };
    }

    private static Option<Fault> fault(Kind kind, InvokeAgent effect, String what) {
        return Option.of(Fault.of(kind, "the agent " + effect.agent() + " " + what));
    }

    private static String tail(ProcessResult result) {
        var text = (result.err().tail().isBlank() ? result.out().tail() : result.err().tail()).strip();
        return text.length() > 600 ? "..." + text.substring(text.length() - 600) : text;
    }

    private static Event failed(long ticket, Fault fault, Spend spend) {
        return new AgentFailed(ticket, fault, Option.none(), spend, Instant.now());
    }

    private static Event failed(long ticket, Fault fault, Spend spend, Guard.Verdict verdict) {
        return new AgentFailed(ticket, fault, Option.none(), spend, Instant.now(), verdict.takenBack());
    }

    private static Deadlines deadlines(InvokeAgent effect) {
        var limits = effect.deadlines();
        return new Deadlines(Duration.ofMillis(limits.agentStartMillis()), Duration.ofMillis(limits.agentIdleMillis()),
                Duration.ofMillis(limits.agentMillis()), GRACE);
    }

    private static ProcessResult.Output nothing(Path file) { return new ProcessResult.Output(0, 0, file, ""); }
}
