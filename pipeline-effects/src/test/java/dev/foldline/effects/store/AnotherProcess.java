package dev.foldline.effects.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** A second Java process that takes a run's lock and keeps it until its standard input ends. */
final class AnotherProcess {
    private AnotherProcess() {}

    public static void main(String[] lockFile) throws IOException {
        switch (RunLock.take(Path.of(lockFile[0]))) {
            case RunLock.LockAttempt.Held _ -> System.out.println("held");
            case RunLock.LockAttempt.Refused refused -> System.out.println(refused.message());
        }
        System.in.transferTo(System.out);
    }

    static Process start(Path lockFile) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AnotherProcess.class.getName(),
                        lockFile.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static String saidBy(Process process) throws IOException {
        BufferedReader out = process.inputReader();
        return String.valueOf(out.readLine());
    }
}
