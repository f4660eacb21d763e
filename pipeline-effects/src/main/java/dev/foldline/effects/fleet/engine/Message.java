package dev.foldline.effects.fleet.engine;

import io.vavr.collection.Vector;

/** What is sent to the table of hosts, or to a run. The name of each is its handler's. */
public sealed interface Message {

    /** A message to the table of hosts. */
    sealed interface ToHosts extends Message {}

    /** A message to a run. */
    sealed interface ToRun extends Message {}

    /** A host lives. */
    record Report(HostReport host) implements ToHosts {}

    /** The time of a report is over: unless there was another one, the host is lost. */
    record Expire(String host, String session, long beat) implements ToHosts {}

    /** A run needs a host. */
    record Place(PlaceRequest request) implements ToHosts {}

    /** A run needs its host no more. */
    record Release(String run, long number) implements ToHosts {}

    /** A host stops. */
    record Close(String host, String session) implements ToHosts {}

    /** A run is to be driven. */
    record Submit(Vector<String> labels) implements ToRun {}

    /** The user has answered. */
    record Wake() implements ToRun {}

    /** A host wants to begin a stay. */
    record Begin(Stay stay, String host) implements ToRun {}

    /** The host of a stay has resumed the run, if it was paused. */
    record Resumed(long number) implements ToRun {}

    /** A stay has ended. */
    record Leave(StayEnd end) implements ToRun {}

    /** The host of a stay is lost. */
    record Lose(long number) implements ToRun {}

    /** The time that a run waited for has come. */
    record Due(long number) implements ToRun {}
}
