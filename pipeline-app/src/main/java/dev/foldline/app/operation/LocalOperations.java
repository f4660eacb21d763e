package dev.foldline.app.operation;

import io.vavr.collection.Vector;

/** What concerns the caller's machine or terminal: only the command line offers it. */
final class LocalOperations {
    private LocalOperations() {}

    static final Vector<Operation> ALL =
            Vector.of(
                    local(
                            "demo",
                            "Watch a complete run with scripted agents.",
                            "it writes a repository on the caller's machine"),
                    local(
                            "init",
                            "Write foldline.yaml with the agents and checks found here, and"
                                    + " PROMPT.md.",
                            "it writes files into the caller's working tree"),
                    local(
                            "doctor",
                            "Check the machine, the configuration and the runs.",
                            "it checks the caller's terminal, programs and environment"),
                    local(
                            "completion",
                            "Print a completion script for a shell.",
                            "it serves the caller's shell"),
                    local(
                            "ui",
                            "Browse the runs on a full screen, and answer gates.",
                            "it draws on the caller's terminal"),
                    local("serve", "Serve the dashboard and the HTTP API.", "it starts the server"),
                    local(
                            "users",
                            "List, add and remove the users of the server.",
                            "it changes the caller's own configuration"),
                    local(
                            "worker",
                            "Drive shared runs that an engine places here.",
                            "it drives the runs with the caller's agents"),
                    local("mcp", "Serve MCP tools.", "it starts the server"),
                    local(
                            "verify",
                            "Crash a workflow at each event in a simulated environment.",
                            "it computes for minutes on the caller's machine"),
                    local(
                            "agents test",
                            "Test an agent with three small tasks.",
                            "it calls a model for the caller's money"),
                    local(
                            "sandbox shell",
                            "Open a shell, or run a command, in the sandbox of a role.",
                            "it serves the caller's terminal"),
                    local(
                            "sandbox allow",
                            "Print the lines of foldline.yaml that grant calls a path or a host.",
                            "it reads the configuration in the caller's working tree"),
                    local(
                            "forge sync",
                            "Continue runs that wait for their pull requests.",
                            "it drives the runs in the caller's terminal"),
                    local(
                            "notify test",
                            "Send a sample notification on every configured channel.",
                            "it uses the programs and keys in the caller's environment"),
                    local(
                            "prompts",
                            "List prompts and show what a run would send.",
                            "it reads the task file that the caller names"),
                    local(
                            "plan",
                            "Show what a run would do.",
                            "it reads the task file and the options that the caller would run"),
                    local(
                            "log repair",
                            "Truncate a damaged log to its last valid line.",
                            "it removes lines of a log, after the user has read which"),
                    local(
                            "replay",
                            "Replay a log, or verify its decisions.",
                            "it reads an event log that the caller names"),
                    local(
                            "bisect",
                            "Find the first event after which a command fails.",
                            "it runs the caller's command"),
                    local(
                            "export",
                            "Export a recorded run as one file.",
                            "it writes a file on the caller's machine"),
                    Operation.stream(
                                    "watch",
                                    "Watch a run that another process drives.",
                                    "foldline.event/1")
                            .withFields(Fields.RUN)
                            .withEndpoint(FrontEnd.CLI, new Endpoint.Own("watch"))
                            .withEndpoint(
                                    FrontEnd.HTTP, new Endpoint.Own("GET /api/runs/{id}/events"))
                            .withEndpoint(
                                    FrontEnd.MCP,
                                    new Endpoint.Absent(
                                            "a tool answers once; run_log returns new events")));

    private static Operation local(String name, String summary, String reason) {
        return Operation.local(name, summary)
                .withEndpoint(FrontEnd.CLI, new Endpoint.Own(name))
                .withEndpoint(FrontEnd.HTTP, new Endpoint.Absent(reason))
                .withEndpoint(FrontEnd.MCP, new Endpoint.Absent(reason));
    }
}
