package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;
import dev.foldline.effects.sandbox.SandboxGrants;
import dev.foldline.effects.sandbox.SandboxOverride;
import dev.foldline.effects.sandbox.SandboxPolicy;
import dev.foldline.effects.sandbox.SandboxProfile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of the sandbox of calls. */
public record SandboxKeys(
        @Doc(
                        "The program that makes the sandbox of each call. Without one, calls have"
                            + " your rights. Where bwrap does not work, calls have none, and plan,"
                            + " doctor, status and the run say so.")
                @ConfigKey(standard = "none")
                SandboxProfile.Kind kind,
        @Doc("Whether a run is refused where bwrap does not work.") @ConfigKey(standard = "false")
                boolean required,
        @Doc(
                        "What a call sees of your home folder. It can write nothing there, and"
                                + " folders with credentials are always hidden.")
                @ConfigKey(standard = "readable")
                SandboxProfile.Home home,
        @Doc(
                        "What a call can connect to: everything, nothing, or the hosts of"
                                + " sandbox.grants.hosts through a proxy.")
                @ConfigKey(standard = "on")
                SandboxProfile.Network network,
        Grants grants,
        Map<String, Override> roles,
        Override checks) {

    /** What calls may reach in addition. */
    public record Grants(
            @Doc("Folders and files that calls may write, such as the cache of a build" + " tool.")
                    @ConfigKey(form = Form.GRANTED, range = "0..50")
                    List<String> write,
            @Doc("Folders and files that calls may read although they are hidden.")
                    @ConfigKey(form = Form.GRANTED, range = "0..50")
                    List<String> read,
            @Doc(
                            "Hosts that calls may connect to where the network is hosts, at the"
                                    + " ports 80 and 443 or at the port after a colon.")
                    @ConfigKey(form = Form.HOST, range = "0..200")
                    List<String> hosts) {}

    /** What a role, an agent or the checks set for themselves. */
    public record Override(
            @Doc("The same for this role, for this agent, or for checks and worktree.setup.")
                    @ConfigKey
                    Optional<SandboxProfile.Kind> kind,
            @Doc("The same for this role, for this agent, or for checks and worktree.setup.")
                    @ConfigKey
                    Optional<SandboxProfile.Home> home,
            @Doc("The same for this role, for this agent, or for checks and worktree.setup.")
                    @ConfigKey
                    Optional<SandboxProfile.Network> network) {
        SandboxOverride override() {
            return new SandboxOverride(kind, home, network);
        }
    }

    /**
     * @param agents what agents set for themselves
     */
    public SandboxPolicy policy(Map<String, SandboxOverride> agents) {
        var ofRoles = new LinkedHashMap<String, SandboxOverride>();
        roles.forEach((role, keys) -> ofRoles.put(role, keys.override()));
        return new SandboxPolicy(
                required,
                new SandboxProfile(
                        kind,
                        home,
                        network,
                        new SandboxGrants(grants.write(), grants.read(), grants.hosts())),
                ofRoles,
                agents,
                checks.override(),
                List.of());
    }
}
