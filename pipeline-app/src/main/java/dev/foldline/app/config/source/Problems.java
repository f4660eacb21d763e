package dev.foldline.app.config.source;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with a configuration, gathered while it is read; each problem once. */
public final class Problems {
    private final Set<ConfigurationProblem> found = new LinkedHashSet<>();

    public void add(Origin origin, String what, String remedy) {
        found.add(new ConfigurationProblem(origin, what, remedy));
    }

    public void addAll(Collection<ConfigurationProblem> more) {
        found.addAll(more);
    }

    public List<ConfigurationProblem> all() {
        return List.copyOf(found);
    }
}
