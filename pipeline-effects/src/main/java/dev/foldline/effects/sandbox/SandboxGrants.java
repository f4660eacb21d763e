package dev.foldline.effects.sandbox;

import java.util.List;

/**
 * What calls may reach in addition to the rules.
 *
 * @param write paths that may be written: absolute, or below the home folder after {@code ~/}
 * @param read paths that may be read although they are hidden
 * @param hosts names of hosts; {@code *.example.org} stands for every name below example.org
 */
public record SandboxGrants(List<String> write, List<String> read, List<String> hosts) {
    public static final SandboxGrants NOTHING = new SandboxGrants(List.of(), List.of(), List.of());

    public SandboxGrants {
        write = List.copyOf(write);
        read = List.copyOf(read);
        hosts = List.copyOf(hosts);
    }
}
