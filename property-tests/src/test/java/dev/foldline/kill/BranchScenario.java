package dev.foldline.kill;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a workplace's run does with its branch, besides committing to it. Where it is rebased or
 * merged its base goes on meanwhile.
 */
enum BranchScenario {
    /** Nothing: a plan, a piece of work, a review that asks for one more file. */
    PLAIN(
            """
            workflow: ralph
            ralph: { stop_when_completed: false }
            roles:
              developer: [player]
              fixer: [quick]
              planner: [quick]
              analyst: [quick]
              reviewer: [quick]
              committer: [quick]
            agents:
              player: { kind: scripted, script: "FOLDER/script.json" }
              quick: { kind: command, run: ["sh", "FOLDER/agent.sh", "{role}"] }
            checks_on_base: ignore
            checks:
              - test -s piece-1.txt
            iterations: 1
            reviews: 2
            """),

    /** It is put on top of its base at the end. */
    REBASED(
            """
            workflow: ralph
            ralph: { stop_when_completed: false }
            roles: { developer: [quick] }
            agents:
              quick: { kind: command, run: ["sh", "FOLDER/agent.sh", "{role}"] }
            checks_on_base: ignore
            checks:
              - sh FOLDER/meanwhile.sh
            iterations: 1
            reviews: 0
            rebase: [after]
            """),

    /** It is merged into its base. */
    DELIVERED(
            """
            workflow: feature
            feature: { merge: base }
            roles: { developer: [quick] }
            agents:
              quick: { kind: command, run: ["sh", "FOLDER/feature.sh"] }
            checks_on_base: ignore
            checks:
              - sh FOLDER/meanwhile.sh
            """),

    /** It works in a working tree that it makes for itself. */
    OWN_TREE(
            """
            workflow: ralph
            ralph: { stop_when_completed: false }
            roles: { developer: [quick] }
            agents:
              quick: { kind: command, run: ["sh", "FOLDER/agent.sh", "{role}"] }
            checks_on_base: ignore
            checks:
              - test -s piece-1.txt
            iterations: 1
            reviews: 2
            """,
            "--worktree");

    /**
     * The two that write files are scripted agents in the first; the others are quick, so that a
     * run takes few seconds.
     */
    private final String configuration;

    private final List<String> flags;

    BranchScenario(String configuration, String... flags) {
        this.configuration = configuration;
        this.flags = List.of(flags);
    }

    /** The command that begins its run. */
    String[] run(String task) {
        return Stream.concat(Stream.concat(Stream.of("run"), flags.stream()), Stream.of(task))
                .toArray(String[]::new);
    }

    /** {@code FOLDER} in it is the workplace. */
    String configuration() {
        return configuration;
    }
}
