package dev.foldline.effects.fleet.restate;

import io.vavr.collection.Vector;

import java.nio.file.Path;
import java.time.Duration;

/** Three nodes of Restate, each at an address of its own; two of them keep each entry. */
public final class RestateCluster implements AutoCloseable {
    private static final Vector<String> MEMBERS = Vector.of("127.0.0.1", "127.0.0.2", "127.0.0.3");

    private final Vector<RestateNode> nodes;

    private RestateCluster(Vector<RestateNode> nodes) {
        this.nodes = nodes;
    }

    /** Starts a cluster, or skips the test if the server is not here. */
    public static RestateCluster start(Path folder) throws Exception {
        RestateNode.demand();
        var ports = RestateNode.Ports.free();
        var nodes = Vector.<RestateNode>empty();
        for (int i = 0; i < MEMBERS.size(); i++)
            nodes = nodes.append(RestateNode.member(folder.resolve("n" + i), ports, MEMBERS, i));
        var cluster = new RestateCluster(nodes);
        try {
            for (var node : nodes) node.await();
        } catch (Exception broken) {
            cluster.close();
            throw broken;
        }
        return cluster;
    }

    public Vector<RestateNode> nodes() {
        return nodes;
    }

    /** Returns the addresses for messages as a user names them. */
    public String ingress() {
        return nodes.map(RestateNode::ingress).mkString(",");
    }

    /** Returns the addresses for registrations as a user names them. */
    public String admin() {
        return nodes.map(RestateNode::admin).mkString(",");
    }

    RestateServer client() {
        return new RestateServer(
                nodes.map(RestateNode::ingress),
                nodes.map(RestateNode::admin),
                Duration.ofSeconds(3));
    }

    @Override
    public void close() throws InterruptedException {
        for (var node : nodes) node.close();
    }
}
