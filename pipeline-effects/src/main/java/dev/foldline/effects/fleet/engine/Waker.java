package dev.foldline.effects.fleet.engine;

import java.io.IOException;

/** Lets a run that waits for the user be driven, because the user has answered. */
public interface Waker {

    /** Wakes a run; one that is placed, or was never submitted, stays as it is. */
    void wake(String run) throws IOException;
}
