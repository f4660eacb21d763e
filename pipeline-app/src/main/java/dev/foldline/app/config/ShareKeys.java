package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;

import java.time.Duration;
import java.util.Optional;

/** With whom runs are shared. */
public record ShareKeys(
        @Doc(
                        "Where new runs are shared, so that another clone can continue them:"
                                + " the name of a remote, or the address or path of a"
                                + " repository.")
                @ConfigKey
                Optional<String> remote,
        @Doc(
                        "How long a run's lease lasts without being renewed. Then another clone"
                                + " can continue the run without --take-over.")
                @ConfigKey(range = "1s..24h", standard = "60s")
                Duration lease,
        @Doc(
                        "Address of the engine that places runs on workers, for run --on fleet."
                                + " Name all nodes of a cluster, separated by commas: the first"
                                + " that answers is asked.")
                @ConfigKey(form = Form.ADDRESSES)
                Optional<String> engine) {}
