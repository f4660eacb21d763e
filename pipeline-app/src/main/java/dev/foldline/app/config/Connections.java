package dev.foldline.app.config;

import dev.foldline.app.config.key.Group;

/** What runs have to do with the rest of the world. */
public record Connections(
        @Group("notify") NotifyKeys notifications,
        @Group("forge") ForgeKeys forge,
        @Group("queue") QueueKeys queue,
        @Group("otel") OtelKeys otel) {}
