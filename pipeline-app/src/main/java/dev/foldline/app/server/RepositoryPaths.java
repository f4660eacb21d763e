package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiCall;

import io.vavr.collection.Map;

import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Serves several repositories, each whole below a path of its own: its handler sees the addresses
 * that it would see alone. All other paths are the server's.
 */
final class RepositoryPaths extends Handler.Sequence {
    private static final Pattern PATH = Pattern.compile("/r/([^/]+)(/.*)?");

    private final Map<String, Handler> repositories;
    private final Handler server;

    /**
     * @param repositories by their names
     */
    RepositoryPaths(Map<String, Handler> repositories, Handler server) {
        super(List.copyOf(repositories.values().append(server).asJava()));
        this.repositories = repositories;
        this.server = server;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        var path = PATH.matcher(request.getHttpURI().getPath());
        if (!path.matches()) return server.handle(request, response, callback);
        var name = path.group(1);
        var inside = path.group(2);
        // The same for a name of no repository: names are known after a login only.
        if (inside == null) {
            Response.sendRedirect(request, response, callback, path.group() + "/");
            return true;
        }
        var handler = repositories.get(name).filter(_ -> !ApiCall.isMonitor(inside));
        if (handler.isEmpty()) return server.handle(request, response, callback);
        request.setAttribute(ServerLog.REPOSITORY, name);
        return handler.get().handle(new Inside(request, inside), response, callback);
    }

    /** A request as the repository sees it. */
    private static final class Inside extends Request.Wrapper {
        private final HttpURI address;

        Inside(Request request, String path) {
            super(request);
            this.address = HttpURI.build(request.getHttpURI()).path(path).asImmutable();
        }

        @Override
        public HttpURI getHttpURI() {
            return address;
        }
    }
}
