/** Pure values and functions: the state of a run, the next effect, and the meaning of events. */
module dev.foldline.core {
    requires transitive io.vavr;
    requires static org.immutables.value.annotations;
    requires static transitive org.jspecify;

    exports dev.foldline.core;
    exports dev.foldline.core.command;
    exports dev.foldline.core.decide;
    exports dev.foldline.core.effect;
    exports dev.foldline.core.event;
    exports dev.foldline.core.kernel;
    exports dev.foldline.core.projection;
    exports dev.foldline.core.projection.runtime;
    exports dev.foldline.core.projection.tdd;
    exports dev.foldline.core.reduce;
    exports dev.foldline.core.schedule;
    exports dev.foldline.core.state;
    exports dev.foldline.core.workflow;
    exports dev.foldline.core.workflow.builtin;
}
