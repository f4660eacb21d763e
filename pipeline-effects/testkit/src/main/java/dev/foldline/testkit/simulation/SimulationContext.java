package dev.foldline.testkit.simulation;

import dev.foldline.testkit.script.AnsweredCalls;

import io.vavr.collection.Vector;

/**
 * The context of a simulated environment: random numbers, fault rates, scripts, and the progress of
 * the run.
 *
 * @param tags tags that the workflow distinguishes; work items have them at random
 */
record SimulationContext(
        SeededRandom luck,
        FaultRates mood,
        SimulationScript script,
        AnsweredCalls answers,
        Vector<String> tags) {

    boolean strikes(FaultRates.Trouble trouble, SeededRandom fate) {
        return mood.strikes(trouble, fate);
    }
}
