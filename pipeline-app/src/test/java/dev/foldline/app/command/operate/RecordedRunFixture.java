package dev.foldline.app.command.operate;

import dev.foldline.app.command.task.GreetingProject;
import dev.foldline.app.engine.Engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * A recorded run of some kind, with faults that a seed chooses: agents that fail, reach their limit
 * or commit by themselves, checks that fail, conflicts, rejections, and the death of a driver.
 *
 * @param faults what went wrong, for a person
 */
record RecordedRunFixture(CliFixture place, String faults) {

    /** What is run. */
    enum Kind {
        RALPH,
        FEATURE,
        TDD,
        TASKS,
        ATTEMPTS
    }

    private static final int STEPS_MAX = 12;

    /** The n-th call of all agents does what is planned for it, and then its work if it lives. */
    private static final String FAULTS =
            """
            i=1; while ! mkdir "$HOME/call-$i" 2>/dev/null; do i=$((i+1)); done
            planned() { case " $1 " in *" $i "*) return 0 ;; esac; return 1; }
            if planned "KILLED" && [ -e "$HOME/detached" ]; then
              echo half > half.txt
              until [ -s "$HOME/pid" ]; do sleep 0.05; done
              kill -9 $(cat "$HOME/pid"); sleep 300
            fi
            if planned "LIMITED" && [ "$1" = 30 ]; then echo "usage limit reached" >&2; exit 1; fi
            if planned "FAILED"; then echo "something broke" >&2; echo left > left.txt; exit 1; fi
            """;

    private static final String COMMITTING =
            """
            if planned "COMMITTED"; then
              git add -A; git -c user.name=agent -c user.email=agent@example.org commit -q -m mine || true
            fi
            """;
    private static final String ATTEMPT =
            """
            case "$FOLDLINE_ROLE" in
              developer) echo "$1" > speed.txt ;;
              committer) printf '{"subject":"Run in %s"}' "$1" > .foldline/commit_message.json ;;
            esac
            echo worked
            """;
    private static final String FAST =
            """
            workflow: fast
            roles: [developer, committer]
            recovery: { attempts: 1 }
            checks:
              speed: { run: cat speed.txt }
            stages:
              - stage: build
                attempts: 2
                pick: { measure: speed, best: lowest }
                phases:
                  - phase: work
                    steps:
                      - clean: []
                      - call: { role: developer, prompt: prompts/work.md }
                  - phase: commit
                    commit: { message_from: committer }
            """;

    /** Makes a repository and a run in it. */
    static RecordedRunFixture of(Kind kind, Path folder, long seed) throws Exception {
        var random = new Random(seed);
        var plan = Plan.of(kind, random);
        var place = kind == Kind.TDD ? GreetingProject.ready(folder) : CliFixture.ready(folder);
        var start =
                switch (kind) {
                    case RALPH -> ralph(place, plan, random);
                    case FEATURE -> feature(place, plan);
                    case TDD -> tdd(place, plan);
                    case TASKS -> tasks(place, plan);
                    case ATTEMPTS -> attempts(place, plan);
                };
        var run = new RecordedRunFixture(place, kind + " " + seed + ": " + plan);
        run.drive(kind, start, plan, random);
        return run;
    }

    /** Which calls do what. */
    private record Plan(String killed, String limited, String failed, String committed) {
        static Plan of(Kind kind, Random random) {
            return new Plan(
                    random.nextInt(3) == 0 ? Integer.toString(1 + random.nextInt(6)) : "",
                    kind == Kind.TDD ? "" : numbers(random),
                    numbers(random),
                    kind == Kind.TASKS || kind == Kind.ATTEMPTS ? "" : numbers(random));
        }

        private static String numbers(Random random) {
            var numbers = new TreeSet<Integer>();
            for (int n = random.nextInt(3); n > 0; n--) numbers.add(1 + random.nextInt(8));
            return String.join(" ", numbers.stream().map(String::valueOf).toList());
        }

        String script(String work) {
            return (FAULTS + work + COMMITTING)
                    .replace("KILLED", killed)
                    .replace("LIMITED", limited)
                    .replace("FAILED", failed)
                    .replace("COMMITTED", committed);
        }
    }

    private static String agent(CliFixture place) {
        return Path.of(place.environment.get("HOME")).resolve("agent.sh").toString();
    }

    /** Two agents for each role, so that the second takes over from a limited one. */
    private static void configured(CliFixture place, String lines) throws IOException {
        place.write(
                "foldline.yaml",
                """
                agents:
                  mine: { kind: command, run: [AGENT, "30"] }
                  other: { kind: command, run: [AGENT, "10"] }
                roles: { developer: [mine, other] }
                limits: { backoff_first: 1s, backoff_max: 1s }
                """
                                .replace("AGENT", agent(place))
                        + lines);
    }

    private static List<String> ralph(CliFixture place, Plan plan, Random random) throws Exception {
        place.agent(plan.script(AgentScripts.HELPFUL));
        configured(
                place,
                "checks: [\"echo x >> ~/checks; test $(wc -l < ~/checks) != 2\"]\niterations: "
                        + (1 + random.nextInt(2))
                        + "\nreviews: 1\n");
        return random.nextBoolean()
                ? List.of("run", "--worktree", "Add work")
                : List.of("run", "Add work");
    }

    private static List<String> feature(CliFixture place, Plan plan) throws Exception {
        place.agent(plan.script(AgentScripts.FEATURE));
        configured(
                place,
                "workflow: feature\nchecks: [ \"test -f a.txt\" ]\n"
                        + "feature: { allow: [plan, implement] }\n");
        return List.of("run", "Add work");
    }

    private static List<String> tdd(CliFixture place, Plan plan) throws Exception {
        var work =
                Files.readString(Path.of(agent(place)))
                        .replaceFirst("#!/bin/sh\n", "")
                        .replaceFirst("cat > /dev/null\n", "");
        place.agent("cat > /dev/null\n" + plan.script(work));
        return List.of("run", "--workflow", "tdd", "-f", "PLAN.md");
    }

    private static List<String> tasks(CliFixture place, Plan plan) throws Exception {
        place.agent(plan.script(AgentScripts.FOR_A_SHOP));
        configured(place, "checks: []\n");
        var text = new StringBuilder("name: Shop\ntarget: main\ntasks:\n");
        for (var task : List.of("cold", "plain", "crisp"))
            text.append("  - { name: ")
                    .append(task)
                    .append(", terminals: [ { role: developer, agent: mine } ] }\n");
        place.write("tasks.yaml", text.toString());
        succeeds(place.foldline("workflow", "create", "-f", "tasks.yaml"));
        succeeds(place.foldline("workflow", "ready"));
        return List.of("workflow", "start");
    }

    private static List<String> attempts(CliFixture place, Plan plan) throws Exception {
        place.agent(plan.script(ATTEMPT));
        configured(place, "checks: []\n");
        place.write("foldline/workflows/prompts/work.md", "{{task}}")
                .write("foldline/workflows/fast.yaml", FAST);
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Add a workflow");
        return List.of("run", "--workflow", "fast", "Be fast");
    }

    private static void succeeds(CliFixture.CommandResult reported) {
        if (reported.exit() != 0) throw new AssertionError(reported.all());
    }

    /** Drives the run until it has ended, or nothing of what a user usually does helps. */
    private void drive(Kind kind, List<String> start, Plan plan, Random random) throws Exception {
        var reported = start(start, plan);
        for (int step = 0; step < STEPS_MAX && reported.exit() != 0; step++) {
            var commands = next(kind, reported, random);
            if (commands.isEmpty()) return;
            for (var command : commands) reported = place.foldline(command.toArray(String[]::new));
        }
    }

    /** A driver that is to die runs in a process of its own. */
    private CliFixture.CommandResult start(List<String> start, Plan plan) throws Exception {
        if (plan.killed().isEmpty()) return place.foldline(start.toArray(String[]::new));
        var home = Path.of(place.environment.get("HOME"));
        var detached = Files.createFile(home.resolve("detached"));
        var builder =
                new ProcessBuilder(Engines.command(start.toArray(String[]::new)))
                        .directory(place.root.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        var driver = builder.start();
        Files.writeString(home.resolve("pid"), Long.toString(driver.pid()));
        driver.waitFor();
        Files.delete(detached);
        return resume(start.getFirst().equals("run"));
    }

    private CliFixture.CommandResult resume(boolean isRun) {
        return isRun ? place.foldline("resume") : place.foldline("workflow", "resume");
    }

    private List<List<String>> next(Kind kind, CliFixture.CommandResult reported, Random random)
            throws Exception {
        if (kind == Kind.TASKS && reported.exit() == 5) {
            resolve();
            return List.of(List.of("workflow", "resolve"));
        }
        var resume = kind == Kind.TASKS ? List.of("workflow", "resume") : List.of("resume");
        return switch (reported.exit()) {
            case 3 ->
                    random.nextInt(3) == 0
                            ? List.of(List.of("reject", "-m", "think again"), resume)
                            : List.of(List.of("approve"), resume);
            case 1, 11 -> kind == Kind.TASKS ? List.of(resume) : List.of(List.of("retry"));
            case 75 -> List.of(resume);
            default -> List.of();
        };
    }

    /** Resolves a conflict of a task in its worktree. */
    private void resolve() throws Exception {
        var failed =
                place.foldline("workflow", "status", "--json")
                        .out()
                        .replaceAll("(?s).*\"failed\": \"(\\w+)\".*", "$1");
        var tree =
                place.git("worktree", "list")
                        .lines()
                        .filter(line -> line.contains("shop-" + failed + "]"))
                        .map(line -> line.split(" ")[0])
                        .findFirst();
        if (tree.isPresent())
            place.git("-C", tree.get(), "merge", "-q", "-X", "ours", "-m", "Resolve", "main");
    }
}
