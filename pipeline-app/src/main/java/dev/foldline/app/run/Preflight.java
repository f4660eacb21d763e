package dev.foldline.app.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.LastingLocks;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.chat.ChatEndpoint;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitReads.Identity;
import dev.foldline.effects.git.command.OperationInProgress;
import dev.foldline.effects.process.Programs;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunId;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** What must be right before a run begins: found out in a second, instead of after an hour. */
final class Preflight {
    private Preflight() {}

    private static final int PATHS_SHOWN_MAX = 8;

    /** The names of what is kept out of commits are in many events of the log, each one line. */
    private static final int KEPT_BYTES_MAX = 1 << 20;

    static void check(
            Workspace workspace, RunRequest request, Workflow workflow, AgentRegistry agents)
            throws IOException {
        unfinished(workspace);
        locks(workspace);
        identity(workspace);
        if (request.allowDirty()) keepable(workspace, workflow);
        if (!request.allowDirty() && request.place() != RunRequest.Placement.WORKTREE)
            clean(workspace, workflow);
        prompts(new Templates(request.configuration().settings().team().prompts()));
        agents(workspace, workflow, agents);
    }

    /** For a run that follows another in the same working tree. */
    static void successor(
            Workspace workspace, RunId previous, Workflow workflow, AgentRegistry agents)
            throws IOException {
        unfinished(workspace);
        locks(workspace);
        identity(workspace);
        clean(workspace, workflow, "commit or stash them, then: foldline resume " + previous);
        agents(workspace, workflow, agents);
    }

    /** For a run that works in a tree of its own. */
    static void apart(Workspace workspace, Workflow workflow, AgentRegistry agents)
            throws IOException {
        locks(workspace);
        identity(workspace);
        agents(workspace, workflow, agents);
    }

    /**
     * @throws UserError if an agent of the workflow is not there, or cannot be started
     */
    static void agents(Workspace workspace, Workflow workflow, AgentRegistry agents) {
        SandboxStatus.require(agents.sandbox(), workspace.environment());
        for (String entry :
                workflow.nested()
                        .prepend(workflow)
                        .flatMap(each -> each.policy().roles().values())
                        .flatMap(chain -> chain)
                        .toSet()) agent(workspace, agents, entry);
    }

    private static void prompts(Templates templates) throws IOException {
        var problems = templates.problems();
        if (!problems.isEmpty())
            throw new UserError(
                    "invalid prompt templates: " + String.join("; ", problems),
                    templates.folder().map(Path::toString).orElse(""),
                    "foldline prompts list",
                    ExitCode.USAGE);
    }

    private static void unfinished(Workspace workspace) throws IOException {
        var operation = workspace.git().unfinishedOperation();
        if (operation.isPresent())
            throw new UserError(
                    "a " + operation.get() + " is in progress",
                    workspace.root().toString(),
                    OperationInProgress.remedy(operation.get()),
                    ExitCode.FAILED);
    }

    private static void locks(Workspace workspace) throws IOException {
        var locks = LastingLocks.in(workspace.git());
        if (!locks.isEmpty())
            throw new UserError(
                    "another git process is running here, or one has died",
                    locks.getFirst().toString(),
                    "wait for it; if none is running: rm '" + locks.getFirst() + "'",
                    ExitCode.LOCKED);
    }

    private static void identity(Workspace workspace) throws IOException {
        if (workspace.git().identity() instanceof Identity.Unknown unknown)
            throw new UserError(
                    "git has no name and email to commit with",
                    workspace.root().toString(),
                    unknown.remedy(),
                    ExitCode.FAILED);
    }

    private static void clean(Workspace workspace, Workflow workflow) throws IOException {
        clean(
                workspace,
                workflow,
                "commit or stash them, or add --worktree, or leave them untouched: add"
                        + " --allow-dirty");
    }

    private static void clean(Workspace workspace, Workflow workflow, String remedy)
            throws IOException {
        var dirty = workspace.git().dirty(excluded(workflow));
        if (dirty.isEmpty()) return;
        var shown =
                dirty.stream()
                        .limit(PATHS_SHOWN_MAX)
                        .map(DirtyPath::path)
                        .collect(Collectors.joining(", "));
        throw new UserError(
                "uncommitted changes: "
                        + shown
                        + (dirty.size() > PATHS_SHOWN_MAX
                                ? ", and " + (dirty.size() - PATHS_SHOWN_MAX) + " more"
                                : ""),
                workspace.root().toString(),
                remedy,
                ExitCode.FAILED);
    }

    /** What an earlier run's checks wrote is no work. */
    private static Exclusions excluded(Workflow workflow) {
        return Exclusions.engine().and(workflow.policy().checksWrite().asJava());
    }

    /** What is kept out of commits is known by its path, which the log must hold as it is. */
    private static void keepable(Workspace workspace, Workflow workflow) throws IOException {
        var paths = workspace.git().dirty(excluded(workflow));
        if (paths.stream().mapToLong(dirty -> dirty.path().getBytes(UTF_8).length).sum()
                > KEPT_BYTES_MAX)
            throw new UserError(
                    "there are "
                            + paths.size()
                            + " uncommitted files, too many to keep out of the run's commits",
                    workspace.root().toString(),
                    "commit or stash them, add generated files to .gitignore, or add --worktree",
                    ExitCode.USAGE);
        for (var dirty : paths) {
            if (!workspace.runs().redaction().isClean(dirty.path()))
                throw new UserError(
                        "the name of an uncommitted file looks like a secret, and logs never"
                                + " contain secrets",
                        dirty.path(),
                        "commit or stash it, or rename it",
                        ExitCode.FAILED);
        }
    }

    private static void agent(Workspace workspace, AgentRegistry agents, String entry) {
        var listing = agents.find(entry);
        if (listing.isEmpty())
            throw new UserError(
                    "unknown agent " + entry,
                    "foldline.yaml",
                    "define it under agents:",
                    ExitCode.USAGE);
        endpoint(workspace, listing.get(), entry);
        switch (listing.get().definition()) {
            case AgentDefinition.BuiltIn _ -> {}
            case AgentDefinition.Scripted(var script, _) -> script(script, entry);
            case AgentDefinition.Chat(var endpoint, _) -> key(workspace, endpoint, entry);
            case AgentDefinition.Program program -> program(workspace, program.starts(), entry);
            case AgentDefinition.Known known -> program(workspace, known.starts(), entry);
        }
    }

    /** Checks the endpoint that a terminal names for its agent. */
    private static void endpoint(Workspace workspace, AgentRegistry.Listing listing, String entry) {
        var problem = listing.endpoint().problem(listing.definition(), workspace.environment());
        if (problem.isPresent())
            throw new UserError(
                    "cannot start agent " + entry + ": " + problem.get(),
                    "the terminals of the task file",
                    "set the variable, or create the workflow with other terminals",
                    ExitCode.FAILED);
    }

    private static void script(Path script, String entry) {
        if (!Files.isRegularFile(script))
            throw new UserError(
                    "the script of agent " + entry + " does not exist",
                    script.toString(),
                    "create it, or name another",
                    ExitCode.FAILED);
    }

    private static void key(Workspace workspace, ChatEndpoint endpoint, String entry) {
        var missing = endpoint.missingKey(workspace.environment());
        if (missing.isPresent())
            throw new UserError(
                    "agent " + entry + " has no key: the variable " + missing.get() + " is not set",
                    "foldline.yaml",
                    "set it, or name another in agents." + entry + ".api_key_env",
                    ExitCode.FAILED);
    }

    private static void program(Workspace workspace, String program, String entry) {
        if (Programs.find(
                        program, workspace.environment().getOrDefault("PATH", ""), workspace.root())
                .isEmpty())
            throw new UserError(
                    "cannot start agent " + entry + ": program " + program + " is not on the PATH",
                    "foldline.yaml",
                    "install it, or name another in agents." + entry + ".run",
                    ExitCode.FAILED);
    }
}
