package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.fleet.FleetWorker;
import dev.foldline.app.fleet.WorkerClone;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.FleetEngine;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.app.run.SignalHandler;
import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.RuleExecutor;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code foldline worker}: drives the runs that an engine places on this host. */
@Command(
        name = "worker",
        description = "Drive the shared runs that an engine places on this machine.",
        footer = {
            "  foldline worker --engine http://127.0.0.1:8080",
            "  foldline worker --label claude --slots 2",
            "Ctrl-C moves the runs to other workers after their current step.",
        })
public final class WorkerCommand implements Callable<Integer> {
    private static final Duration TIMEOUT_MIN = Duration.ofSeconds(1);
    private static final int PATIENCE_SHARE = 4;
    private static final Duration PATIENCE_MIN = Duration.ofSeconds(1);

    private final Console console;

    @Option(
            names = "--engine",
            paramLabel = "URL,...",
            description = "Addresses of the engine for messages (default: share.engine).")
    private Optional<String> engine = Optional.empty();

    @Option(
            names = "--admin",
            paramLabel = "URL,...",
            defaultValue = "",
            description =
                    "Addresses of the engine for registrations (default: port 9070 of the same"
                            + " hosts).")
    private String admin = "";

    @Option(
            names = "--remote",
            paramLabel = "REMOTE",
            description =
                    "Remote or repository where runs are shared (default: share.remote, else"
                            + " origin).")
    private Optional<String> remote = Optional.empty();

    @Option(
            names = "--label",
            paramLabel = "LABEL",
            split = ",",
            description = "A label that runs can require (repeatable).")
    private List<String> labels = new ArrayList<>();

    @Option(
            names = "--slots",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many runs are driven here at once (default: 1).")
    private int slots = 1;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of this host in the fleet (default: machine and clone).")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS:PORT",
            defaultValue = "127.0.0.1:0",
            description = "Where the engine reaches this worker (default: 127.0.0.1, any port).")
    private String listen = "127.0.0.1:0";

    @Option(
            names = "--address",
            paramLabel = "URL",
            description = "The same as the engine sees it, if that is different.")
    private Optional<String> address = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            description =
                    "After this time without a sign of life, the runs of this host continue"
                            + " elsewhere (default: 10s).")
    private String timeout = "10s";

    public WorkerCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var lock = Files.createDirectories(here.runs().root()).resolve("worker.lock");
            if (!(RunLock.take(lock) instanceof RunLock.LockAttempt.Held(var held)))
                throw new UserError(
                        "a worker uses this clone already", lock.toString(), "", ExitCode.LOCKED);
            try (held) {
                return work(here);
            }
        }
    }

    private int work(Workspace here) throws IOException, InterruptedException {
        var notices =
                new TimedNotices(console::note, InstantSource.system(), ZoneId.systemDefault());
        var share =
                RunLauncher.configuration(here.root(), console.environment()).settings().share();
        var shared = remote.or(share::remote).orElse("origin");
        var host = host(here.root());
        var placed = engine.or(share::engine).orElseThrow(WorkerCommand::noEngine);
        var runs =
                new SharedRuns(
                        Checkout.at(here.root()),
                        console.environment(),
                        console.directory(),
                        shared);
        var fleet = runs.fleet();
        try (var server =
                        FleetEngine.open(
                                placed,
                                connection(),
                                console.environment(),
                                engineTimeout(host.timeout()));
                var executor = server.executor(fleet, notices::notice)) {
            var placement = server.placement(fleet);
            var worker =
                    new FleetWorker(
                            placement,
                            host,
                            new WorkerClone(console.directory(), console.environment(), shared),
                            executor::recover,
                            () -> {
                                for (var run : runs.awaited()) placement.wake(run);
                            },
                            notices);
            register(executor, placed, notices);
            return work(worker, host, notices);
        }
    }

    private int work(FleetWorker worker, FleetWorker.Host host, TimedNotices notices)
            throws IOException, InterruptedException {
        try (var signals = new SignalHandler(worker::send, notices::notice)) {
            console.print("Worker " + host.name() + " waits for runs.\n");
            worker.work();
            return (signals.isTerminated() ? ExitCode.TERMINATED : ExitCode.INTERRUPTED).value();
        }
    }

    /** An engine that is away is reported to later; one that refuses this worker is an error. */
    private static void register(RuleExecutor executor, String placed, TimedNotices notices)
            throws IOException {
        try {
            executor.register();
        } catch (EngineFault silent) {
            for (var refused : FleetEngine.refusal(silent, placed)) throw refused;
            notices.notice(String.valueOf(silent.getMessage()));
        }
    }

    private FleetWorker.Host host(Path root) {
        var time = RunDriving.time(timeout);
        if (slots < 1) throw usage("--slots " + slots, "use 1 or more");
        if (time.compareTo(TIMEOUT_MIN) < 0) throw usage("--timeout " + timeout, "use 1s or more");
        return new FleetWorker.Host(
                name.orElseGet(
                        () ->
                                SharedRuns.hostName(console.environment())
                                        + ":"
                                        + root.getFileName()),
                Vector.ofAll(labels),
                slots,
                time);
    }

    /** Returns how long the engine has for an answer before another worker answers for it. */
    private static Duration engineTimeout(Duration timeout) {
        var share = timeout.dividedBy(PATIENCE_SHARE);
        return share.compareTo(PATIENCE_MIN) < 0 ? PATIENCE_MIN : share;
    }

    private FleetEngine.Connection connection() {
        return new FleetEngine.Connection(
                admin,
                socket(listen),
                io.vavr.control.Option.ofOptional(address)
                        .map(each -> FleetEngine.address(each, "--address")));
    }

    private static InetSocketAddress socket(String text) {
        int colon = text.lastIndexOf(':');
        try {
            if (colon > 0)
                return new InetSocketAddress(
                        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        } catch (IllegalArgumentException noPort) {
            throw usage("--listen " + text, "write an address such as 127.0.0.1:9100");
        }
        throw usage("--listen " + text, "write an address such as 127.0.0.1:9100");
    }

    private static UserError noEngine() {
        return usage("no engine is configured", "use --engine, or set share.engine");
    }

    private static UserError usage(String what, String hint) {
        return new UserError(what, "", hint, ExitCode.USAGE);
    }
}
