package dev.foldline.app.user;

import io.vavr.collection.Vector;

import java.net.InetAddress;

/**
 * The reverse proxy that names users.
 *
 * @param header in which it names them
 * @param peers the addresses from which it connects
 * @param tokenHash of the token that it shows: on one machine, every process has its address
 */
public record TrustedProxy(String header, Vector<String> peers, String tokenHash) {

    /** Returns whether a connection from this address with this token is the proxy's. */
    public boolean isPeer(String address, String token) {
        return peers.exists(each -> isSame(each, address)) && UserToken.matches(token, tokenHash);
    }

    private static boolean isSame(String peer, String address) {
        try {
            return InetAddress.ofLiteral(peer).equals(InetAddress.ofLiteral(address));
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }
}
