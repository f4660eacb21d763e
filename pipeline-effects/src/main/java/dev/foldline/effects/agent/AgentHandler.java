package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Spend;
import dev.foldline.effects.agent.stream.StreamFormat.Farewell;
import dev.foldline.effects.artifact.QuestionReader;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.FaultMapper;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.guard.RepositoryGuard;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessListener;
import dev.foldline.effects.process.ProcessListener.Signs;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.process.TraceContext;
import dev.foldline.effects.prompt.Prompts;
import dev.foldline.effects.workflow.builtin.WorkflowSupports;

import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Calls an agent: passes the prompt, monitors its process, and checks what it did to protected
 * files. The agent's statements about its work decide nothing; its exit code, its stream and the
 * tree do.
 */
public final class AgentHandler {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final RunContext run;
    private final AgentRegistry agents;
    private final AgentSandbox sandboxes;
    private final ProcessExecutor processes;
    private final Clock clock;
    private final Consumer<String> activity;
    private final Consumer<SessionStarted> sessions;

    /**
     * @param clock the time of outcomes
     * @param activity receives the agent's activity line by line, for display
     * @param sessions notified of a conversation as soon as its id is known
     */
    public AgentHandler(
            RunContext run,
            AgentRegistry agents,
            ProcessExecutor processes,
            Clock clock,
            Consumer<String> activity,
            Consumer<SessionStarted> sessions) {
        this.run = run;
        this.agents = agents;
        this.sandboxes = new AgentSandbox(run, agents);
        this.processes = processes;
        this.clock = clock;
        this.activity = activity;
        this.sessions = sessions;
    }

    /** A handler with the system's clock. */
    public AgentHandler(
            RunContext run,
            AgentRegistry agents,
            ProcessExecutor processes,
            Consumer<String> activity,
            Consumer<SessionStarted> sessions) {
        this(run, agents, processes, Clock.system(ZoneId.systemDefault()), activity, sessions);
    }

    /** Returns whether an agent was started for this ticket and left output. */
    public static boolean hasStarted(RunContext run, long ticket) {
        return Files.exists(
                OutputFiles.in(run.directory().output(), OutputFiles.nameOfCall(ticket)).out());
    }

    /** Takes a snapshot of what the agent must not change. */
    public RepositoryGuard guard(long ticket, InvokeAgent effect) throws IOException {
        return RepositoryGuard.before(
                run,
                ticket,
                effect.guardedPaths().removeAll(WorkflowSupports.filesShowing(run.directory())),
                RepositoryGuard.Commits.of(effect),
                agents.sandbox().started());
    }

    /** Calls an agent without a prepared guard. */
    public Event call(long ticket, InvokeAgent effect, Cancellation stop) throws IOException {
        var guard = guard(ticket, effect);
        var tree = run.git().workTree(run.exclusions(effect.excludedPaths()));
        return call(ticket, effect, new Before(guard, Option.of(tree)), stop);
    }

    /**
     * What was read before a call.
     *
     * @param guard the snapshot, which is already logged
     * @param tree the tree without the protected paths; none if git cannot read it
     */
    public record Before(RepositoryGuard guard, Option<String> tree) {}

    public Event call(long ticket, InvokeAgent effect, Before before, Cancellation stop)
            throws IOException {
        var listing = agents.find(effect.agent());
        if (listing.isEmpty())
            return failed(
                    ticket,
                    Fault.of(Kind.AGENT_SETUP, "unknown agent " + effect.agent()),
                    Spend.NOTHING);
        if (listing.get().definition() instanceof AgentDefinition.BuiltIn)
            return new AttemptsAgent(run, sandboxes, processes, clock, activity)
                    .call(ticket, effect, listing.get().model().orElse(""), stop);
        if (effect.prompt().isEmpty() || !run.blobs().has(effect.prompt()))
            return failed(
                    ticket, Fault.of(Kind.PROMPT_MISSING, "the prompt is gone"), Spend.NOTHING);
        for (var conversation : effect.resumes())
            if (ShareRecord.isElsewhere(run.directory(), conversation))
                return failed(
                        ticket,
                        Fault.of(Kind.SESSION_UNKNOWN, "the conversation is in another clone"),
                        Spend.NOTHING);
        var diligence = NoOpDetector.before(run, effect.excludedPaths(), before.tree());
        run.exchange().removeAnswer();
        run.exchange().remove(List.of(QuestionReader.ARTIFACT));
        var prompt = prompt(effect, listing.get(), before.tree());
        Path file = run.exchange().writePrompt(prompt);
        var invocation = Invocation.of(agents, listing.get(), effect, run.marker(ticket), file);
        var hearing =
                new AgentStreamMonitor(
                        invocation.dialect(),
                        ticket,
                        effect.allowance(),
                        PriorUsage.of(run, invocation.dialect(), effect),
                        activity,
                        sessions);
        hearing.estimateBy(effect.price());
        // Writes a file that the sandbox shows to the call.
        var environment = environment(ticket, effect, listing.get(), invocation, file);
        try (var sandbox =
                sandboxes.forCall(effect, listing.get().definition(), invocation.words())) {
            var spec =
                    new ProcessSpec(
                            invocation.words(),
                            run.root(),
                            environment,
                            run.marker(ticket),
                            new ProcessInput.Text(prompt),
                            run.output(OutputFiles.nameOfCall(ticket)),
                            deadlines(effect),
                            sandbox.launcher());
            var result = listen(spec, hearing, invocation.dialect().farewell(), stop);
            sandbox.notes(result.tails(), run.environment()).forEach(before.guard()::note);
            var verdicts =
                    new FailureClassifier(
                            effect.agent(), hearing, invocation.dialect().farewell(), diligence);
            verdicts.note(result.ended(), spec.deadlines().exit()).forEach(before.guard()::note);
            return judged(ticket, effect, verdicts, result, before.guard());
        }
    }

    /** A model that writes no files cannot ask, and gets the run's changes with its prompt. */
    private String prompt(InvokeAgent effect, AgentRegistry.Listing listing, Option<String> tree)
            throws IOException {
        var prompt = run.blobs().text(effect.prompt());
        if (!(listing.definition() instanceof AgentDefinition.Chat)) return prompt;
        var answerable = Prompts.withoutQuestions(prompt);
        return tree.isDefined() ? answerable + new ChangeText(run, tree.get()).text() : answerable;
    }

    /**
     * The guard is evaluated first: a failure of Foldline, such as a full disk, must not hide a
     * violation or the call's usage.
     */
    private Event judged(
            long ticket,
            InvokeAgent effect,
            FailureClassifier verdicts,
            ProcessResult result,
            RepositoryGuard guard) {
        var hearing = verdicts.hearing();
        var spend = hearing.spend(result.took());
        var verdict = guard.after();
        verdict.takenBack()
                .forEach(
                        ref ->
                                activity.accept(
                                        "foldline: commits were made during the call; they are work"
                                                + " again, and kept as "
                                                + ref));
        if (verdict.trespass().isPresent())
            return failed(
                    ticket,
                    Fault.of(
                            Kind.TRESPASS,
                            "the agent "
                                    + effect.agent()
                                    + ", or another process during its call, "
                                    + verdict.trespass().get()),
                    hearing,
                    spend,
                    verdict);
        if (result.ended() instanceof ProcessEnd.Cancelled && hearing.stop().isEmpty())
            return new EffectCancelled(
                    ticket, spend, clock.instant(), verdict.takenBack(), verdict.notes());
        try {
            return ended(ticket, verdicts, result, verdict);
        } catch (IOException unjudged) {
            return failed(ticket, FaultMapper.of(unjudged), hearing, spend, verdict);
        } catch (UncheckedIOException unjudged) {
            return failed(ticket, FaultMapper.of(unjudged), hearing, spend, verdict);
        }
    }

    private Event ended(
            long ticket,
            FailureClassifier verdicts,
            ProcessResult result,
            RepositoryGuard.Verdict verdict)
            throws IOException {
        var hearing = verdicts.hearing();
        var transcript = transcript(result);
        var now = ZonedDateTime.now(clock);
        var fault = verdicts.fault(result, now, ticket);
        if (fault.isDefined())
            return failed(
                    ticket,
                    transcript.map(fault.get()::withOutput).getOrElse(fault.get()),
                    hearing,
                    hearing.spend(result.took(), fault.get().kind()),
                    verdict,
                    now.toInstant());
        var reader = new QuestionReader(run.redaction());
        return new AgentFinished(
                ticket,
                hearing.session(),
                hearing.spend(result.took()),
                transcript,
                now.toInstant(),
                verdict.takenBack(),
                verdict.notes(),
                lastWords(verdicts, result, reader),
                reader.read(run.exchange()));
    }

    /** What an agent says counts only if it did nothing else. */
    private static Option<String> lastWords(
            FailureClassifier verdicts, ProcessResult result, QuestionReader reader)
            throws IOException {
        return verdicts.diligence().isEmpty()
                ? Option.of(
                        reader.lastWords(verdicts.hearing().lastWords(result.out().lastLines())))
                : Option.none();
    }

    private ProcessResult listen(
            ProcessSpec spec, AgentStreamMonitor hearing, Farewell farewell, Cancellation stop)
            throws IOException {
        var pulse = new LivenessProbe(run.root(), spec.deadlines().idle());
        // A CLI with frames prints them early, and only they are signs of life. For any other
        // program every byte
        // counts.
        var listener =
                farewell == Farewell.SAID
                        ? new ProcessListener(
                                hearing::line,
                                line -> {},
                                () -> hearing.isAtWork(pulse::beats),
                                Signs.LINES)
                        : new ProcessListener(hearing::line, line -> {}, pulse::beats, Signs.BYTES);
        return processes.run(
                spec,
                listener,
                process -> {
                    pulse.of(process);
                    hearing.onStop(process::cancel);
                    hearing.onExpectation(process::expect);
                    stop.onCancel(process::cancel);
                });
    }

    /** Returns the output, or standard error if there is no other output. */
    private Option<String> transcript(ProcessResult result) throws IOException {
        var said = result.out().bytes() > 0 ? result.out() : result.err();
        return said.bytes() > 0 && Files.exists(said.file())
                ? Option.of(run.blobs().put(said.file()))
                : Option.none();
    }

    private Map<String, String> environment(
            long ticket,
            InvokeAgent effect,
            AgentRegistry.Listing listing,
            Invocation invocation,
            Path promptFile)
            throws IOException {
        var listed = new ArrayList<>(run.listed());
        listed.addAll(invocation.listed());
        var environment =
                new HashMap<>(
                        ChildEnvironment.forAgents(run.environment(), listed, run.marker(ticket)));
        environment.putAll(invocation.variables());
        listing.endpoint().applyTo(environment, listing.definition(), run.environment());
        environment.put("FOLDLINE_PROMPT_FILE", promptFile.toString());
        environment.put("FOLDLINE_ROLE", effect.role());
        if (agents.traced())
            environment.put(TraceContext.VARIABLE, TraceContext.of(run.marker(ticket)).text());
        environment.putAll(PushRestriction.of(run.git()).variables(environment));
        return environment;
    }

    private Event failed(long ticket, Fault fault, Spend spend) {
        return new AgentFailed(ticket, fault, Option.none(), spend, clock.instant());
    }

    private Event failed(
            long ticket,
            Fault fault,
            AgentStreamMonitor hearing,
            Spend spend,
            RepositoryGuard.Verdict verdict) {
        return failed(ticket, fault, hearing, spend, verdict, clock.instant());
    }

    private static Event failed(
            long ticket,
            Fault fault,
            AgentStreamMonitor hearing,
            Spend spend,
            RepositoryGuard.Verdict verdict,
            Instant at) {
        return new AgentFailed(
                ticket, fault, hearing.session(), spend, at, verdict.takenBack(), verdict.notes());
    }

    private static Deadlines deadlines(InvokeAgent effect) {
        var limits = effect.deadlines();
        return new Deadlines(
                Duration.ofMillis(limits.agentStartMillis()),
                Duration.ofMillis(limits.agentIdleMillis()),
                Duration.ofMillis(limits.agentMillis()),
                Duration.ofMillis(limits.exitMillis()),
                GRACE);
    }
}
