package dev.foldline.app.mcp;

import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.redact.Redaction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The directory where the server was started; each call opens the repository again. */
record ServerContext(Path directory, Map<String, String> environment) {

    Checkout checkout() throws IOException {
        return Checkout.at(directory);
    }

    /** What is not to be shown or kept. */
    Redaction redaction() {
        return Redaction.of(environment);
    }

    Workspace workspace() {
        return Workspace.open(directory, environment);
    }
}
