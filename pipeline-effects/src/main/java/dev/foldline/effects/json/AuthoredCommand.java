package dev.foldline.effects.json;

import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;

import io.vavr.control.Option;

/** A command in an inbox, with its author, or without if it was written by hand. */
public record AuthoredCommand(Command command, Option<Author> by) {}
