package dev.foldline.app.config.source;

import java.util.List;

/**
 * The content of one YAML text.
 *
 * @param root if the text is malformed, what is before the error, so that mistakes there are
 *     reported too
 * @param isWhole whether the text could be read to its end
 */
public record Document(Node root, boolean isWhole, List<ConfigurationProblem> problems) {
    public Document {
        problems = List.copyOf(problems);
    }
}
