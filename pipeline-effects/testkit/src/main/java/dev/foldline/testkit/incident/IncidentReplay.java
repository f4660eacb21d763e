package dev.foldline.testkit.incident;

/**
 * The result of replaying an incident against a workflow.
 *
 * @param explanation one sentence for the user
 */
public record IncidentReplay(Verdict verdict, String explanation) {

    /** Whether the incident happens again. */
    public enum Verdict {
        /** The workflow makes the same decision after the same answers. */
        REPEATED,
        /** The workflow makes another decision. */
        AVOIDED,
        /** The run ends without the recorded answers, so the recording says nothing about it. */
        INCOMPARABLE
    }
}
