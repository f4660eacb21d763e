package dev.foldline.effects.fleet.engine;

import dev.foldline.effects.json.JsonForm;

/** What engines keep and deliver, as JSON. */
public final class PlacementForms {
    /**
     * Counts the forms of the messages and states, so that versions of Foldline do not mix. An
     * engine that repeats the rules needs another number as well if they answer differently.
     */
    public static final String VERSION = "3";

    public static final JsonForm<Message.ToHosts> TO_HOSTS =
            JsonForm.of("a message to the table of hosts", Message.ToHosts.class);
    public static final JsonForm<Message.ToRun> TO_RUN =
            JsonForm.of("a message to a run", Message.ToRun.class);
    public static final JsonForm<HostTable> HOST_TABLE =
            JsonForm.of("a table of hosts", HostTable.class);
    public static final JsonForm<PlacedRun> PLACED_RUN =
            JsonForm.of("a placed run", PlacedRun.class);

    private PlacementForms() {}
}
