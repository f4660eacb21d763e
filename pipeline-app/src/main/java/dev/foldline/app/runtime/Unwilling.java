package dev.foldline.app.runtime;

import dev.foldline.effects.store.RunId;

/** A workflow with which something could not be done that was done with others, and why. */
public record Unwilling(RunId workflow, String why) {}
