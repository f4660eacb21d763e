/**
 * What all commands share: the streams they speak on, the options they all take, how failures and
 * help look.
 *
 * <p>A command parses, calls, and renders; it decides nothing. To follow one, start with {@link
 * dev.foldline.app.Main}.
 */
@NullMarked
package dev.foldline.app.command;

import org.jspecify.annotations.NullMarked;
