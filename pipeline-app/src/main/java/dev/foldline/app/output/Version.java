package dev.foldline.app.output;

import java.util.Optional;

/** Which Foldline this is, as the build wrote it into the jar. */
public final class Version {
    private Version() {}

    /** {@code development} where it does not run from a jar. */
    public static String text() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
