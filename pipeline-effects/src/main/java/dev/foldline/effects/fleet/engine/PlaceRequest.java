package dev.foldline.effects.fleet.engine;

import io.vavr.collection.Vector;

/**
 * A stay that needs a host.
 *
 * @param labels what the host must have
 * @param last the host that had the run last and is preferred; empty if none had it
 */
public record PlaceRequest(Stay stay, Vector<String> labels, String last) {}
