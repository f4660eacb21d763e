package dev.foldline.effects.environment;

import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.ErrorClass;
import dev.foldline.core.state.Fault;

import io.vavr.control.Option;

import java.util.regex.Pattern;

/**
 * Gives each failure a fingerprint, by which the run counts failures that nothing has changed. A
 * rejected commit and a failed check have their own.
 */
public final class FailureFingerprint {
    private FailureFingerprint() {}

    /** A word with a digit, such as the id of a request. */
    private static final Pattern ID = Pattern.compile("\\b(?=\\w*\\d)\\w{6,}\\b");

    /** Returns the outcome of an effect with the fingerprint of its failure, if it failed. */
    public static Event of(Event outcome) {
        return switch (outcome) {
            case EffectFailed failed when failed.fingerprint().isEmpty() ->
                    new EffectFailed(failed.ticket(), of(failed.fault()), Option.none());
            case AgentFailed failed ->
                    new AgentFailed(
                            failed.ticket(),
                            ofCall(failed.fault()),
                            failed.session(),
                            failed.spend(),
                            failed.at(),
                            failed.reverted(),
                            failed.notes());
            case ArtifactRefused refused ->
                    new ArtifactRefused(
                            refused.ticket(),
                            refused.artifact(),
                            refused.why(),
                            refused.content(),
                            Option.of(OutputNormalizer.fingerprint(refused.why())));
            case Event other -> other;
        };
    }

    private static Fault of(Fault fault) {
        return fault.withFingerprint(OutputNormalizer.fingerprint(fault.message()));
    }

    /** What the agent printed is not part of its failure. */
    private static Fault ofCall(Fault fault) {
        int said = fault.message().indexOf(ErrorClass.SAID);
        var reported = said < 0 ? fault.message() : fault.message().substring(0, said);
        return fault.withFingerprint(
                OutputNormalizer.fingerprint(ID.matcher(reported).replaceAll("<id>")));
    }
}
