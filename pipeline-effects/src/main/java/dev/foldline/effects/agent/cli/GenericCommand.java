package dev.foldline.effects.agent.cli;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.FrameReader;
import dev.foldline.effects.agent.stream.StreamFormat;

import java.util.List;
import java.util.Optional;

/** Any program: its output is text, and its exit code is the result. */
public final class GenericCommand implements StreamFormat {
    private static final int TEMPORARILY_UNAVAILABLE = 75;
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;

    @Override
    public List<AgentSignal> line(String line) {
        return line.isBlank()
                ? List.of()
                : List.of(new AgentSignal.Text(FrameReader.excerpt(line)));
    }

    @Override
    public Farewell farewell() {
        return Farewell.BY_EXIT;
    }

    @Override
    public Optional<FailureKind> ofExit(int code) {
        return switch (code) {
            case TEMPORARILY_UNAVAILABLE -> Optional.of(FailureKind.RATE_LIMIT);
            case NOT_EXECUTABLE, NOT_FOUND -> Optional.of(FailureKind.TRUST_OR_SETUP);
            default -> Optional.empty();
        };
    }
}
