package dev.foldline.app.config;

import dev.foldline.app.config.Settings.Team;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.core.workflow.PriceList;
import dev.foldline.core.workflow.PriceList.Price;
import dev.foldline.effects.agent.chat.ChatEndpoint;
import dev.foldline.effects.agent.cli.Adapter.Metering;
import dev.foldline.effects.agent.cli.Adapters;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the prices of agents that report tokens but no money: configured ones first, then the
 * shipped list prices, which apply to a provider's own endpoint only.
 */
public final class PriceTable {
    private static final String OPENAI = "openai";
    private static final String CONFIGURED = "configured";
    private static final String OWN_HOST = "api.openai.com";

    private final Team team;
    private final Map<String, Price> configured;

    public PriceTable(Team team) {
        this.team = team;
        this.configured =
                Vector.ofAll(team.prices())
                        .map(row -> price(row.split(" +"), CONFIGURED))
                        .toLinkedMap(Price::model, price -> price);
    }

    /** Returns the price of an agent's tokens; none if it reports its cost, or no tokens. */
    public Option<Price> price(ChainLink link) {
        var keys = Option.ofOptional(Optional.ofNullable(team.defined().get(link.agent())));
        var kind = keys.flatMap(each -> Option.ofOptional(each.kind())).getOrElse(link.agent());
        var model =
                Option.ofOptional(link.model())
                        .orElse(() -> keys.flatMap(each -> Option.ofOptional(each.model())));
        if (kind.equals(OPENAI))
            return keys.map(AgentKeys::endpoint)
                    .filter(endpoint -> endpoint.prices().both().isEmpty())
                    .flatMap(
                            endpoint ->
                                    model.flatMap(name -> row(name, isOwn(endpoint.baseUrl()))));
        return reportsOnlyTokens(kind) ? model.flatMap(name -> row(name, true)) : Option.none();
    }

    /** Returns the prices of those agents that have one; none if no agent has. */
    public Option<PriceList> list(Vector<String> agents) {
        Map<String, Price> prices = LinkedHashMap.empty();
        for (var agent : agents)
            for (var price : price(ChainLink.of(agent))) prices = prices.put(agent, price);
        var found = prices;
        return Option.when(!found.isEmpty(), () -> new PriceList(found));
    }

    private Option<Price> row(String model, boolean isOwn) {
        return configured
                .get(model)
                .orElse(() -> isOwn ? Shipped.PRICES.get(model) : Option.none());
    }

    private static boolean reportsOnlyTokens(String kind) {
        return Adapters.ALL.stream()
                .anyMatch(
                        adapter ->
                                adapter.name().equals(kind)
                                        && adapter.metering() == Metering.TOKENS);
    }

    private static boolean isOwn(String baseUrl) {
        return baseUrl.equals(ChatEndpoint.BASE_URL)
                || OWN_HOST.equals(
                        Objects.toString(URI.create(baseUrl).getHost(), "")
                                .toLowerCase(Locale.ROOT));
    }

    /** Parses model, input, cached input, and output: dollars for a million tokens. */
    private static Price price(String[] words, String source) {
        return new Price(
                words[0], microUsd(words[1]), microUsd(words[2]), microUsd(words[3]), source);
    }

    private static long microUsd(String dollars) {
        return new BigDecimal(dollars).movePointRight(6).longValueExact();
    }

    /** The shipped list prices, by model. */
    private static final class Shipped {
        private static final String FILE = "prices.txt";
        static final Map<String, Price> PRICES = read();

        private static Map<String, Price> read() {
            try (var in = PriceTable.class.getResourceAsStream(FILE)) {
                var text =
                        new String(
                                Objects.requireNonNull(in, FILE).readAllBytes(),
                                StandardCharsets.UTF_8);
                return Vector.ofAll(text.lines())
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(line -> line.split(" "))
                        .map(words -> price(words, words[4] + " " + words[5]))
                        .toLinkedMap(Price::model, price -> price);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }
}
