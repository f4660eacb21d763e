package dev.foldline.testkit.simulation;

import dev.foldline.testkit.script.AnsweredCalls;

/**
 * The context of a simulated environment: random numbers, fault rates, scripts, and the progress of
 * the run.
 */
record SimulationContext(
        SeededRandom luck, FaultRates mood, SimulationScript script, AnsweredCalls answers) {

    boolean strikes(FaultRates.Trouble trouble, SeededRandom fate) {
        return mood.strikes(trouble, fate);
    }
}
