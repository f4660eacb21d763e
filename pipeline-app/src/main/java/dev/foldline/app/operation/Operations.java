package dev.foldline.app.operation;

import dev.foldline.core.PipelineBug;

import io.vavr.collection.Vector;

/** All operations. */
public final class Operations {
    private Operations() {}

    public static final Vector<Operation> ALL =
            Vector.of(
                            RunQueries.STATUS,
                            RunQueries.TASK,
                            RunQueries.SHOW,
                            RunQueries.EXPLAIN,
                            PointQueries.DIFF,
                            RunQueries.COST,
                            CostQueries.COSTS,
                            HistoryQueries.BLAME,
                            HistoryQueries.FORKS,
                            ReportQueries.REPORT,
                            RunListing.LIST,
                            CommitQueries.COMMITS,
                            ProvenanceQuery.PROVENANCE,
                            FleetQueries.FLEET,
                            GateOperations.LIST,
                            GateOperations.SHOW,
                            GateOperations.APPROVE,
                            GateOperations.REJECT,
                            GateEdit.EDIT,
                            RunStart.RUN,
                            ForkCommand.FORK,
                            RunCommands.PAUSE,
                            RunCommands.STOP,
                            RunCommands.FREEZE,
                            RunCommands.TRY_NOW,
                            WorkflowReads.LIST,
                            CatalogueQueries.LIST,
                            DefinitionCommands.NEW,
                            CatalogueQueries.SHOW,
                            CatalogueQueries.GRAPH,
                            DefinitionCheck.CHECK,
                            DefinitionSimulation.SIMULATE,
                            WorkflowReads.STATUS,
                            WorkflowReads.MEMO,
                            WorkflowCommands.CREATE,
                            WorkflowCommands.READY,
                            WorkflowCommands.START,
                            WorkflowCommands.STOP,
                            WorkflowCommands.RESUME,
                            WorkflowCommands.RESOLVE,
                            WorkflowCommands.CANCEL,
                            WorkflowCommands.RECOVER,
                            TaskCommands.DONE,
                            TaskCommands.ADD,
                            RunLifecycleCommands.CANCEL,
                            RunLifecycleCommands.RETRY,
                            RunResumption.RESUME,
                            LeftoverCommands.GC,
                            PullCommands.GET,
                            PullCommands.SUBMIT,
                            PullCommands.REDUCE_SCOPE,
                            PullCommands.ESCALATE,
                            PullCommands.RESET,
                            PullCommands.IMPORT,
                            LogQueries.LOG,
                            LogQueries.CALLS,
                            LogQueries.OUTPUT,
                            SetupQueries.AGENTS,
                            SetupQueries.CONFIG,
                            SetupQueries.SCHEMA,
                            SetupQueries.VERSION)
                    .appendAll(LocalOperations.ALL);

    /** The operation with this name. */
    public static Operation named(String name) {
        return ALL.find(each -> each.name().equals(name))
                .getOrElseThrow(() -> new PipelineBug("no operation " + name));
    }

    /** The operations whose form a front end derives. */
    public static Vector<Operation> derived(FrontEnd frontEnd) {
        return ALL.filter(each -> each.isDerived(frontEnd));
    }
}
