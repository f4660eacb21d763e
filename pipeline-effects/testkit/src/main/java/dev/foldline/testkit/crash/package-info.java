/**
 * Verifies that crashes change nothing: the driver crashes at every possible moment of a simulated
 * run, and the results are compared. Tests start with {@link
 * dev.foldline.testkit.crash.CrashPoints}.
 */
@NullMarked
@API(status = API.Status.EXPERIMENTAL)
package dev.foldline.testkit.crash;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
