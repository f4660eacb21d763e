package dev.foldline.core.event;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

/**
 * The texts of a workflow that a user wrote. They are fixed at the start of the run, so that a
 * later change of the files does not affect it.
 *
 * @param source id of the text of the workflow's file
 * @param inputs values of the inputs, by name
 * @param prompts id of each prompt's text, by the name in the prompt step
 * @param schemas id of each artifact's JSON Schema, by artifact
 * @param items the field of an artifact that contains its work items, by artifact
 */
public record DefinitionTexts(
        String source,
        Map<String, String> inputs,
        Map<String, String> prompts,
        Map<String, String> schemas,
        Map<String, String> items) {

    /** A workflow without texts of its own. */
    public static final DefinitionTexts NONE =
            new DefinitionTexts(
                    "",
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty());
}
