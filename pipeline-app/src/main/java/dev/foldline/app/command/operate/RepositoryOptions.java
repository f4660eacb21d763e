package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.server.RepositoryMount;
import dev.foldline.app.server.RepositoryNames;
import dev.foldline.app.webhook.WebhookReceiver;

import io.vavr.collection.Vector;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The option of {@code serve} that says which repositories are served. */
final class RepositoryOptions {
    @Option(
            names = "--repo",
            paramLabel = "[NAME=]FOLDER",
            description =
                    "Serve this repository; repeat it to serve several, each below /r/NAME/. NAME"
                            + " is the name of the folder, if you give none (default: the"
                            + " repository here).")
    private List<String> repositories = List.of();

    /** The folder of the first repository. */
    Path first(Console console) {
        return repositories.isEmpty()
                ? console.directory()
                : requested(console, repositories.getFirst()).folder();
    }

    /** Opened repositories. */
    record Opened(Vector<RepositoryMount> mounts) implements AutoCloseable {
        @Override
        public void close() {
            mounts.forEach(mount -> mount.here().close());
        }
    }

    /**
     * @throws UserError if one is no repository, or two have the same name
     */
    Opened open(Console console) throws IOException {
        var folders =
                repositories.isEmpty()
                        ? Vector.of(
                                new Requested(io.vavr.control.Option.none(), console.directory()))
                        : Vector.ofAll(repositories).map(text -> requested(console, text));
        var opened = new ArrayList<Workspace>();
        try {
            for (var each : folders)
                opened.add(Workspace.open(each.folder(), console.environment()));
            var names =
                    opened.size() == 1
                            ? Vector.of(io.vavr.control.Option.<String>none())
                            : RepositoryNames.of(folders.map(Requested::name), Vector.ofAll(opened))
                                    .map(io.vavr.control.Option::of);
            var mounts = Vector.<RepositoryMount>empty();
            for (var each : names.zip(opened))
                mounts = mounts.append(mount(console, each._1(), each._2()));
            return new Opened(mounts);
        } catch (IOException | RuntimeException refused) {
            opened.forEach(Workspace::close);
            throw refused;
        }
    }

    /** A refusal has the name of its repository. */
    private static RepositoryMount mount(
            Console console, io.vavr.control.Option<String> name, Workspace here)
            throws IOException {
        var view =
                name.<RunObserver>map(each -> new NamedNotices(console, each))
                        .getOrElse(() -> new Notices(console));
        var mount = new RepositoryMount(name, here, view);
        try {
            return mount.receiving(WebhookReceiver.of(here, mount.settings().forge()));
        } catch (UserError refused) {
            throw new UserError(
                    name.map(each -> each + ": ").getOrElse("") + refused.message(),
                    refused.place(),
                    refused.hint(),
                    refused.exit());
        }
    }

    /** A value of the option. */
    private record Requested(io.vavr.control.Option<String> name, Path folder) {}

    /** A folder may have an equals sign in its name. */
    private static Requested requested(Console console, String text) {
        var whole = console.directory().resolve(text);
        int end = text.indexOf('=');
        return end < 0 || Files.isDirectory(whole)
                ? new Requested(io.vavr.control.Option.none(), whole)
                : new Requested(
                        io.vavr.control.Option.of(text.substring(0, end)),
                        console.directory().resolve(text.substring(end + 1)));
    }
}
