package dev.foldline.app.config;

import dev.foldline.app.config.key.Binder;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.app.config.source.Problems;
import dev.foldline.effects.redact.Redaction;

import java.util.List;
import java.util.Map;

/** The settings that hold, and where each of them comes from. */
public record Configuration(Settings settings, ConfigReport report) {
    /**
     * Reads all sources: flags win over the environment, that over {@code foldline.yaml}, that over
     * the user's file, that over defaults. A list is replaced as a whole; an agent is replaced as a
     * whole by a file, key by key by a flag.
     *
     * <p>A secret in clear is a mistake in any of them.
     *
     * @throws InvalidConfiguration with everything that is wrong in any source
     */
    public static Configuration load(Sources sources, Catalogue catalogue) {
        var choices = read(sources);
        var settings = new Binder(choices).bind(Settings.class);
        var report = ConfigReport.of(choices);
        // The text after a syntax error is unknown, so no key counts as missing.
        if (choices.isWhole())
            new Combinations(settings, choices, catalogue.with(WorkflowFolders.of(sources)))
                    .check();
        checkSecrets(report, Redaction.of(sources.environment()), choices.problems());
        var problems = choices.problems().all();
        if (!problems.isEmpty()) throw new InvalidConfiguration(problems);
        return new Configuration(settings, report);
    }

    /** Returns the settings where no source sets anything. */
    public static Settings standard() {
        return new Binder(new Choices()).bind(Settings.class);
    }

    /** Returns the same, in which these agents work in some roles. */
    public Configuration withRoles(Map<String, List<ChainLink>> roles) {
        return new Configuration(settings.withRoles(roles), report);
    }

    private static Choices read(Sources sources) {
        var choices = new Choices();
        sources.userFile()
                .ifPresent(file -> ConfigurationFile.read(file, file.toString(), choices));
        ConfigurationFile.read(sources.file(), Sources.FILE_NAME, choices);
        var texts = new TextSources(choices);
        choices.startSource(sources.directory());
        texts.read(sources.environment());
        choices.startSource(sources.directory());
        texts.read(sources.flags());
        return choices;
    }

    /**
     * Without it a command would not be what was written, and with it everything that is kept would
     * show it.
     */
    private static void checkSecrets(ConfigReport report, Redaction redaction, Problems problems) {
        for (var row : report.rows()) {
            if (redaction.isClean(row.text())) continue;
            problems.add(
                    row.origin(),
                    row.key() + " holds " + redaction.suspicion(row.text()),
                    "write the name of a variable in its place, such as $NAME, and let env: name"
                            + " it for agents");
        }
    }
}
