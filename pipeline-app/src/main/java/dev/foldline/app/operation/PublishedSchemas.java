package dev.foldline.app.operation;

import dev.foldline.app.config.ConfigSchema;
import dev.foldline.app.report.RunReport;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.artifact.ArtifactFormat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON Schemas of files and documents. */
public final class PublishedSchemas {
    /** The documents that have a short name too. */
    private static final Map<String, String> DOCUMENTS =
            Map.of("run", RunReport.SCHEMA, "error", "foldline.error/1");

    private PublishedSchemas() {}

    /** The names, each with what it describes. */
    public static Map<String, String> names() {
        var schemas = DocumentSchemas.read();
        var names = new LinkedHashMap<String, String>();
        names.put("config", "foldline.yaml");
        names.put("workflow", "workflow file");
        for (var name : List.of("run", "error"))
            names.put(name, schemas.documents().get(DOCUMENTS.get(name)));
        ArtifactFormat.published()
                .forEach(
                        artifact ->
                                names.put(
                                        artifact,
                                        "artifact that an agent submits as .foldline/"
                                                + artifact
                                                + ".json"));
        names.putAll(schemas.documents());
        return names;
    }

    /** The text of one. */
    public static String text(String name) throws IOException {
        if (name.equals("config")) return ConfigSchema.json();
        if (name.startsWith("foldline.")) return DocumentSchemas.read().text(name);
        if (DOCUMENTS.containsKey(name)) return DocumentSchemas.read().text(DOCUMENTS.get(name));
        if (ArtifactFormat.published().contains(name)) return ArtifactFormat.schemaText(name);
        try (var in =
                PublishedSchemas.class.getResourceAsStream(
                        "/dev/foldline/app/schema/" + name + ".schema.json")) {
            if (in == null) throw new PipelineBug("missing schema " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
