package dev.foldline.app;

/** The entry point of the command line. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.out.println("foldline 0.1.0-SNAPSHOT");
    }
}
