/** Pure values and functions: what a run is, what happens next, what an event means. */
module dev.foldline.core {
    requires io.vavr;
    requires static org.immutables.value.annotations;
    requires static org.jspecify;

    exports dev.foldline.core;
}
