package dev.foldline.effects.process;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** Functions of the C library. */
final class SystemFunctions {
    private SystemFunctions() {}

    /**
     * Returns a function. This takes some milliseconds, and throws if Java may not call functions
     * of the system.
     */
    static MethodHandle find(String name, FunctionDescriptor types, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), types, options);
    }
}
