package dev.foldline.app.definition;

import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Finds the workflows of child runs. */
public interface ChildDefinitions {

    /**
     * How a step names the workflow of its children.
     *
     * @param workflow a name or a path
     * @param at where it is written
     * @param assignments values of the workflow's inputs, as {@code NAME=VALUE}
     */
    record Reference(String workflow, Origin at, Vector<String> assignments) {}

    /** Returns the workflow; none after a problem. */
    Option<Workflow> child(Reference reference, Problems problems);
}
