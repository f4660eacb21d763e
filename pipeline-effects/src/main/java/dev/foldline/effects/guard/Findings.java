package dev.foldline.effects.guard;

import dev.foldline.effects.guard.GuardFile.Content;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.List;

/**
 * What was found after a call. Each is on disk before what it tells of is put right: a driver that dies in between leaves the next
 * one nothing to see but this.
 */
final class Findings {
    private final RunDirectory directory;
    private Content content;

    Findings(RunDirectory directory, Content content) {
        this.directory = directory;
        this.content = content;
    }

    void trespass(String what) {
        if (!content.trespasses().contains(what))
            keep(new Content(content.before(), content.trespasses().append(what), content.takenBack()));
    }

    /** It turned out otherwise. */
    void withdraw(String what) { keep(new Content(content.before(), content.trespasses().remove(what), content.takenBack())); }

    void takenBack(String ref) { keep(new Content(content.before(), content.trespasses(), Option.of(ref))); }

    List<String> trespasses() { return content.trespasses().asJava(); }

    Option<String> takenBack() { return content.takenBack(); }

    private void keep(Content more) {
        content = more;
        try {
            GuardFile.write(directory, more);
        } catch (IOException diskFull) {
            // It is told all the same, unless this driver dies as well before its event is kept.
        }
    }
}
