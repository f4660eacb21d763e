package dev.foldline.effects.git.local;

import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

import java.util.concurrent.TimeUnit;

/**
 * The host as JGit sees it, without configuration outside the repository. JGit only reads objects
 * and refs here, so the user's settings do not apply. Otherwise it would measure the disk's clock
 * and write the result to the user's home.
 */
public final class JGitHost extends SystemReader.Delegate {

    private JGitHost(SystemReader real) {
        super(real);
    }

    /** Installs this host for the process. */
    public static void install() {
        synchronized (JGitHost.class) {
            var current = SystemReader.getInstance();
            if (!(current instanceof JGitHost)) SystemReader.setInstance(new JGitHost(current));
        }
    }

    @Override
    public FileBasedConfig openUserConfig(Config parent, FS fs) {
        return new NoFile(fs);
    }

    @Override
    public FileBasedConfig openSystemConfig(Config parent, FS fs) {
        return new NoFile(fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(Config parent, FS fs) {
        return new NoFile(fs);
    }

    private static final class NoFile extends FileBasedConfig {
        /**
         * Coarser than any current disk, so that JGit reads a recently changed file again instead
         * of trusting its timestamp.
         */
        private static final long CLOCK_TICK_MILLIS = 1000;

        @SuppressWarnings("NullAway") // JGit's way to express that there is no file
        NoFile(FS fs) {
            super(null, fs);
        }

        @Override
        public void load() {}

        @Override
        public void save() {}

        @Override
        public boolean isOutdated() {
            return false;
        }

        @Override
        public long getTimeUnit(
                String section, String subsection, String name, long byDefault, TimeUnit unit) {
            return section.equals("filesystem")
                    ? unit.convert(CLOCK_TICK_MILLIS, TimeUnit.MILLISECONDS)
                    : super.getTimeUnit(section, subsection, name, byDefault, unit);
        }
    }
}
