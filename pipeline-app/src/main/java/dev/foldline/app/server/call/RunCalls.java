package dev.foldline.app.server.call;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.RunListing;
import dev.foldline.app.operation.RunResumption;
import dev.foldline.app.report.ExplanationPage;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.report.RunsReport;
import dev.foldline.app.report.StatePage;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.server.call.ApiCall.Gives;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.HashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What can be read of the runs of a repository, whether they belong to a workflow or not, and how
 * one that does not goes on.
 */
record RunCalls(ApiContext desk) {

    static final String TIMELINE = "Timeline";
    static final String DIFF = "StateDiff";

    private static final Field<?>[] RESUME_FIELDS =
            RunResumption.RESUME
                    .fields(FrontEnd.HTTP)
                    .filter(field -> !field.name().equals("run"))
                    .toJavaArray(Field<?>[]::new);

    Vector<ApiCall> all() {
        return Vector.of(
                ApiCall.get(
                                "/api/runs",
                                RunListing.LIST.summary() + " The Link header names the next page.",
                                Gives.document(RunsReport.SCHEMA),
                                this::list)
                        .asking(RunListing.LIST.fields().toJavaArray(Field<?>[]::new)),
                ApiCall.get(
                        "/api/runs/{id}",
                        "Get the status of a run and the next commands.",
                        Gives.document(RunReport.SCHEMA),
                        this::run),
                ApiCall.post(
                                "/api/runs/{id}/resume",
                                "Resume an inactive run in a separate process. A workflow, or a"
                                        + " task of one, is resumed as a workflow.",
                                Gives.document(RunReport.SCHEMA),
                                this::resume)
                        .taking(RESUME_FIELDS),
                ApiCall.get(
                                "/api/runs/{id}/timeline",
                                "List the events, one line each.",
                                Gives.form(TIMELINE),
                                page(RunPages::timeline))
                        .asking(RunPages.TIMELINE),
                ApiCall.get(
                                "/api/runs/{id}/state",
                                "Get the state after an event.",
                                Gives.document(StatePage.SCHEMA),
                                page(RunPages::state))
                        .asking(RunPages.STATE),
                ApiCall.get(
                                "/api/runs/{id}/explain",
                                "Get the rule that decides after an event, and why.",
                                Gives.document(ExplanationPage.SCHEMA),
                                page(RunPages::explanation))
                        .asking(RunPages.SEQ),
                ApiCall.get(
                                "/api/runs/{id}/diff",
                                "Compare the states after two events.",
                                Gives.form(DIFF),
                                page(RunPages::diff))
                        .asking(RunPages.DIFF),
                ApiCall.get(
                                "/api/runs/{id}/events",
                                "Its events as Server-Sent Events, or the messages of a workflow;"
                                        + " Last-Event-ID is supported.",
                                new Gives(200, "text/event-stream", Option.none()),
                                asked ->
                                        desk.followed(
                                                desk.run(asked.name("id")),
                                                asked,
                                                ApiResponse.Form.EVENT_STREAM))
                        .asking(
                                ValidatedRequest.AFTER,
                                ValidatedRequest.TYPES,
                                ValidatedRequest.OUTPUT));
    }

    private ApiResponse list(ValidatedRequest asked) throws IOException {
        var runs = desk.here().runs();
        desk.documents().only(runs.newestFirst());
        var page = RunListing.page(runs, asked.query(), this::report);
        var link =
                page.following(asked.query())
                        .map(next -> Map.of("Link", "<" + address(next) + ">; rel=\"next\""));
        return new ApiResponse.Json(200, page.document(), link.getOrElse(Map.of()));
    }

    private String address(Map<String, Object> query) {
        return query.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&", desk.path() + "/api/runs?", ""));
    }

    private static String encoded(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
    }

    /** One of the pages. */
    @FunctionalInterface
    interface Page {
        Map<String, Object> of(RunPages pages, Input query) throws IOException;
    }

    private ApiCall.Work page(Page page) {
        return asked ->
                ApiResponse.json(
                        page.of(
                                new RunPages(
                                        RunHistory.open(desk.run(asked.name("id"))),
                                        desk.here().runs().blobs()),
                                asked.query()));
    }

    private ApiResponse run(ValidatedRequest asked) throws IOException {
        return ApiResponse.json(report(desk.run(asked.name("id"))));
    }

    /** The answer is always the run, also if its driver has only been notified. */
    private ApiResponse resume(ValidatedRequest asked) throws IOException, InterruptedException {
        var run = desk.run(asked.name("id"));
        try {
            var document =
                    new OperationCalls(desk)
                            .perform(
                                    RunResumption.RESUME,
                                    Input.of(HashMap.of("run", asked.name("id")))
                                            .and(asked.fields()));
            return ApiResponse.json(
                    RunReport.SCHEMA.equals(document.get("schema")) ? document : report(run));
        } catch (UserError refused) {
            // The request says no more than which run: what does not fit is how that stands.
            throw refused.exit() == ExitCode.USAGE
                    ? ApiException.of(409, refused)
                    : ApiException.of(refused);
        }
    }

    /** What the command prints of it. */
    private Map<String, Object> report(RunDirectory run) throws IOException {
        return desk.documents().about(run);
    }
}
