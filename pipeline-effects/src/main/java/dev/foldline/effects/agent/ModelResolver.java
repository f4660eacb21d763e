package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.agent.AgentRegistry.Listing;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.Programs;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.util.Optional;

/**
 * Resolves the model of a terminal. Each terminal's agent is configured for its own process, so
 * nothing needs to be changed globally; the result is only reported.
 */
public record ModelResolver(RunContext run, AgentRegistry agents) {

    /** Returns the first of its agents that can be started, or the problem of the preferred one. */
    public Event switched(long ticket, SwitchModel effect) {
        var found = effect.agents().map(agent -> found(ticket, effect.terminal(), agent));
        return found.find(Either::isRight)
                .orElse(found::headOption)
                .getOrElse(() -> Either.left("no agent is named for it"))
                .fold(
                        why ->
                                new EffectFailed(
                                        ticket,
                                        Fault.of(
                                                Kind.AGENT_SETUP,
                                                "terminal " + effect.terminal() + ": " + why)),
                        event -> event);
    }

    private Either<String, Event> found(long ticket, String terminal, String agent) {
        var listing = agents.find(agent);
        if (listing.isEmpty()) return Either.left("unknown agent " + agent);
        var named = listing.flatMap(Listing::model);
        if (named.filter(String::isBlank).isPresent())
            return Either.left("no model is named behind " + agent);
        var definition = listing.get().definition();
        var problem = listing.get().endpoint().problem(definition, run.environment());
        if (problem.isPresent()) return Either.left("agent " + agent + ": " + problem.get());
        Optional<String> model = named.isPresent() ? named : definition.usualModel();
        return Option.ofOptional(
                        Programs.find(
                                definition.starts(),
                                run.environment().getOrDefault("PATH", ""),
                                run.root()))
                .<Event>map(
                        program ->
                                new ModelSwitched(
                                        ticket,
                                        terminal,
                                        agent,
                                        Option.ofOptional(model),
                                        program.toString()))
                .toEither(
                        "there is no program "
                                + definition.starts()
                                + " on the PATH for the agent "
                                + agent);
    }
}
