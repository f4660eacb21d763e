// The server's API. A login link sets a cookie, so no page ever holds the token.

/** A call that was refused: what the server said, and what it says can be done. */
export class Refused extends Error {
  constructor(status, document) {
    super(document.error ?? 'the server answered ' + status);
    this.status = status;
    this.next = document.next ?? '';
  }
}

/** The latest answers with their tags: an unchanged one is not sent again. */
const answers = new Map();
const ANSWERS_MAX = 100;

async function get(path, query = {}) {
  const search = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== ''),
  );
  const address = path + (search.size ? '?' + search : '');
  const before = answers.get(address);
  const response = await fetch(address, {
    headers: {
      Accept: 'application/json',
      ...(before ? { 'If-None-Match': before.tag } : {}),
    },
    cache: 'no-store',
  });
  if (response.status === 304 && before) return before.document;
  const document = await answered(response);
  const tag = response.headers.get('ETag');
  answers.delete(address);
  if (tag) answers.set(address, { tag, document });
  if (answers.size > ANSWERS_MAX) answers.delete(answers.keys().next().value);
  return document;
}

/** What is unknown is left out: a call takes no field that is empty. */
async function post(path, body) {
  const given = Object.fromEntries(
    Object.entries(body).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );
  return answered(
    await fetch(path, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(given),
      cache: 'no-store',
    }),
  );
}

async function answered(response) {
  const text = await response.text();
  let document;
  try {
    document = text === '' ? {} : JSON.parse(text);
  } catch {
    document = {
      error: 'the server answered ' + response.status + ' with something that is no document',
    };
    throw new Refused(response.status, document);
  }
  if (!response.ok) throw new Refused(response.status, document);
  return document;
}

/** Below the page's own address: one server may serve several repositories, each below a path of its own. */
const of = (...parts) => 'api/' + parts.map(encodeURIComponent).join('/');

/** Of the server, whichever repository the page belongs to. */
const REPOSITORIES = '/api/repositories';

const RUNS_A_PAGE = 60;

/** Pages of the list of runs, one behind the other. */
async function followed(query, pages) {
  const runs = [];
  let after;
  for (let page = 0; page < pages && after !== null; page++) {
    const list = await get(of('runs'), { ...query, after });
    runs.push(...list.runs);
    after = list.next_after;
  }
  return { runs, more: after !== null };
}

export const calls = {
  workflows: async () => (await get(of('workflows'))).workflows,
  workflow: id => get(of('workflows', id)),
  /** The latest runs, so many pages of them, and whether there are more. */
  runs: (pages, filter) => followed({ ...filter, limit: RUNS_A_PAGE }, pages),
  /** All that have not ended, whenever they started. */
  unfinished: async () => (await followed({ unfinished: true }, Infinity)).runs,
  run: id => get(of('runs', id)),
  start: body => post(of('runs'), body),
  operate: (verb, run, body = {}) => post(of('operations', verb), { run, ...body }),
  definitions: () => get(of('workflow-definitions')),
  calls: async id => (await get(of('runs', id, 'calls'))).calls,
  output: (run, seq) => get(of('operations', 'output'), { run, seq }),
  task: async id => (await get(of('runs', id, 'task'))).text,
  /** The workflow of a run as a picture, with the phase it is in. */
  graph: async ({ id, workflow }) => {
    const path = of('workflow-definitions', workflow, 'graph');
    return (await get(path, { format: 'svg', run: id })).graph;
  },
  cost: run => get(of('operations', 'cost'), { run }),
  commits: async id => (await get(of('runs', id, 'commits'))).commits,
  commit: async (id, commit) => (await get(of('runs', id, 'commits'), { commit })).commits[0],
  timeline: async (id, after) => {
    const page = await get(of('runs', id, 'timeline'), { after, limit: 2000 });
    return { rows: page.events.map(rowOf), next: page.next_after };
  },
  state: (id, seq) => get(of('runs', id, 'state'), { seq }),
  explain: (id, seq) => get(of('runs', id, 'explain'), { seq }),
  changes: (id, seq) =>
    seq > 1
      ? get(of('runs', id, 'diff'), { from: seq - 1, to: seq })
      : Promise.resolve({ changes: [] }),
  forks: async run => (await get(of('operations', 'forks'), { run })).tree,
  blame: (id, seq, path) => get(of('operations', 'blame'), { run: id + ':' + seq, path }),
  compare: async (from, to) => (await get(of('operations', 'diff'), { from, to })).runs,
  fork: (id, seq) => post(of('operations', 'fork'), { run: id + ':' + seq }),
  gates: async () => (await get(of('gates'))).gates,
  gate: (run, gate) => get(of('gates', run, gate)),
  answer: (run, gate, verdict, body) => post(of('gates', run, gate, verdict), body),
  act: (id, verb, body) => post(of('workflows', id, verb), body),
  /** The repositories of a server of several: their names, or also what their runs do. */
  repositories: async names => (await get(REPOSITORIES, { names })).repositories,
  me: () => get(of('me')),
  fleet: () => get(of('fleet')),
  logout: () => post(of('logout'), {}),
  workflowEvents: id => of('workflows', id, 'events'),
  resume: (id, body = {}) => post(of('runs', id, 'resume'), body),
  runEvents: (id, after) => of('runs', id, 'events') + '?after=' + after,
};

/** External input that does not come from the user. */
const REPORTS = new Set(['child_reported', 'child_ended', 'commits_seen']);

/** One event as the timeline has it. */
function rowOf(line) {
  const { event, place, spent } = line;
  return {
    seq: line.seq,
    at: line.at,
    parent: event.parent?.run,
    ticket: line.ticket,
    rule: line.rule,
    text: line.text,
    kind: event.type,
    commits: (event.commits ?? event.sighting?.commits)?.length,
    effect: event.effect?.type,
    agent: event.effect?.agent,
    tone: line.failed ? 'failed' : line.input && !REPORTS.has(event.type) ? 'person' : 'plain',
    phase: place.phase,
    stage: place.stage,
    turn: place.turn + 1,
    revision: Math.max(1, place.revision),
    attempt: place.attempt,
    recovery: line.recovery,
    hold: line.gate,
    back: line.rewinds,
    calls: spent.agent_calls,
    usd: spent.usd ?? 0,
  };
}
