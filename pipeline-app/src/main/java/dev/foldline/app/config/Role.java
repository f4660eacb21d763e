package dev.foldline.app.config;

import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.Keys;

import java.util.List;

/** What an agent is asked to be. The developer's chain stands in for every role without one. */
public enum Role {
    DEVELOPER(Keys.DEVELOPER),
    PLANNER(Keys.PLANNER),
    ANALYST(Keys.ANALYST),
    REVIEWER(Keys.REVIEWER),
    FIXER(Keys.FIXER),
    COMMITTER(Keys.COMMITTER),
    RECOVERER(Keys.RECOVERER);

    private final Key<List<String>> key;

    Role(Key<List<String>> key) {
        this.key = key;
    }

    /** The key of its chain. */
    Key<List<String>> key() {
        return key;
    }

    /** As written in the configuration: {@code developer}. */
    public String label() {
        return key.path().getLast();
    }
}
