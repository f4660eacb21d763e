package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiCall;

import io.vavr.collection.Map;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.util.regex.Pattern;

/**
 * Serves several repositories, each whole below a path of its own: its handler sees the addresses
 * that it would see alone. All other paths are the server's, also those of a repository that the
 * user may not see.
 */
final class RepositoryPaths extends Handler.Sequence {
    private static final Pattern PATH = Pattern.compile("/r/([^/]+)(/.*)?");

    /** Part of a path that names its folder, or the one above. */
    private static final Pattern LEAVING =
            Pattern.compile("/(\\.|%2e){1,2}(?=[/;]|$)", Pattern.CASE_INSENSITIVE);

    private final Map<String, RequestHandler> repositories;
    private final Handler server;

    /**
     * @param repositories by their names
     */
    RepositoryPaths(Map<String, RequestHandler> repositories, Handler server) {
        super(repositories.values().<Handler>map(each -> each).append(server).toJavaList());
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
        var handler =
                repositories
                        .get(name)
                        .filter(each -> !ApiCall.isMonitor(inside) && !each.isHidden(request));
        if (handler.isEmpty()) return server.handle(request, response, callback);
        request.setAttribute(ServerLog.REPOSITORY, name);
        if (LEAVING.matcher(inside).find()) {
            Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400);
            return true;
        }
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
