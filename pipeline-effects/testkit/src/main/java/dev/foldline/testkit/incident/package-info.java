/**
 * Replays a recorded run against a workflow value, in a unit test. Tests start with {@link
 * dev.foldline.testkit.incident.Incident}.
 */
@NullMarked
@API(status = API.Status.EXPERIMENTAL)
package dev.foldline.testkit.incident;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
