package dev.foldline.core.event;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * The texts of a workflow that a user wrote. They are fixed at the start of the run, so that a
 * later change of the files does not affect it.
 *
 * @param source id of the text of the workflow's file
 * @param inputs values of the inputs, by name
 * @param prompts id of each prompt's text, by the name in the prompt step
 * @param schemas id of each artifact's JSON Schema, by artifact
 * @param items the field of an artifact that contains its work items, by artifact
 * @param children the texts of the workflows of child runs and of theirs, by workflow; none in
 *     older logs
 */
public record DefinitionTexts(
        String source,
        Map<String, String> inputs,
        Map<String, String> prompts,
        Map<String, String> schemas,
        Map<String, String> items,
        Map<String, ChildTexts> children) {

    /** The texts of the workflow of a child run, as those of its parent. */
    public record ChildTexts(
            String source,
            Map<String, String> inputs,
            Map<String, String> prompts,
            Map<String, String> schemas,
            Map<String, String> items) {}

    /** A workflow without texts of its own. */
    public static final DefinitionTexts NONE =
            new DefinitionTexts(
                    "",
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty());

    /** Returns the texts of a child's run, if the workflow is one that a user wrote. */
    public Option<DefinitionTexts> ofChild(String workflow) {
        return children.get(workflow)
                .map(
                        texts ->
                                new DefinitionTexts(
                                        texts.source(),
                                        texts.inputs(),
                                        texts.prompts(),
                                        texts.schemas(),
                                        texts.items(),
                                        children));
    }

    /** Returns these texts as those of a child. */
    public ChildTexts asChild() {
        return new ChildTexts(source, inputs, prompts, schemas, items);
    }
}
