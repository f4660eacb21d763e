package dev.foldline.app.config.source;

import java.util.List;

/**
 * What was read from one YAML text. If the text is malformed, the root holds what stood before the
 * break, so that mistakes there are reported in the same go.
 */
public record Document(Node root, Wholeness wholeness, List<ConfigurationProblem> problems) {
    public Document {
        problems = List.copyOf(problems);
    }

    /** Whether the text could be read to its end. */
    public enum Wholeness {
        WHOLE,
        BROKEN_OFF
    }
}
