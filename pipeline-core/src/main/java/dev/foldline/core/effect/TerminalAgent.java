package dev.foldline.core.effect;

/**
 * The agent of a terminal, as the metadata of its commits names it.
 *
 * @param workflow id of the workflow's run
 * @param task id of the task in the workflow
 * @param terminal id of the terminal in the task
 */
public record TerminalAgent(String workflow, String task, String terminal) {}
