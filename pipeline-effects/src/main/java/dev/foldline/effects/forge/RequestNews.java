package dev.foldline.effects.forge;

import dev.foldline.core.command.Command.SeePullRequest;

import io.vavr.control.Option;

/**
 * What is new about a run's pull request.
 *
 * @param seen records it; an answer counts only if this is accepted
 * @param answer the answer to the open gate, if there is a new one that counts
 */
public record RequestNews(SeePullRequest seen, Option<AuthoredAnswer> answer) {}
