/** Pure values and functions: the state of a run, the next effect, and the meaning of events. */
module dev.foldline.core {
    requires transitive io.vavr;
    requires static org.immutables.value.annotations;
    requires static transitive org.jspecify;

    exports dev.foldline.core;
    exports dev.foldline.core.change;
    exports dev.foldline.core.command;
    exports dev.foldline.core.decide;
    exports dev.foldline.core.effect;
    exports dev.foldline.core.event;
    exports dev.foldline.core.kernel;
    exports dev.foldline.core.projection to
            dev.foldline.app,
            dev.foldline.effects,
            dev.foldline.testkit;
    exports dev.foldline.core.projection.runtime to
            dev.foldline.app,
            dev.foldline.effects,
            dev.foldline.testkit;
    exports dev.foldline.core.projection.tdd to
            dev.foldline.app,
            dev.foldline.effects,
            dev.foldline.testkit;
    exports dev.foldline.core.reduce to
            dev.foldline.app,
            dev.foldline.effects,
            dev.foldline.testkit;
    exports dev.foldline.core.schedule to
            dev.foldline.app,
            dev.foldline.effects,
            dev.foldline.testkit;
    exports dev.foldline.core.state;
    exports dev.foldline.core.summary to
            dev.foldline.app,
            dev.foldline.effects,
            dev.foldline.testkit;
    exports dev.foldline.core.verdict;
    exports dev.foldline.core.workflow;
    exports dev.foldline.core.workflow.builtin;
}
