package dev.foldline.core.effect;

/**
 * Who works as a terminal, as the metadata of its commits names it.
 *
 * @param workflow id of the workflow's run
 * @param task id of the task in it
 * @param terminal id of the terminal in the task
 */
public record Worker(String workflow, String task, String terminal) {}
