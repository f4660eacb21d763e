package dev.foldline.house;

import java.util.Map;

/** The exceptions from the house rules, each with its reason: what is listed here is owed. */
final class RuleExceptions {
    private static final String SPLIT = "grew with the formatter's layout; to be split by meaning";

    private static final String LOGGED = "a name that is written to logs";
    private static final String SEED =
            "the name of a random stream: another would change every recorded simulation";

    /** From a finding's key ({@code rule @ place}) to why it may stay for now. */
    static final Map<String, String> BY_KEY =
            Map.ofEntries(
                    Map.entry(
                            "texts use the usual word @"
                                + " pipeline-core/src/main/java/dev/foldline/core/state/Ledger.java"
                                + " 'mended'",
                            LOGGED),
                    Map.entry(
                            "texts use the usual word @"
                                + " pipeline-core/src/main/java/dev/foldline/core/workflow/builtin/Tasks.java"
                                + " 'mend'",
                            LOGGED),
                    Map.entry(
                            "texts use the usual word @"
                                    + " docs/how-to/run-tasks-side-by-side.md"
                                    + " 'mend'",
                            LOGGED),
                    Map.entry(
                            "texts use the usual word @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/agent/stream/LimitResetParser.java"
                                + " 'sat'",
                            "a part of a pattern"),
                    Map.entry(
                            "texts use the usual word @"
                                + " pipeline-effects/testkit/src/main/java/dev/foldline/testkit/simulation/SimulatedEffects.java"
                                + " 'deed'",
                            SEED),
                    Map.entry(
                            "texts use the usual word @"
                                + " pipeline-effects/testkit/src/main/java/dev/foldline/testkit/simulation/FakeChildren.java"
                                + " 'told'",
                            SEED),
                    Map.entry(
                            "texts use the usual word @"
                                + " pipeline-app/src/main/resources/dev/foldline/app/server/page/words.js"
                                + " 'stands'",
                            "a class of the style sheet"),
                    Map.entry(
                            "record components @"
                                + " pipeline-core/src/main/java/dev/foldline/core/workflow/Policy.java"
                                + " Policy",
                            "each component is a key of the first event of a log"),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/workflow/ChildRunSupervisor.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/workflow/WorkflowView.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-app/src/test/java/dev/foldline/app/server/ControlCharactersShownTest.java"
                                + " ControlCharactersShownTest.control_characters_are_escaped_in_answers_of_commands_the_server_and_mcp",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/test/java/dev/foldline/app/server/DashboardTest.java",
                            SPLIT));

    private RuleExceptions() {}
}
