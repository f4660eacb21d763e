package dev.foldline.effects.fleet;

import dev.foldline.core.PipelineBug;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.regex.Pattern;

/**
 * A ref of the shared repository that is to name another object.
 *
 * @param before what it must name now; none if it must not exist
 */
record RefMove(String ref, Option<String> before, String object) {
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    /** An empty name would delete the ref, or expect it not to exist. */
    RefMove {
        if (!NAME.matcher(object).matches())
            throw new PipelineBug("'" + object + "' is not the name of an object for " + ref);
        if (before.exists(name -> !NAME.matcher(name).matches()))
            throw new PipelineBug("'" + before.get() + "' is not the name of an object of " + ref);
    }

    /**
     * Returns the words of a push that removes a ref, provided that it names this object.
     *
     * @return the lease, and the refspec
     */
    static Vector<String> removal(String ref, String object) {
        if (!NAME.matcher(object).matches())
            throw new PipelineBug("'" + object + "' is not the name of an object of " + ref);
        return Vector.of("--force-with-lease=" + ref + ":" + object, ":" + ref);
    }

    String lease() {
        return "--force-with-lease=" + ref + ":" + before.getOrElse("");
    }

    String refspec() {
        return object + ":" + ref;
    }
}
