package dev.foldline.law.tdd;

import dev.foldline.app.AgentTrial;
import dev.foldline.app.AgentTrial.Turn;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A pull request in a real repository, worked by an agent that follows its instructions, but
 * carelessly: it commits some files of a checkpoint or none, submits work that fails, reduces the
 * scope as soon as it may, gives the run up, and imports it again. Each step leaves a file of its
 * own and a line in a file that all steps share.
 */
final class AgentWalk {
    private static final String SHARED = "shared.txt";

    private final AgentTrial trial;
    private final SeededRandom luck;
    private final List<String> story = new ArrayList<>();
    private Turn last;
    private int named;
    private int reductions;
    private int doneSteps;

    AgentWalk(AgentTrial trial, SeededRandom luck) throws IOException {
        this.trial = trial;
        this.luck = luck;
        trial.repository()
                .program("npm", "exit 0")
                .file(
                        "foldline.yaml",
                        "tdd: { reduce_scope_at: 2, escalate_at: 99, preflight: [ \"true\" ],"
                                + " review: [ \"echo []\" ] }\n")
                .file("PLAN.md", "- it\n")
                .file("test.sh", "exit 0\n")
                .file(SHARED, "begin\n");
        trial.git("add", "PLAN.md", SHARED, "test.sh", "foldline.yaml");
        trial.git("commit", "-q", "-m", "a project");
        trial.git("push", "-q");
        call("get_task", Map.of());
        trial.plan(plan(Vector.range(0, luck.between(2, 3)).map(_ -> task())));
        call("submit_work", Map.of());
        last = trial.turn("get_task");
    }

    /** What was called, in order. */
    List<String> story() {
        return story;
    }

    int reductions() {
        return reductions;
    }

    int doneSteps() {
        return doneSteps;
    }

    /** All is done: what is left is the squash, which is the agent's own. */
    boolean isOver() {
        return last.status().equals("AWAITING_FINALIZATION") || last.status().equals("HALTED");
    }

    /** The agent's next action, as the instruction asks for it, or nearly so. */
    void next() throws IOException {
        if (last.status().equals("REPLANNING")) replan();
        else if (last.status().equals("DEBUGGING") && luck.chance(50)) reduce();
        else if (luck.chance(5)) importAgain();
        else if (last.out().contains("checkpoint commit")) checkpoint();
        else if (last.out().contains("NEEDS_ANALYSIS"))
            call(
                    "submit_work",
                    Map.of("analysis_decision", luck.chance(80) ? "SUCCESS" : "FAILURE"));
        else if (last.out().contains("TDD step") || last.status().equals("DEBUGGING")) work();
        last = trial.turn("get_task");
    }

    private void call(String tool, Map<String, String> arguments) throws IOException {
        last = trial.turn(tool, arguments);
        story.add(
                tool
                        + " "
                        + arguments
                        + ": "
                        + last.exit()
                        + " "
                        + last.status()
                        + " "
                        + last.err().lines().findFirst().orElse(""));
    }

    private void reduce() throws IOException {
        if (luck.chance(30)) failing(luck.pick("reset --hard", "clean -f", "update-ref"));
        call("request_scope_reduction", Map.of());
        if (last.status().equals("REPLANNING")) reductions++;
    }

    /** Git fails once, at this command. */
    private void failing(String command) throws IOException {
        var once = trial.folder().resolveSibling("git-fails");
        Files.writeString(once, "");
        trial.program(
                "git",
                "case \"$*\" in *'"
                        + command
                        + "'*) if [ -e '"
                        + once
                        + "' ]; then rm '"
                        + once
                        + "'; exit 128; fi ;; esac\nPATH=${PATH#*:} exec git \"$@\"");
    }

    /** The current step leaves its work, right or wrong. */
    private void work() throws IOException {
        var step = open();
        if (step.isEmpty()) return;
        var name = step.get().text("description").get();
        var isRed = step.get().text("type").get().equals("RED");
        var passes = luck.chance(40);
        trial.file(name + ".txt", name + "\n").file("half-" + named++ + ".txt", "half done\n");
        if (!Files.readString(trial.folder().resolve(SHARED)).contains(name + "\n"))
            trial.file(SHARED, Files.readString(trial.folder().resolve(SHARED)) + name + "\n");
        call(
                "submit_work",
                Map.of(
                        "test_command",
                        isRed == passes ? "false" : "true",
                        "expectation",
                        isRed ? "FAIL" : "PASS"));
    }

    private void checkpoint() throws IOException {
        switch (luck.pick("all", "all", "one file", "nothing of it", "nothing")) {
            case "all" -> trial.git("add", "-A");
            case "one file" -> trial.git("add", SHARED);
            case "nothing of it" -> trial.git("commit", "-q", "--allow-empty", "-m", "empty");
            default -> {}
        }
        if (!trial.git("diff", "--cached", "--name-only").isEmpty())
            trial.git("commit", "-q", "-m", "checkpoint");
        story.add("checkpoint, then: " + trial.git("status", "--porcelain").replace('\n', ' '));
    }

    /** What is done stays in the plan; what was to do is replaced. */
    private void replan() throws IOException {
        var done = tasks().filter(task -> !open(task).isDefined());
        var started =
                tasks().filter(
                                task ->
                                        open(task).isDefined()
                                                && steps(task).exists(AgentWalk::isDone));
        trial.plan(
                plan(
                        done.appendAll(luck.chance(70) ? started : Vector.empty())
                                .map(JsonValue::line)
                                .appendAll(Vector.range(0, luck.between(1, 2)).map(_ -> task()))));
        call("submit_work", Map.of());
    }

    /** The run is given up, and its two files are imported as they were. */
    private void importAgain() throws IOException {
        var state = Files.readString(trial.folder().resolve("ORCHESTRATION_STATE.json"));
        var plan = Files.readString(trial.folder().resolve("ACTIVE_PR.json"));
        trial.run("reset");
        trial.file("ORCHESTRATION_STATE.json", state).plan(plan);
        last = trial.run("import");
        story.add("reset and import: " + last.exit() + " " + last.status());
    }

    /**
     * The work of steps that are called DONE which is neither in the tree nor in a commit of the
     * branch.
     */
    Vector<String> lostWork() throws IOException {
        var done =
                tasks().flatMap(AgentWalk::steps)
                        .filter(AgentWalk::isDone)
                        .map(step -> step.text("description").get());
        doneSteps = done.size();
        var shared =
                trial.git("log", "-p", "--format=", "main..HEAD", "--", SHARED)
                        + Files.readString(trial.folder().resolve(SHARED));
        var files =
                Vector.of(
                                (trial.git("log", "--name-only", "--format=", "main..HEAD")
                                                + "\n"
                                                + trial.git("ls-files", "--cached", "--others"))
                                        .split("\n"))
                        .toSet();
        return done.filter(
                name ->
                        !shared.contains(name + "\n") && !shared.endsWith(name)
                                || !files.contains(name + ".txt"));
    }

    private Vector<JsonValue.Obj> tasks() throws IOException {
        var file = trial.folder().resolve("ACTIVE_PR.json");
        if (!Files.exists(file)) return Vector.empty();
        return JsonValues.read(Files.readString(file).getBytes(StandardCharsets.UTF_8))
                .map(json -> ((JsonValue.Obj) json).list("tasks").map(JsonValue.Obj.class::cast))
                .getOrElse(Vector.empty());
    }

    private io.vavr.control.Option<JsonValue.Obj> open() throws IOException {
        return tasks().flatMap(AgentWalk::steps).find(step -> !isDone(step));
    }

    private static io.vavr.control.Option<JsonValue.Obj> open(JsonValue.Obj task) {
        return steps(task).find(step -> !isDone(step));
    }

    private static Vector<JsonValue.Obj> steps(JsonValue.Obj task) {
        return task.list("tdd_steps").map(JsonValue.Obj.class::cast);
    }

    private static boolean isDone(JsonValue.Obj step) {
        return step.text("status").contains("DONE");
    }

    private String task() {
        var types =
                luck.pick(
                        Vector.of("RED", "GREEN"),
                        Vector.of("GREEN"),
                        Vector.of("RED", "GREEN", "REFACTOR"),
                        Vector.of("GREEN", "GREEN"));
        return types.map(
                        type ->
                                "{\"type\": \"%s\", \"description\": \"step%d\", \"status\": \"TODO\"}"
                                        .formatted(type, ++named))
                .mkString(
                        "{\"taskName\": \"Task "
                                + named
                                + "\", \"status\": \"TODO\", \"tdd_steps\": [",
                        ", ",
                        "]}");
    }

    private static String plan(Vector<String> tasks) {
        return tasks.mkString(
                "{\"masterPlanPath\": \"PLAN.md\", \"prTitle\": \"feat: it\", \"summary\":"
                        + " \"what\", \"verificationPlan\": \"how\", \"tasks\": [",
                ", ",
                "]}");
    }
}
