package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The limits of serve --queue. */
public record QueueKeys(
        @Doc(
                        "With serve --queue: how many runs for issues work at once. One that waits"
                                + " for its pull request or for you does not count.")
                @ConfigKey(range = "1..100", standard = "1")
                int runsAtOnce,
        @Doc("With serve --queue: how many runs for issues start within 24 hours.")
                @ConfigKey(range = "1..10000", standard = "10")
                int runsPerDay,
        @Doc(
                        "With serve --queue: no run starts while those that started within 24 hours"
                                + " have cost this much, in US dollars (default: no limit).")
                @ConfigKey(range = RunLimits.DOLLARS)
                Optional<BigDecimal> usdPerDay,
        @Doc(
                        "With serve --queue: accounts whose issues are taken (default: everybody's,"
                                + " if an account that may write set the label).")
                @ConfigKey(form = Form.ACCOUNT, range = "0..200")
                List<String> allowedAuthors) {}
