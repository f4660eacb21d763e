package dev.foldline.effects.guard;

import dev.foldline.effects.guard.GuardFile.Content;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;

/**
 * The findings after a call. Each is stored before its restoration, because a driver that dies in
 * between leaves the next one no other trace.
 */
final class GuardFindings {
    private final RunDirectory directory;
    private Content content;

    GuardFindings(RunDirectory directory, Content content) {
        this.directory = directory;
        this.content = content;
    }

    void trespass(String what) {
        if (!content.trespasses().contains(what))
            keep(content.withTrespasses(content.trespasses().append(what)));
    }

    /** Withdraws a finding that turned out to be wrong. */
    void withdraw(String what) {
        keep(content.withTrespasses(content.trespasses().remove(what)));
    }

    /** Records a change that does not affect the run. */
    void note(String what) {
        keep(content.noting(what));
    }

    void takenBack(String ref) {
        keep(content.takingBack(ref));
    }

    List<String> trespasses() {
        return content.trespasses().asJava();
    }

    Vector<String> notes() {
        return content.notes();
    }

    Option<String> takenBack() {
        return content.takenBack();
    }

    private void keep(Content more) {
        content = more;
        try {
            GuardFile.write(directory, more);
        } catch (IOException diskFull) {
            // The finding is still reported, unless this driver dies as well before it logs its
            // event.
        }
    }
}
