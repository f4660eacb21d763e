package dev.foldline.app.trace;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.AgentReference;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Spend;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.process.TraceContext;

import io.vavr.control.Option;

import java.time.Instant;
import java.util.Locale;

/**
 * Spans of external effects. Those of calls follow the conventions of OpenTelemetry for generative
 * AI; no span has a prompt, an answer or the output of a check.
 */
record EffectSpans(AgentRegistry agents) {
    private static final String COMMIT = "vcs.ref.head.revision";
    private static final double MICRO = 1e6;

    Span starting(EffectStarted started, TraceContext context, Instant at) {
        var effect = started.effect();
        var span = Span.starting(context, label(effect), at);
        return (effect instanceof InvokeAgent call ? ofCall(span, call) : span)
                .with("foldline.ticket", started.ticket())
                .with("foldline.attempt", (long) effect.key().attempt());
    }

    private static Span.Label label(ExternalEffect effect) {
        return effect instanceof InvokeAgent call
                ? new Span.Label(
                        Span.Kind.CLIENT, "invoke_agent " + AgentReference.of(call.agent()).name())
                : new Span.Label(
                        Span.Kind.INTERNAL,
                        effect instanceof RunCheck check
                                ? "check " + check.check()
                                : snake(effect.getClass().getSimpleName()));
    }

    private static String snake(String name) {
        return name.replaceAll("(?<=.)(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    private Span ofCall(Span span, InvokeAgent call) {
        var listing = Option.ofOptional(agents.find(call.agent()));
        return span.with("gen_ai.operation.name", "invoke_agent")
                .with(
                        "gen_ai.provider.name",
                        listing.map(each -> provider(each.definition())).getOrElse("unknown"))
                .with("gen_ai.agent.name", AgentReference.of(call.agent()).name())
                .with(
                        "gen_ai.request.model",
                        listing.flatMap(
                                each ->
                                        Option.ofOptional(
                                                each.model().or(each.definition()::usualModel))))
                .with("gen_ai.conversation.id", call.resumes())
                .with("foldline.role", call.role());
    }

    private static String provider(AgentDefinition definition) {
        return switch (definition) {
            case AgentDefinition.BuiltIn _ -> "foldline";
            case AgentDefinition.Scripted _ -> "scripted";
            case AgentDefinition.Program _ -> "command";
            case AgentDefinition.Chat _ -> "openai";
            case AgentDefinition.Known known ->
                    switch (known.adapter().name()) {
                        case "claude" -> "anthropic";
                        case "codex" -> "openai";
                        case "gemini" -> "gcp.gemini";
                        case String other -> other;
                    };
        };
    }

    static Span inSession(Span call, SessionStarted session) {
        return call.with("gen_ai.conversation.id", session.session())
                .with("gen_ai.response.model", session.model())
                .with("gen_ai.agent.version", session.version());
    }

    /** Adds what the answer reports. */
    static Span withAnswer(Span span, Event.Answer answer) {
        return switch (answer) {
            case AgentFinished finished -> withSpend(span, finished.spend());
            case AgentFailed failed ->
                    withSpend(span, failed.spend()).with(Span.ERROR, error(failed.fault()));
            case EffectCancelled cancelled ->
                    withSpend(span, cancelled.spend()).with("foldline.cancelled", true);
            case EffectFailed failed -> span.with(Span.ERROR, error(failed.fault()));
            case CheckFailed _ -> span.with(Span.ERROR, error(Fault.Kind.CHECK_FAILED));
            case WorkCommitted committed -> span.with(COMMIT, committed.commit());
            case MergeLanded landed -> span.with(COMMIT, landed.commit());
            case Event.Answer _ -> span;
        };
    }

    private static Span withSpend(Span span, Spend spend) {
        return span.with("foldline.tokens", spend.tokens())
                .with("foldline.cost_usd", spend.microUsd().map(cost -> cost / MICRO));
    }

    static String error(Fault fault) {
        return error(fault.kind());
    }

    private static String error(Fault.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
