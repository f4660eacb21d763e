package dev.foldline.effects.sandbox;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The hosts that a call may connect to. A grant is a name, {@code *.} and a domain, or an address,
 * each with an optional port. Without a port it stands for 80 and 443.
 */
public record HostGrants(List<String> grants) {
    /** The form of a grant. */
    public static final Pattern FORM =
            Pattern.compile(
                    "(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?(:[0-9]{1,5})?"
                            + "|\\[[0-9A-Fa-f:.]{2,45}](:[0-9]{1,5})?");

    private static final Set<Integer> USUAL_PORTS = Set.of(80, 443);
    private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|.*:.*");

    public HostGrants {
        grants = grants.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList();
    }

    /**
     * @param host a name, or an address without brackets
     */
    boolean allows(String host, int port) {
        return grants.stream()
                .anyMatch(grant -> matches(grant, host.toLowerCase(Locale.ROOT), port));
    }

    /**
     * Returns whether the host is meant to be this machine or its neighbours: it is granted as an
     * address or as {@code localhost}. Any other name that leads there is refused, because the
     * owner of a name chooses its address.
     */
    boolean isLocalByGrant(String host) {
        return host.equalsIgnoreCase("localhost") || NUMERIC.matcher(host).matches();
    }

    private static boolean matches(String grant, String host, int port) {
        int bracket = grant.lastIndexOf(']');
        int colon = grant.indexOf(':', Math.max(bracket, 0));
        var name = colon < 0 ? grant : grant.substring(0, colon);
        boolean isPort =
                colon < 0
                        ? USUAL_PORTS.contains(port)
                        : grant.substring(colon + 1).equals(Integer.toString(port));
        return isPort && isName(name.startsWith("[") ? name.substring(1, bracket) : name, host);
    }

    private static boolean isName(String granted, String host) {
        return granted.startsWith("*.")
                ? host.endsWith(granted.substring(1)) && host.length() >= granted.length()
                : granted.equals(host);
    }
}
