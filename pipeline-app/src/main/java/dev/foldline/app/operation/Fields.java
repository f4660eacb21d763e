package dev.foldline.app.operation;

/** Fields that several operations take. */
final class Fields {
    private Fields() {}

    /** The run that an operation is about. */
    static final Field<String> RUN =
            Field.text("run", "run: @ (latest), @~1, or an id prefix (default: latest)")
                    .withFallback("@")
                    .asArgument("RUN");

    /**
     * The run that a command changes. Only the command line may leave it out: a server has several
     * clients, and the latest run may be somebody else's.
     */
    static final Field<String> CHANGED_RUN =
            Field.text(
                            "run",
                            "run: @ (latest), @~1, or an id prefix; `runs` lists them (default on"
                                    + " the command line: latest)")
                    .withFallback("@")
                    .requiredRemotely()
                    .asArgument("RUN");

    /** A run, or a point in its log. */
    static final Field<String> POINT =
            Field.text("run", "run, or point in its log as RUN:SEQ (default: latest)")
                    .withFallback("@")
                    .asArgument("RUN[:SEQ]");

    /** A run, or a point in its log, that the caller must name. */
    static final Field<String> REQUIRED_POINT =
            Field.text("run", "run, or point in its log as RUN:SEQ")
                    .required()
                    .asArgument("RUN[:SEQ]");

    /** The number of an event. */
    static final Field<Long> SEQ =
            Field.number("seq", "number of an event (default: the last)").withoutFlag();
}
