/** Scripted behavior of everything a run meets in a simulation. */
@NullMarked
@API(status = API.Status.EXPERIMENTAL)
package dev.foldline.testkit.script;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
