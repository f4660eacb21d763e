package dev.foldline.app.command.setup;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.config.ConfigSchema;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.artifact.ArtifactFormat;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** The published JSON Schemas. */
@Command(
        name = "schema",
        description =
                "Print the JSON Schema of the configuration, an artifact, or a command's output.",
        footer = {
            "  foldline schema                    list the names",
            "  foldline schema config > foldline.schema.json",
        })
public final class SchemaCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Schema name (default: list all).")
    private String name = "";

    public SchemaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var names = names();
        if (name.isEmpty()) {
            if (console.isJson())
                console.print(JsonOutput.fields("schema", "foldline.schemas/1", "names", names));
            else names.forEach((each, what) -> console.print("%-20s %s%n".formatted(each, what)));
            return ExitCode.DONE.value();
        }
        if (!names.containsKey(name)) {
            throw new UserError(
                    "unknown schema '" + name + "'",
                    "",
                    SpellingSuggestion.to(name, names.keySet())
                            .map(near -> "foldline schema " + near)
                            .orElse("foldline schema"),
                    ExitCode.USAGE);
        }
        console.print(text().strip() + "\n");
        return ExitCode.DONE.value();
    }

    private static Map<String, String> names() {
        var names = new LinkedHashMap<String, String>();
        names.put("config", "foldline.yaml");
        names.put("run", "output of run, demo, resume and status");
        names.put("error", "output of any command that fails");
        ArtifactFormat.published()
                .forEach(
                        artifact ->
                                names.put(
                                        artifact,
                                        "artifact that an agent submits as .foldline/"
                                                + artifact
                                                + ".json"));
        return names;
    }

    private String text() throws IOException {
        if (name.equals("config")) return ConfigSchema.json();
        if (ArtifactFormat.published().contains(name)) return ArtifactFormat.schemaText(name);
        try (var in =
                SchemaCommand.class.getResourceAsStream(
                        "/dev/foldline/app/schema/" + name + ".schema.json")) {
            if (in == null) throw new PipelineBug("missing schema " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
