/**
 * A simulated environment: scripted agents, a fake repository, a virtual clock, and seeded faults
 * and crashes. Tests start with {@link dev.foldline.testkit.simulation.Simulation}; it uses the
 * same driver as the real environment.
 */
@NullMarked
@API(status = API.Status.EXPERIMENTAL)
package dev.foldline.testkit.simulation;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
