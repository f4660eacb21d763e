package dev.foldline.mutant;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Loads the classes of the project anew, those of a mutant first; libraries are shared between
 * mutants, so that the JVM has compiled them already.
 */
final class MutantLoader extends URLClassLoader {
    MutantLoader(Path mutant) throws IOException {
        super(urls(mutant), MutantLoader.class.getClassLoader());
    }

    private static URL[] urls(Path mutant) throws MalformedURLException {
        var places =
                Stream.concat(
                                Stream.of(mutant),
                                Stream.of(
                                                System.getProperty("java.class.path")
                                                        .split(File.pathSeparator))
                                        .map(Path::of))
                        .toList();
        var urls = new URL[places.size()];
        for (int i = 0; i < urls.length; i++) urls[i] = places.get(i).toUri().toURL();
        return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("dev.foldline.")) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            var loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
