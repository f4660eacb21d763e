package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.Attempts.Best;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessListener;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessSpec;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The agent of Foldline that lists, compares and measures several attempts, and reads which one the
 * user has chosen. It calls no model. What it does is named behind the colon of its chain entry.
 */
record AttemptsAgent(
        RunContext run,
        AgentSandbox sandboxes,
        ProcessExecutor processes,
        Clock clock,
        Consumer<String> activity) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final PrettyPrinter BY_LINE =
            new DefaultPrettyPrinter().withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");
    private static final Pattern CHOICE = Pattern.compile("(?:attempt-)?([0-9]+)");
    private static final int CHANGES_BYTES_MAX = 30_000;

    Event call(long ticket, InvokeAgent effect, String instruction, Cancellation stop)
            throws IOException {
        long began = System.nanoTime();
        var words = Vector.of(instruction.split(" "));
        var answer =
                switch (words.head()) {
                    case "list" -> list(Integer.parseInt(words.get(1)));
                    case "compare" -> compared(AttemptsLog.of(run, words.get(1)));
                    case "choose" -> chosen(AttemptsLog.of(run, words.get(1)));
                    case "measure" ->
                            measured(
                                    ticket,
                                    effect,
                                    AttemptsLog.of(run, words.get(1)),
                                    new Measure(Best.valueOf(words.get(2)), words.get(3)),
                                    stop);
                    default ->
                            Either.<Fault, ObjectNode>left(
                                    Fault.of(Kind.AGENT_SETUP, "unknown task " + instruction));
                };
        var spend = Spend.millis(Duration.ofNanos(System.nanoTime() - began).toMillis());
        if (stop.isCancelled()) return new EffectCancelled(ticket, spend, clock.instant());
        return answer.fold(
                fault -> new AgentFailed(ticket, fault, Option.none(), spend, clock.instant()),
                json -> finished(ticket, json, spend));
    }

    private Event finished(long ticket, ObjectNode json, Spend spend) {
        try {
            new ExchangeFolder(run.root())
                    .writeAnswer(
                            JsonMapper.shared().writer().with(BY_LINE).writeValueAsString(json));
        } catch (IOException unwritable) {
            return new AgentFailed(
                    ticket,
                    Fault.of(
                            Kind.FILES, "the answer cannot be written: " + unwritable.getMessage()),
                    Option.none(),
                    spend,
                    clock.instant());
        }
        return new AgentFinished(ticket, Option.none(), spend, Option.none(), clock.instant());
    }

    private static Either<Fault, ObjectNode> list(int count) {
        var answer = JSON.objectNode();
        var ids = answer.putArray("attempts");
        for (int n = 1; n <= count; n++) ids.add("attempt-" + n);
        return Either.right(answer);
    }

    /** The changes are shown by line, and without the names of their authors. */
    private Either<Fault, ObjectNode> compared(AttemptsLog log) throws IOException {
        var answer = JSON.objectNode();
        var all = answer.putArray("attempts");
        var head = run.git().head().commit();
        for (var attempt : log.completed()) {
            var tip = run.git().resolve("refs/heads/" + attempt.branch());
            if (tip.isEmpty()) continue;
            var changes = run.git().diff(head, tip.get(), CHANGES_BYTES_MAX);
            var shown = all.addObject().put("attempt", attempt.item());
            shown.put("complete", !changes.cut());
            var lines = shown.putArray("changes");
            changes.text().lines().forEach(lines::add);
        }
        return Either.right(answer);
    }

    /** An approval whose message names no completed attempt is unclear. */
    private static Either<Fault, ObjectNode> chosen(AttemptsLog log) {
        var named = CHOICE.matcher(log.message().strip());
        var winner =
                named.matches()
                        ? log.completed()
                                .map(AttemptsLog.Attempt::item)
                                .find(("attempt-" + named.group(1))::equals)
                        : Option.<String>none();
        var answer = JSON.objectNode();
        answer.put("status", winner.isDefined() ? "chosen" : Attempts.UNCLEAR);
        winner.forEach(item -> answer.put("winner", item));
        return Either.right(answer);
    }

    /**
     * What is measured.
     *
     * @param check its output ends with a number
     */
    private record Measure(Best best, String check) {}

    private Either<Fault, ObjectNode> measured(
            long ticket, InvokeAgent effect, AttemptsLog log, Measure measure, Cancellation stop)
            throws IOException {
        var scores = LinkedHashMap.<String, BigDecimal>empty();
        var problems = Vector.<String>empty();
        for (var attempt : log.completed()) {
            var score = score(ticket, effect, log.commands(measure.check()), attempt, stop);
            if (score.isRight()) scores = scores.put(attempt.item(), score.get());
            else problems = problems.append(attempt.item() + ": " + score.getLeft());
        }
        if (scores.isEmpty())
            return Either.left(
                    Fault.of(
                            Kind.AGENT_FAILED,
                            "the check "
                                    + measure.check()
                                    + " measures no attempt: "
                                    + problems.mkString("; ")));
        var best = measure.best() == Best.LOWEST ? scores.values().min() : scores.values().max();
        var answer = JSON.objectNode();
        answer.put(
                "winner", scores.find(score -> score._2().compareTo(best.get()) == 0).get()._1());
        var written = answer.putObject("scores");
        scores.forEach(written::put);
        if (problems.nonEmpty()) answer.put("reason", problems.mkString("; "));
        return Either.right(answer);
    }

    /** Returns the number with which the output of the commands ends, or why there is none. */
    private Either<String, BigDecimal> score(
            long ticket,
            InvokeAgent effect,
            Vector<CommandLine> commands,
            AttemptsLog.Attempt attempt,
            Cancellation stop)
            throws IOException {
        if (attempt.tree().isEmpty()) return Either.left("its worktree does not exist");
        var output = "";
        for (int n = 0; n < commands.size() && !stop.isCancelled(); n++) {
            var name = "measure-" + ticket + "-" + attempt.item() + "-" + (n + 1);
            var spec =
                    new ProcessSpec(
                            ProcessSpec.words(commands.get(n)),
                            attempt.tree().get(),
                            ChildEnvironment.forChecks(run.environment()),
                            run.marker(ticket),
                            new ProcessInput.Nothing(),
                            run.output(name),
                            Deadlines.ofTotal(Duration.ofMillis(effect.deadlines().checkMillis())),
                            List.of());
            var result = measured(spec, stop);
            if (result.isLeft()) return Either.left(result.getLeft());
            if (!result.get().succeeded())
                return Either.left("the command failed: " + result.get().err().tail().strip());
            output = result.get().out().tail();
        }
        var last = NUMBER.matcher(output).results().reduce((_, next) -> next);
        return last.isPresent()
                ? Either.right(new BigDecimal(last.get().group()))
                : Either.left("the command prints no number");
    }

    /** Runs a command in the sandbox of checks, in the attempt's own working tree. */
    private Either<String, ProcessResult> measured(ProcessSpec spec, Cancellation stop)
            throws IOException {
        var git = run.git().tree(spec.directory());
        if (git.isEmpty()) return Either.left("its worktree does not exist");
        try (var there = git.get();
                var sandbox = sandboxes.forCheck(there, spec.command())) {
            return result(spec.startedBy(sandbox.launcher()), stop);
        }
    }

    private Either<String, ProcessResult> result(ProcessSpec spec, Cancellation stop)
            throws IOException {
        var result =
                processes.run(
                        spec,
                        new ProcessListener(activity, activity, () -> false),
                        process -> stop.onCancel(process::cancel));
        return switch (result.ended()) {
            case ProcessEnd.StartFailed(var why) -> Either.left(why);
            case ProcessEnd.LauncherFailed(var why) ->
                    Either.left(AgentSandbox.fault(why).message());
            case ProcessEnd.Exited _,
                    ProcessEnd.Signalled _,
                    ProcessEnd.TimedOut _,
                    ProcessEnd.Cancelled _ ->
                    Either.right(result);
        };
    }
}
