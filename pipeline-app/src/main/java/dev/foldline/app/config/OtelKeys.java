package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;

import java.util.Optional;

/** Where traces of runs go. */
public record OtelKeys(
        @Doc(
                        "Address of an OpenTelemetry collector (OTLP over HTTP) that receives a"
                                + " trace of each run, such as http://127.0.0.1:4318.")
                @ConfigKey(form = Form.ADDRESS)
                Optional<String> endpoint) {}
