package dev.foldline.bench;

import dev.foldline.effects.sandbox.SandboxOverride;
import dev.foldline.effects.sandbox.SandboxPolicy;
import dev.foldline.effects.sandbox.SandboxProfile;
import dev.foldline.effects.sandbox.SandboxProfile.Network;
import dev.foldline.effects.sandbox.Sandboxes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measurements of the sandbox: how long a call of an agent takes without one, and with one that has
 * the network, none, or the granted hosts, in turns.
 */
final class SandboxMeasurements {
    private static final int ROUNDS = 15;

    private SandboxMeasurements() {}

    static void print() throws Exception {
        try (var plain = calls(SandboxProfile.NONE);
                var connected = calls(Sandboxes.profile(Network.ON));
                var offline = calls(Sandboxes.profile(Network.OFF));
                var granted = calls(Sandboxes.profile(Network.HOSTS))) {
            var all = List.of(plain, connected, offline, granted);
            var times = all.stream().map(_ -> new ArrayList<Long>()).toList();
            for (int round = 0; round < ROUNDS; round++)
                for (int n = 0; n < all.size(); n++) times.get(n).add(all.get(n).call());
            times.forEach(Collections::sort);
            System.out.println("a call in a repository of 100 files, of " + ROUNDS + " in turns:");
            var names = List.of("no sandbox", "network on", "network off", "network hosts");
            for (int n = 0; n < all.size(); n++) print(names.get(n), times.get(n), times.get(0));
        }
    }

    private static RecordingMeasurements.Calls calls(SandboxProfile profile) throws Exception {
        return new RecordingMeasurements.Calls(
                100,
                new SandboxPolicy(
                        false, profile, Map.of(), Map.of(), SandboxOverride.NOTHING, List.of()));
    }

    private static void print(String name, List<Long> times, List<Long> plain) {
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "  %-14s median %d ms (%d to %d), more by %d ms",
                        name,
                        times.get(ROUNDS / 2),
                        times.getFirst(),
                        times.getLast(),
                        times.get(ROUNDS / 2) - plain.get(ROUNDS / 2)));
    }
}
