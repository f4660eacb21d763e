package dev.foldline.core.state;

import dev.foldline.core.event.Parent;
import dev.foldline.core.workflow.Workflow;
import io.vavr.control.Option;
import java.time.Instant;
import org.immutables.value.Value;

/**
 * What identifies a run and numbers what it hears.
 *
 * @param task id of the text the run was asked to do
 * @param rules version of the rules it was started under
 * @param ticket the ticket of the next outcome; counts outcomes from 1
 * @param now the latest time any event told
 * @param heard number of the latest input from outside
 * @param epoch number of driver starts
 * @param until the phase before which the run pauses, if a person wants it to
 * @param parent the run that started it, if one did
 */
@Value.Builder
public record Header(
        String run, Workflow workflow, String task, int rules, long ticket, Instant now, long heard, long epoch, Option<String> until,
        Option<Parent> parent)
        implements WithHeader {

    /** Whether it was started under this version of the rules or a later one: an older log is folded as ever. */
    public boolean isSince(int version) { return rules >= version; }

    public Header at(Instant time) { return time.isAfter(now) ? withNow(time) : this; }
}
