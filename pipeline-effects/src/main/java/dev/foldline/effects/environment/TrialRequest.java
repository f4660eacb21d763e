package dev.foldline.effects.environment;

import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;

import io.vavr.collection.Vector;

/**
 * A trial to carry out.
 *
 * @param check the check whose commands are run
 * @param base the commit or tree before the change
 * @param tree the tree after it
 * @param tests the files with tests that it touches
 * @param checkout how the checkout is made in which the commands run
 * @param deadlineMillis how long each command may take
 */
public record TrialRequest(
        String check,
        Vector<CommandLine> commands,
        Trial trial,
        String base,
        String tree,
        TestChanges tests,
        CleanCheckout checkout,
        long deadlineMillis) {}
