package dev.foldline.app.run;

import dev.foldline.core.event.DefinitionTexts;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.Locale;

/**
 * The texts of a run's own workflow, as its first event recorded them. Files that changed since do
 * not affect the run.
 */
public final class StoredDefinition {
    private final DefinitionTexts texts;
    private final Blobs blobs;

    private StoredDefinition(DefinitionTexts texts, Blobs blobs) {
        this.texts = texts;
        this.blobs = blobs;
    }

    /** Returns the texts of a run; none if its workflow is built in or defined in a program. */
    public static StoredDefinition of(RunDirectory run, Blobs blobs) throws IOException {
        try (var reader = LogReader.open(run.events())) {
            return new StoredDefinition(
                    reader.next() instanceof ReadResult.Line(var line)
                                    && Wire.event(line.event()) instanceof RunStarted started
                            ? started.definition().getOrElse(DefinitionTexts.NONE)
                            : DefinitionTexts.NONE,
                    blobs);
        }
    }

    /** Returns whether the first event of a run recorded the texts of its workflow. */
    public static boolean isRecorded(RunDirectory run, Blobs blobs) throws IOException {
        return !of(run, blobs).texts.equals(DefinitionTexts.NONE);
    }

    /**
     * Returns the texts of a child's workflow, as the first event of its parent recorded them.
     *
     * @param workflow the name of the child's workflow
     */
    public static Option<DefinitionTexts> ofChild(RunDirectory parent, Blobs blobs, String workflow)
            throws IOException {
        return of(parent, blobs).texts.ofChild(workflow);
    }

    /** Returns the templates with the prompts of the workflow. */
    Templates templates(Templates usual) throws IOException {
        return texts.equals(DefinitionTexts.NONE)
                ? usual
                : new Templates(
                        usual.folder(),
                        stored(texts.prompts()).toJavaMap(),
                        texts.inputs().toJavaMap());
    }

    /**
     * Returns the schemas of the workflow's artifacts.
     *
     * @param usual the schemas if the run has no texts of its own
     */
    public Schemas schemas(Schemas usual) throws IOException {
        return texts.equals(DefinitionTexts.NONE)
                ? usual
                : new Schemas(stored(texts.schemas()).toJavaMap(), texts.items().toJavaMap());
    }

    private Map<String, String> stored(Map<String, String> ids) throws IOException {
        Map<String, String> stored = HashMap.empty();
        for (var id : ids) stored = stored.put(id._1(), blobs.text(id._2()));
        return stored;
    }

    /** Returns the inputs as variables of agents and checks. */
    java.util.Map<String, String> variables() {
        return texts.inputs()
                .mapKeys(name -> "FOLDLINE_INPUT_" + name.toUpperCase(Locale.ROOT))
                .toJavaMap();
    }
}
