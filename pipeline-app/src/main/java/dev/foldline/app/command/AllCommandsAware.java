package dev.foldline.app.command;

/** A command that looks at all the others. */
public interface AllCommandsAware {}
