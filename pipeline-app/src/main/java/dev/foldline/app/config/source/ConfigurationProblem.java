package dev.foldline.app.config.source;

/** One thing that is wrong with the configuration: where, what, and what to do about it. */
public record ConfigurationProblem(Origin origin, String what, String remedy) {
    /** One line, {@code place: what; remedy}. */
    public String describe() {
        return origin.describe() + ": " + what + "; " + remedy;
    }
}
