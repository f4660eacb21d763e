package dev.foldline.app.task;

import dev.foldline.app.run.Workspace;
import dev.foldline.core.projection.tdd.Observed;
import dev.foldline.core.projection.tdd.Told;
import dev.foldline.effects.desk.Sighting;
import java.io.IOException;

/** What a call finds in the working tree. */
record Sight(Workspace here) {
    Observed of(Told told) throws IOException { return new Sighting(here.root(), here.git(), here.runs()).of(told); }
}
