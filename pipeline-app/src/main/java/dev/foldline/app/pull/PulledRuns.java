package dev.foldline.app.pull;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.TddImport;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.workflow.tdd.TddFiles;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The runs of a working tree that an agent pulls; at most one of them is active.
 *
 * @param view receives the events while one starts
 */
record PulledRuns(Workspace here, RunObserver view) {

    /**
     * The one that goes on; none if there is none, or the latest is over.
     *
     * @throws UserError if it is one that the engine drives itself: it expects no calls
     */
    Optional<PulledRun> active() throws IOException {
        var latest = latest();
        if (latest.isEmpty() || latest.get().isOver()) return Optional.empty();
        if (latest.get().isDriven())
            throw new UserError(
                    "the engine itself works on a pull request here, run "
                            + latest.get().directory().id(),
                    here.root().toString(),
                    "foldline status; to give it up: foldline cancel",
                    ExitCode.FAILED);
        return latest;
    }

    /** Whether there was ever one in the repository, in whichever of its working trees. */
    boolean isAny() throws IOException {
        for (var entry : here.runs().index().ofWorkflow(Tdd.NAME).toList())
            if (isPulled(entry.run())) return true;
        return false;
    }

    /**
     * Returns the run started last, ended or not. This is the run that the pointer names, unless a
     * driver died before it could update the pointer.
     */
    Optional<PulledRun> latest() throws IOException {
        var pointedTo = pointedTo();
        for (var entry : here.runs().index().latestFirst().toList()) {
            var run = entry.run();
            if (pointedTo.equals(Optional.of(run.id()))) break;
            if (entry.workflow().equals(Tdd.NAME)
                    && RunLocation.remembered(run).equals(Optional.of(here.root()))
                    && isPulled(run)) return Optional.of(new PulledRun(run, here, view));
        }
        return pointedTo.map(id -> new PulledRun(here.runs().directory(id), here, view));
    }

    /** What is lost is found again among all of them. */
    private Optional<RunId> pointedTo() throws IOException {
        try {
            var id = new RunId(Files.readString(pointer()).strip());
            return Files.exists(here.runs().directory(id).events())
                    ? Optional.of(id)
                    : Optional.empty();
        } catch (NoSuchFileException | IllegalArgumentException lost) {
            return Optional.empty();
        }
    }

    private static boolean isPulled(RunDirectory run) throws IOException {
        try {
            return RunHistory.open(run).latest().state().workflow().name().equals(Tdd.NAME);
        } catch (UserError unreadable) {
            return false;
        }
    }

    /** Begins a run at its beginning. */
    PulledRun begin() throws IOException, InterruptedException {
        return begin(new Beginning(workflow(), Option.none()));
    }

    /** Stores all texts that a run starts with, so that their files are no longer needed. */
    record Beginning(Workflow workflow, Option<InitialState> given) {}

    /** Returns the state file, if it can be imported. */
    Option<JsonValue.Obj> stateFile() throws IOException {
        var found = TddFiles.bytes(here.root(), TddFiles.STATE);
        if (found.isEmpty()) return Option.none();
        var json =
                JsonValues.read(found.get())
                        .flatMap(
                                value ->
                                        value instanceof JsonValue.Obj object
                                                        && TddImport.status(object).isDefined()
                                                ? io.vavr.control.Either
                                                        .<String, JsonValue.Obj>right(object)
                                                : io.vavr.control.Either.left(
                                                        "it names no status there is"));
        return Option.of(
                json.getOrElseThrow(
                        why ->
                                new UserError(
                                        TddFiles.STATE + " cannot be read: " + why,
                                        here.root().resolve(TddFiles.STATE).toString(),
                                        "fix it, or delete it to start again",
                                        ExitCode.USAGE)));
    }

    /** Returns the plan file, even if it is incomplete. */
    ActivePr planFile() throws IOException {
        var found = TddFiles.bytes(here.root(), TddFiles.PLAN);
        if (found.isEmpty()) return ActivePr.EMPTY;
        return JsonValues.read(found.get())
                .toOption()
                .filter(JsonValue.Obj.class::isInstance)
                .map(json -> new ActivePr((JsonValue.Obj) json))
                .getOrElse(ActivePr.EMPTY);
    }

    /** Where the two files say that work stands. */
    Beginning takenUp(JsonValue.Obj state) throws IOException {
        var workflow = workflow();
        var plan = planFile();
        Map<String, String> kept =
                LinkedHashMap.of(TddTimeline.IMPORTED_STATE, here.runs().blobs().put(state.line()));
        if (TddImport.status(state).contains(TddStatus.INITIALIZING))
            return new Beginning(workflow, Option.of(new InitialState(kept, Vector.empty())));
        var foreign = TddImport.isSquashed(state) ? untracked() : Vector.<String>empty();
        var both =
                plan.document().fields().isEmpty()
                        ? kept
                        : kept.put(Tdd.PLAN, here.runs().blobs().put(plan.document().line()));
        return new Beginning(
                workflow,
                Option.of(
                        new InitialState(
                                both,
                                Vector.empty(),
                                TddImport.initialStanding(workflow, state, plan)
                                        .map(standing -> standing.keeping(foreign)))));
    }

    /** After the review, uncommitted changes are the user's. */
    private Vector<String> untracked() throws IOException {
        return Vector.ofAll(here.git().dirty(Exclusions.engine()))
                .filter(path -> path.change() == DirtyPath.Change.UNTRACKED)
                .map(DirtyPath::path);
    }

    PulledRun begin(Beginning beginning) throws IOException, InterruptedException {
        hide(here);
        var log =
                RunLauncher.pulled(
                        here,
                        beginning.workflow(),
                        "A pull request, worked by an agent that pulls its tasks",
                        beginning.given());
        Files.createDirectories(pointer().toAbsolutePath().getParent());
        AtomicFile.write(pointer(), log.directory().id().text());
        var run = new PulledRun(log.directory(), here, view);
        run.drive(log);
        return run;
    }

    /** What is configured where work is pulled. */
    static Settings settings(Workspace here) {
        return RunLauncher.configuration(here.root(), here.environment()).settings();
    }

    private Workflow workflow() throws IOException {
        var settings = settings(here);
        return WorkflowFactory.pulled(
                settings, base(here, settings), DetectedCommands.checks(settings, here.root()));
    }

    /** The branch that pull requests are merged into. */
    static String base(Workspace here, Settings settings) throws IOException {
        return here.mainBranch(settings.course().base());
    }

    /** What shows a run in the working tree is in no commit. */
    static void hide(Workspace here) throws IOException {
        for (var name : TddFiles.NAMES) here.git().exclude("/" + name);
        here.git().exclude(ExchangeFolder.FOLDER + "/");
    }

    private Path pointer() {
        return here.git().place().gitFolder().resolve("foldline/pulled");
    }
}
