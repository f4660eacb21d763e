package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.output.Version;
import dev.foldline.app.run.AgentProbe;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.core.kernel.Pipeline;

import io.vavr.collection.Vector;

import java.io.IOException;

/** What is set up here: agents, configuration, schemas and the version. */
final class SetupQueries {
    private static final Field<String> NAME =
            Field.text("name", "schema name (default: list all)")
                    .withFallback("")
                    .asArgument("NAME");
    private static final Field<Boolean> ORIGIN =
            Field.truth("origin", "show where each value comes from");
    private static final Field<Vector<String>> SET =
            Field.texts("set", "show the settings as if run with this value")
                    .asFlag("KEY=VALUE", "--set");

    private SetupQueries() {}

    static final Operation AGENTS =
            Operation.query(
                    "agents list",
                    "List the available agents with program, version and sign-in state. Calls no"
                            + " model.",
                    "foldline.agents/1",
                    SetupQueries::agents);

    static final Operation CONFIG =
            Operation.query(
                            "config show",
                            "Show every key with its value.",
                            "foldline.config/1",
                            SetupQueries::config)
                    .withFields(ORIGIN, SET);

    static final Operation SCHEMA =
            Operation.query(
                            "schema",
                            "Print the JSON Schema of the configuration, an artifact, or a"
                                    + " command's output.",
                            "foldline.schemas/1",
                            SetupQueries::schema)
                    .withFields(NAME)
                    .withExamples(
                            "foldline schema                    list the names",
                            "foldline schema config > foldline.schema.json");

    static final Operation VERSION =
            Operation.query(
                    "version",
                    "Show the versions of Foldline, its rules and Java.",
                    "foldline.version/1",
                    SetupQueries::version);

    private static OperationResult agents(OperationContext context, Input input)
            throws IOException {
        var probe = new AgentProbe(context.environment(), context.directory());
        var found = probe.all(context.configuration(Vector.empty()).settings());
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        AGENTS.schema(),
                        "agents",
                        found.stream().map(AgentProbe.Seen::document).toList()),
                _ -> Vector.ofAll(found).map(AgentProbe.Seen::line).mkString());
    }

    private static OperationResult config(OperationContext context, Input input)
            throws IOException {
        var report = context.configuration(input.find(SET).getOrElse(Vector.empty())).report();
        return OperationResult.of(report.document(), _ -> report.text(input.get(ORIGIN)));
    }

    private static OperationResult schema(OperationContext context, Input input)
            throws IOException {
        var name = input.get(NAME);
        var names = PublishedSchemas.names();
        if (name.isEmpty())
            return OperationResult.of(
                    JsonOutput.fields("schema", SCHEMA.schema(), "names", names),
                    _ ->
                            Vector.ofAll(names.entrySet())
                                    .map(
                                            each ->
                                                    "%-20s %s%n"
                                                            .formatted(
                                                                    each.getKey(), each.getValue()))
                                    .mkString());
        if (!names.containsKey(name))
            throw new UserError(
                    "unknown schema '" + name + "'",
                    "",
                    SpellingSuggestion.to(name, names.keySet())
                            .map(near -> "foldline schema " + near)
                            .orElse("foldline schema"),
                    ExitCode.USAGE);
        var text = PublishedSchemas.text(name).strip();
        return OperationResult.of(
                JsonOutput.fields("schema", SCHEMA.schema(), "name", name, "text", new Raw(text)),
                _ -> text + "\n");
    }

    private static OperationResult version(OperationContext context, Input input) {
        var java = Runtime.version().toString();
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        VERSION.schema(),
                        "version",
                        Version.text(),
                        "rules",
                        Pipeline.RULES_VERSION,
                        "java",
                        java),
                _ ->
                        "foldline "
                                + Version.text()
                                + "\nrules "
                                + Pipeline.RULES_VERSION
                                + "\njava "
                                + java
                                + "\n");
    }
}
