package dev.foldline.app.report;

import dev.foldline.app.config.ConfigSchema;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.artifact.ArtifactFormat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The JSON Schemas of files and documents. */
public final class PublishedSchemas {
    private PublishedSchemas() {}

    /** The names, each with what it describes. */
    public static Map<String, String> names() {
        var names = new LinkedHashMap<String, String>();
        names.put("config", "foldline.yaml");
        names.put("workflow", "workflow file");
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

    /** The text of one. */
    public static String text(String name) throws IOException {
        if (name.equals("config")) return ConfigSchema.json();
        if (ArtifactFormat.published().contains(name)) return ArtifactFormat.schemaText(name);
        try (var in =
                PublishedSchemas.class.getResourceAsStream(
                        "/dev/foldline/app/schema/" + name + ".schema.json")) {
            if (in == null) throw new PipelineBug("missing schema " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
