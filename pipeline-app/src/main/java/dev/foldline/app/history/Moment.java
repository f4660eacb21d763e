package dev.foldline.app.history;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import java.time.Instant;
import java.util.Optional;

/**
 * One event of a log and what it did to the state.
 *
 * @param seq the number of the event, from 1
 * @param at when it was appended, by its writer's clock
 * @param rule which rule the driver was following, as the log says
 * @param before the state it met; none for the first event
 * @param after the state it left
 */
public record Moment(
        long seq, Instant at, Optional<String> rule, Event event, Optional<PipelineState> before, PipelineState after) {}
