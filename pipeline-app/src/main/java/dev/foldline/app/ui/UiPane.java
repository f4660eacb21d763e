package dev.foldline.app.ui;

import io.vavr.collection.Vector;

/** What is shown of the selected run: the output of a command. */
enum UiPane {
    STATUS("status") {
        @Override
        Vector<String> command(UiRow run) {
            return Vector.of("status", run.id());
        }
    },
    GATE("gate") {
        @Override
        Vector<String> command(UiRow run) {
            return run.gate().isDefined()
                    ? Vector.of("gates", run.gate().get(), run.id())
                    : Vector.empty();
        }
    },
    OUTPUT("output") {
        @Override
        Vector<String> command(UiRow run) {
            return Vector.of("output", run.id());
        }
    },
    LOG("log") {
        @Override
        Vector<String> command(UiRow run) {
            return Vector.of("log", run.id());
        }
    },
    EXPLAIN("explain") {
        @Override
        Vector<String> command(UiRow run) {
            return Vector.of("explain", run.id());
        }
    };

    private final String title;

    UiPane(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Returns the command whose output is shown; empty if the run has nothing of this kind. */
    abstract Vector<String> command(UiRow run);

    /** Returns whether the latest lines are shown first. */
    boolean isFollowed() {
        return this == OUTPUT || this == LOG;
    }

    UiPane after(int steps) {
        var all = Vector.of(values());
        return all.get(Math.floorMod(all.indexOf(this) + steps, all.size()));
    }
}
