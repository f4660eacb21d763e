// A client whose types are generated from /openapi.json. It has no casts: each answer has its type.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

declare const process: { argv: string[] };

type Run = components["schemas"]["Run"];

const [baseUrl, token] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

/** The answer, or an error that names the problem. */
function answer<T>(result: { data?: T; error?: components["schemas"]["Problem"] }): T {
    if (result.error) throw new Error(`${result.error.status} ${result.error.code}: ${result.error.detail}`);
    if (result.data === undefined) throw new Error("no answer");
    return result.data;
}

/** A log that cannot be read has a row too. */
function readable(runs: components["schemas"]["Runs"]): Run[] {
    return runs.runs.flatMap(run => "spent" in run ? [run] : []);
}

function dollars(meter: components["schemas"]["Meter"]): string {
    if (meter.usd === null) return "unknown";
    return (meter.usd_unreported > 0 ? "at least " : "") + meter.usd.toFixed(2);
}

const health = answer(await api.GET("/healthz"));
const version = answer(await api.GET("/api/operations/version"));
console.log(`server ${health.status}, rules ${version.rules.toFixed(0)}`);

const page = answer(await api.GET("/api/runs", { params: { query: { limit: 10 } } }));
for (const each of readable(page))
    console.log(`run ${each.run.workflow} ${each.reason}: ${each.title ?? "untitled"}, calls ${each.spent.agent_calls.toFixed(0)}, dollars ${dollars(each.spent)}`);
const [found] = readable(page);
if (!found) throw new Error("there is no run");
const id = found.run.id;

const status = answer(await api.GET("/api/runs/{id}", { params: { path: { id } } }));
console.log(`phase ${status.run.phase ?? "none"}, gate ${status.gate?.id ?? "none"}, limit ${status.budget.agent_calls?.toFixed(0) ?? "none"}`);

const timeline = answer(await api.GET("/api/runs/{id}/timeline", { params: { path: { id }, query: { limit: 3 } } }));
for (const each of timeline.events) console.log(`event ${each.seq.toFixed(0)} ${each.event.type} in ${each.place.phase}: ${each.text.split(":")[0]}`);
console.log(`more after ${timeline.next_after?.toFixed(0) ?? "none"}`);

const diff = answer(await api.GET("/api/runs/{id}/diff", { params: { path: { id }, query: { from: 1 } } }));
console.log(`changed ${diff.changes.some(each => each.path === "lifecycle" || each.after !== null)}`);
const commits = answer(await api.GET("/api/runs/{run}/commits", { params: { path: { run: id } } }));
console.log(`commits ${commits.commits.map(each => each.subject.length).length.toFixed(0)}`);
const calls = answer(await api.GET("/api/runs/{run}/calls", { params: { path: { run: id } } }));
console.log(`calls ${calls.calls.map(each => `${each.kind} ${each.status}`).join(", ")}`);
const costs = answer(await api.GET("/api/costs", { params: { query: { by: "workflow" } } }));
console.log(`costs ${costs.rows.map(each => `${each.key} ${each.agent_calls.toFixed(0)}`).join(", ")}`);
const why = answer(await api.GET("/api/runs/{id}/explain", { params: { path: { id } } }));
console.log(`rule ${why.rule}`);

const gates = answer(await api.GET("/api/gates"));
for (const each of gates.gates) {
    const path = { run: each.run, gate: each.gate_id };
    const gate = answer(await api.GET("/api/gates/{run}/{gate}", { params: { path } }));
    console.log(`gate ${gate.gate_id} shows ${gate.artifacts.map(artifact => artifact.name).join(", ")}, moved ${gate.moved}`);
    const stale = await api.POST("/api/gates/{run}/{gate}/approve", {
        params: { path }, body: { instance: gate.instance, revision: gate.revision + 1, tree: gate.tree ?? undefined },
    });
    console.log(`refused ${stale.error?.status.toFixed(0)} ${stale.error?.code}`);
    const command = answer(await api.POST("/api/gates/{run}/{gate}/approve", {
        params: { path }, body: { instance: gate.instance, revision: gate.revision, tree: gate.tree ?? undefined },
    }));
    console.log(`approved ${command.event}, driven ${command.driven}`);
}

const unknown = await api.GET("/api/runs/{id}", { params: { path: { id: "rnothing" } } });
console.log(`unknown ${unknown.error?.status.toFixed(0)} ${unknown.error?.code}`);
