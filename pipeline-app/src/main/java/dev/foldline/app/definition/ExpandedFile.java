package dev.foldline.app.definition;

import dev.foldline.app.config.source.Origin;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Stage;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

/**
 * The stages of a workflow file for given inputs.
 *
 * @param budgets budgets of phases, by phase id
 * @param prompts the texts of prompts that are files, by the name in the prompt step
 * @param places where each stage and phase is written, by id or key
 * @param agents the agents of the roles that attempts add
 * @param attempts the names of the workflows of attempts, whose policy is that of the file
 */
public record ExpandedFile(
        Vector<Stage> stages,
        LinkedHashMap<String, Budget> budgets,
        LinkedHashMap<String, String> prompts,
        LinkedHashMap<String, Origin> places,
        LinkedHashMap<String, Vector<String>> agents,
        Vector<String> attempts) {}
