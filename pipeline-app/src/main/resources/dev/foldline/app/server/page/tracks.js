// What a timeline shows, worked out from its rows: nothing here draws, and nothing asks the server.

/** Parts of a run that are one thing: `same` tells neighbours that belong together, `label` names them. */
function stretches(rows, key, label) {
  const found = [];
  for (const row of rows) {
    const name = key(row);
    const last = found[found.length - 1];
    if (last && last.key === name && last.to === row.seq - 1) last.to = row.seq;
    else if (name !== null)
      found.push({ key: name, from: row.seq, to: row.seq, label: label(row) });
  }
  return found;
}

/** The phases as they were gone through, each turn and each revision by itself. */
export function phases(rows) {
  return stretches(
    rows,
    row => [row.stage, row.turn, row.phase, row.revision].join('/'),
    row =>
      row.phase +
      (row.turn > 1 ? ' ' + row.turn : '') +
      (row.revision > 1 ? ' · rev ' + row.revision : ''),
  ).map((each, index) => ({ ...each, phase: each.key.split('/')[2], index }));
}

/** The attempts within a phase; every rewind starts another one. */
export function tries(rows) {
  const found = [];
  for (const phase of phases(rows).filter(each => each.phase !== 'end')) {
    let current = { from: phase.from, to: phase.to, number: 1 };
    for (let seq = phase.from; seq < phase.to; seq++) {
      const at = seq - rows[0].seq;
      if (at > 0 && rows[at].back > rows[at - 1].back) {
        found.push({ ...current, to: seq });
        current = { from: seq + 1, to: phase.to, number: current.number + 1 };
      }
    }
    found.push(current);
  }
  return found;
}

/** Periods of recovery. */
export function recoveries(rows) {
  return stretches(
    rows,
    row => row.recovery || null,
    row => row.recovery,
  );
}

/** Periods of waiting for the user. */
export function holds(rows) {
  return stretches(
    rows,
    row => row.hold || null,
    row => row.hold,
  );
}

/** Agent calls from start to outcome; a call without an outcome extends to the end. */
export function calls(rows) {
  const open = new Map();
  const found = [];
  for (const row of rows) {
    if (row.kind === 'effect_started' && row.effect === 'invoke_agent') {
      const call = {
        from: row.seq,
        to: rows[rows.length - 1].seq,
        label: row.agent ?? 'agent',
        outcome: 'open',
      };
      open.set(row.ticket, call);
      found.push(call);
    } else if (open.has(row.ticket) && row.kind !== 'session_started') {
      const call = open.get(row.ticket);
      call.to = row.seq;
      call.outcome = row.tone === 'failed' ? 'failed' : 'done';
      open.delete(row.ticket);
    }
  }
  return found;
}

const MARKS = {
  gate_opened: ['diamond', 'a gate opens'],
  frozen: ['diamond', 'frozen'],
  gate_approved: ['tick', 'approved'],
  gate_rejected: ['cross', 'rejected'],
  work_committed: ['disc', 'a commit'],
  merge_landed: ['disc', 'a merge'],
  check_passed: ['tick', 'a check passes'],
  check_failed: ['cross', 'a check fails'],
  driver_started: ['start', 'a driver starts'],
  agent_failed: ['cross', 'an agent fails'],
  effect_failed: ['cross', 'a step fails'],
  artifact_refused: ['cross', 'an artifact is rejected'],
  retry_granted: ['person', 'retried by the user'],
  paused: ['person', 'paused'],
  resumed: ['person', 'resumed'],
  wait_skipped: ['person', 'wait skipped'],
  aborted: ['person', 'aborted'],
  budget_raised: ['person', 'budget raised'],
  called: ['person', 'call of an external agent'],
  child_spawned: ['start', 'a task starts'],
  child_ended: ['disc', 'a task ends'],
  recovery_recorded: ['tick', 'a failure is recovered'],
};

/** Events that get a marker. A rewind gets one in addition to that of its event. */
export function marks(rows) {
  const found = [];
  let back = rows.length ? rows[0].back : 0;
  for (const row of rows) {
    if (row.back > back)
      found.push({ seq: row.seq, behind: true, shape: 'back', tone: 'care', label: 'rewind' });
    back = row.back;
    const mark =
      (row.kind === 'work_observed' || row.kind === 'commits_seen') && row.commits
        ? ['disc', 'a commit']
        : MARKS[row.kind];
    if (mark)
      found.push({ seq: row.seq, shape: mark[0], tone: toneOf(row, mark[0]), label: row.text });
  }
  return found;
}

function toneOf(row, shape) {
  if (row.tone === 'failed' || shape === 'cross') return 'bad';
  if (shape === 'diamond') return 'care';
  if (shape === 'tick' || shape === 'disc') return 'good';
  return shape === 'person' ? 'calm' : 'quiet';
}

/** What had been spent after each event: dollars where they are known, else calls of agents. */
export function cost(rows) {
  const last = rows[rows.length - 1];
  const unit = last && last.usd > 0 ? 'usd' : 'calls';
  return {
    unit,
    max: last ? Number(last[unit] ?? 0) : 0,
    points: rows.map(row => ({ seq: row.seq, value: Number(row[unit] ?? 0) })),
  };
}

/** Where one gets to by going to the next or the last phase, or to what is worth a look. */
export function next(list, seq, key) {
  return list
    .map(key)
    .filter(each => each > seq)
    .sort((a, b) => a - b)[0];
}

export function previous(list, seq, key) {
  return list
    .map(key)
    .filter(each => each < seq)
    .sort((a, b) => b - a)[0];
}
