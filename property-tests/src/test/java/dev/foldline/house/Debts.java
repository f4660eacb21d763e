package dev.foldline.house;

import java.util.Map;

/** The exceptions from the house rules, each with its reason: what is listed here is owed. */
final class Debts {
    private static final String SPLIT = "grew with the formatter's layout; to be split by meaning";

    /** From a finding's key ({@code rule @ place}) to why it may stay for now. */
    static final Map<String, String> BY_KEY =
            Map.ofEntries(
                    Map.entry(
                            "lines of a method @"
                                    + " pipeline-app/src/main/java/dev/foldline/app/Commands.java"
                                    + " Commands.line",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-app/src/main/java/dev/foldline/app/command/RunReport.java"
                                + " RunReport.document",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-app/src/main/java/dev/foldline/app/command/agent/PromptsCommand.java"
                                + " PromptsCommand.show",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-app/src/main/java/dev/foldline/app/command/inspect/StatePage.java"
                                + " StatePage.ledger",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/command/runtime/WorkflowCommand.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/config/key/Keys.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/run/RunLauncher.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/run/RunSession.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/run/WorkflowFactory.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/runtime/ChildRunSupervisor.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-app/src/main/java/dev/foldline/app/runtime/WorkflowCreator.java"
                                + " WorkflowCreator.create",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/runtime/WorkflowOperations.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/runtime/WorkflowView.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/main/java/dev/foldline/app/server/RequestHandler.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-app/src/main/java/dev/foldline/app/server/call/WorkflowQueries.java"
                                + " WorkflowQueries.all",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/test/java/dev/foldline/app/mcp/GateToolsTest.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-app/src/test/java/dev/foldline/app/server/ControlCharactersShownTest.java"
                                + " ControlCharactersShownTest.in_answers_of_commands_of_the_server_and_of_mcp",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-app/src/test/java/dev/foldline/app/server/DashboardTest.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-core/src/main/java/dev/foldline/core/PipelineState.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-core/src/main/java/dev/foldline/core/command/CommandValidator.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-core/src/main/java/dev/foldline/core/decide/NormalRules.java"
                                + " NormalRules.git",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-core/src/main/java/dev/foldline/core/reduce/FailureHandling.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-core/src/main/java/dev/foldline/core/workflow/PhaseCheck.java"
                                + " PhaseCheck.step",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-core/src/main/java/dev/foldline/core/workflow/WorkflowCheck.java"
                                + " WorkflowCheck.policy",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-core/src/main/java/dev/foldline/core/workflow/builtin/Ralph.java"
                                + " Ralph.workflow",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/agent/fake/FakeClaude.java"
                                + " FakeClaude.fails",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/guard/RepositoryGuard.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/redact/SecretPatterns.java"
                                + " SecretPatterns.assignments",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/sim/SimulatedEffects.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/sim/SimulatedEffects.java"
                                + " SimulatedEffects.repositoryTouched",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/table/StateTables.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/environment/GitHandler.java"
                                + " GitHandler.eventOf",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/main/java/dev/foldline/effects/environment/Reconciler.java"
                                + " Reconciler.call",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-effects/src/test/java/dev/foldline/effects/guard/SharedRefsTest.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/test/java/dev/foldline/effects/guard/SharedRefsTest.java"
                                + " SharedRefsTest.what_another_run_does_to_refs_is_its_own_affair_unless_it_takes_what_was_saved",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/test/java/dev/foldline/effects/guard/SharedRefsTest.java"
                                + " SharedRefsTest.a_person_in_a_checkout_of_their_own_works_as_if_alone",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/test/java/dev/foldline/effects/guard/SharedRefsTest.java"
                                + " SharedRefsTest.only_what_the_run_relies_on_halts_it",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " pipeline-effects/src/test/java/dev/foldline/effects/redact/RedactionTest.java",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " pipeline-effects/src/test/java/dev/foldline/effects/table/WorkflowTablesTest.java"
                                + " WorkflowTablesTest.events",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " property-tests/src/test/java/dev/foldline/arbitrary/ArbitraryWorkflows.java"
                                + " ArbitraryWorkflows.group",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " property-tests/src/test/java/dev/foldline/arbitrary/Shapes.java"
                                + " Shapes.tdd",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " property-tests/src/test/java/dev/foldline/bench/WireMeasurements.java"
                                + " WireMeasurements.event",
                            SPLIT),
                    Map.entry(
                            "lines of a method @"
                                + " property-tests/src/test/java/dev/foldline/law/GateProperties.java"
                                + " GateProperties.S2_25_a_resolution_of_a_closed_or_older_opening_changes_nothing",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " property-tests/src/test/java/dev/foldline/scenario/CommandsTest.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " property-tests/src/test/java/dev/foldline/scenario/agent/AgentFallbackTest.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " property-tests/src/test/java/dev/foldline/scenario/tdd/DebuggingTest.java",
                            SPLIT),
                    Map.entry(
                            "lines of a file @"
                                + " property-tests/src/test/java/dev/foldline/scenario/tdd/FinishTest.java",
                            SPLIT));

    private Debts() {}
}
