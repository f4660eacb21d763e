package dev.foldline.app.ui;

import io.vavr.collection.Vector;

/** What is shown of the selected run: the output of a command. */
enum UiPane {
    STATUS("status"),
    GATE("gate"),
    OUTPUT("output"),
    LOG("log"),
    EXPLAIN("explain");

    private final String title;

    UiPane(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Returns the command whose output is shown; empty if the run has nothing of this kind. */
    Vector<String> command(UiRow run) {
        return this == GATE
                ? run.gate()
                        .map(gate -> Vector.of("gates", gate, run.id()))
                        .getOrElse(Vector.empty())
                : Vector.of(title, run.id());
    }

    /** Returns whether the latest lines are shown first. */
    boolean isFollowed() {
        return this == OUTPUT || this == LOG;
    }

    UiPane after(int steps) {
        var all = Vector.of(values());
        return all.get(Math.floorMod(all.indexOf(this) + steps, all.size()));
    }
}
