/** Runs workflows of a Java program on a git repository. */
@NullMarked
@API(status = API.Status.EXPERIMENTAL)
package dev.foldline.app.embed;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
