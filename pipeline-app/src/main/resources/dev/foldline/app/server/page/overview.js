// All workflows and runs of the repository; first those that wait for you.

import { el, show } from './dom.js';
import { calls } from './api.js';
import { gathered } from './live.js';
import { buttons } from './actions.js';
import { command, count, day, elapsed, money, shapeOf, spoken, stands } from './words.js';

/** Browsers keep six connections to a server; some must be left for calls, and for other pages beside this one. */
const STREAMS_MAX = 2;

/** So many workflows are shown with their tasks, the others by a line. */
const WHOLE_MAX = 12;

/** So many of the latest, also when they are over: what one has just watched does not vanish. */
const LATEST = 3;

const LOOK_MILLIS = 5000;

export function overview(around) {
  let left = false;
  /** How many pages of runs are shown. */
  let pages = 1;
  /** From where a run is followed: what was before is on the page. */
  const begun = {};
  const look = gathered(async () => {
    try {
      const [lines, latest, unfinished, gates] = await Promise.all([
        calls.workflows(),
        calls.runs(pages),
        calls.unfinished(),
        calls.gates(),
      ]);
      const known = new Set(latest.runs.map(run => run.run.id));
      const runs = [...latest.runs, ...unfinished.filter(run => !known.has(run.run.id))];
      const views = await Promise.all(
        lines
          .filter((line, index) => isAlive(line) || index < LATEST)
          .slice(0, WHOLE_MAX)
          .map(line => calls.workflow(line.id)),
      );
      if (left) return;
      draw(
        around,
        {
          lines,
          views,
          runs,
          gates,
          further: latest.more
            ? () => {
                pages++;
                look();
              }
            : null,
        },
        look,
      );
      const working = runs.filter(run => run.driver && run.run.workflow !== 'tasks');
      for (const run of working) begun[run.run.id] ??= run.run.seq;
      around.live.follow(
        [
          ...views
            .filter(view => isAlive(view.workflow))
            .map(view => calls.workflowEvents(view.workflow.id)),
          ...working.map(run => calls.runEvents(run.run.id, begun[run.run.id])),
        ].slice(0, STREAMS_MAX),
        look,
      );
    } catch (error) {
      if (!left) around.failed(error);
    }
  }, 700);
  // More streams than that are not held open, and that a driver has died stands in no log.
  const timer = setInterval(() => {
    if (!document.hidden) look();
  }, LOOK_MILLIS);
  around.title('');
  look();
  return {
    leave() {
      left = true;
      look.stop();
      clearInterval(timer);
    },
  };
}

function isAlive(line) {
  return !['completed', 'cancelled'].includes(line.status);
}

function draw(around, { lines, views, runs, gates, further }, again) {
  const shown = new Set(views.map(view => view.workflow.id));
  const others = lines.filter(line => !shown.has(line.id));
  const parts = new Set([
    ...lines.map(line => line.id),
    ...views.flatMap(view => view.tasks.map(task => task.run)),
  ]);
  const own = runs.filter(run => !parts.has(run.run.id) && run.run.workflow !== 'task');
  const waiting = [
    ...gates.map(gateCard),
    ...views.flatMap(halted),
    ...own.filter(isHalted).map(haltedRun),
  ];
  around.title(waiting.length ? '(' + waiting.length + ')' : '', runs[0]?.repository ?? '');
  show(
    around.main,
    el('h1', { class: 'unseen', 'data-key': 'h1' }, 'Overview'),
    waiting.length
      ? el(
          'section',
          { class: 'waiting', 'data-key': 'waiting', 'aria-labelledby': 'h-waiting' },
          el('h2', { id: 'h-waiting' }, shapeOf('diamond'), ' Waits for you ', number(waiting)),
          el('div', { class: 'cards' }, waiting),
        )
      : null,
    el(
      'section',
      { 'data-key': 'workflows', 'aria-labelledby': 'h-workflows' },
      el('h2', { id: 'h-workflows' }, 'Workflows ', number(lines)),
      views.map(view => workflowCard(view, around, again)),
      others.length ? workflowTable(others) : null,
      lines.length
        ? null
        : el(
            'p',
            { class: 'empty' },
            'None yet. ',
            command('foldline workflow create -f tasks.yaml'),
          ),
    ),
    el(
      'section',
      { 'data-key': 'runs', 'aria-labelledby': 'h-runs' },
      el(
        'h2',
        { id: 'h-runs' },
        'Runs ',
        el('span', { class: 'number' }, own.length + (further ? '+' : '')),
      ),
      own.length
        ? [
            runTable(own),
            further
              ? el(
                  'p',
                  { 'data-key': 'further' },
                  el(
                    'button',
                    { type: 'button', class: 'plain', on: { click: further } },
                    'Show earlier runs',
                  ),
                )
              : null,
          ]
        : el('p', { class: 'empty' }, 'None yet. ', command('foldline run "add a --version flag"')),
    ),
  );
}

function number(list) {
  return el('span', { class: 'number' }, String(list.length));
}

// ---- what waits

function gateCard(gate) {
  const at = '#/gate/' + encodeURIComponent(gate.run) + '/' + encodeURIComponent(gate.gate_id);
  return el(
    'article',
    { class: 'card wait', 'data-key': 'gate-' + gate.run + gate.gate_id },
    el('h3', {}, el('a', { href: at, class: 'stop' }, 'Gate ', gate.gate_id)),
    el('p', {}, gate.reason),
    el(
      'p',
      { class: 'meta' },
      'run ',
      el('a', { href: '#/run/' + gate.run }, gate.run),
      ' · revision ',
      String(gate.revision),
      gate.created_at ? [' · for ', elapsed(gate.created_at)] : null,
    ),
    el('p', {}, el('a', { class: 'button main', href: at }, 'Look and decide')),
    command('foldline approve ' + gate.gate_id + ' ' + gate.run + ' --revision ' + gate.revision),
  );
}

function halted(view) {
  const whole = view.workflow.error
    ? [waitCard(view.workflow.id, 'Workflow ' + view.workflow.name, view.workflow.error, view.next)]
    : [];
  return [
    ...whole,
    ...view.tasks
      .filter(task => task.error && task.run && !task.retry_at)
      .map(task =>
        waitCard(task.run, 'Task ' + task.name, task.error, [
          'foldline explain ' + task.run,
          'foldline workflow resume ' + view.workflow.id,
        ]),
      ),
  ];
}

function isHalted(run) {
  return ['halted', 'budget_reached', 'wall_clock_limit'].includes(run.reason);
}

function haltedRun(run) {
  return waitCard(
    run.run.id,
    'Run ' + run.run.id,
    run.error?.message ?? spoken(run.reason),
    run.next,
  );
}

function waitCard(run, title, why, next) {
  return el(
    'article',
    { class: 'card wait bad', 'data-key': 'halted-' + run },
    el('h3', {}, el('a', { href: '#/run/' + run, class: 'stop' }, title)),
    el('p', { class: 'why' }, why),
    next.slice(0, 2).map(each => command(each)),
  );
}

// ---- workflows

export function workflowCard(view, around, again) {
  const done = view.tasks.filter(task => task.merged).length;
  const id = view.workflow.id;
  return el(
    'article',
    { class: 'card workflow', 'data-key': 'w-' + id, 'data-workflow': id },
    el(
      'header',
      {},
      el('h3', {}, el('a', { href: '#/run/' + id, class: 'stop' }, view.workflow.name)),
      stands(view.workflow.status),
      el(
        'span',
        { class: 'meta' },
        count(view.tasks.length, 'task'),
        done ? ', ' + done + ' merged' : '',
        view.workflow.target ? ' into ' + view.workflow.target : '',
        view.workflow.started_at
          ? [
              ' · ',
              isAlive(view.workflow)
                ? elapsed(view.workflow.started_at)
                : [
                    'started ',
                    day(view.workflow.started_at),
                    ', took ',
                    elapsed(view.workflow.started_at, view.workflow.completed_at),
                  ],
            ]
          : null,
        !view.driver && ['running', 'merging'].includes(view.workflow.status)
          ? ' · not active'
          : null,
      ),
      buttons(view, around, again),
    ),
    view.workflow.error ? el('p', { class: 'why' }, view.workflow.error) : null,
    el(
      'div',
      {
        class: 'progress',
        role: 'img',
        'aria-label': done + ' of ' + view.tasks.length + ' tasks merged',
      },
      view.tasks.map(task =>
        el('span', { class: 'step ' + (task.merged ? 'merged' : task.status) }),
      ),
    ),
    taskTable(view),
  );
}

export function taskTable(view) {
  return el(
    'ul',
    { class: 'tasks' },
    view.tasks.map(task =>
      el(
        'li',
        { 'data-key': task.id, 'data-task': task.id },
        el(
          'span',
          { class: 'task' },
          task.run ? el('a', { href: '#/run/' + task.run }, task.name) : task.name,
        ),
        stands(task.merged ? 'merged' : task.status),
        el(
          'span',
          { class: 'terminals' },
          task.terminals.map(each =>
            el(
              'span',
              { class: 'terminal', title: each.agents?.join(', ') ?? '' },
              el('b', {}, each.role ?? each.id),
              ' ',
              stands(each.status),
            ),
          ),
        ),
        el('span', { class: 'meta branch' }, task.branch ?? ''),
        task.error ? el('p', { class: 'why' }, task.error) : null,
      ),
    ),
  );
}

/** Those that are over, or too many. */
function workflowTable(lines) {
  return el(
    'div',
    { class: 'scroll', 'data-key': 'others' },
    el(
      'table',
      { class: 'runs' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ['Workflow', 'Status', 'Target', 'Started', 'Id'].map(each =>
            el('th', { scope: 'col' }, each),
          ),
        ),
      ),
      el(
        'tbody',
        {},
        lines.map(line =>
          el(
            'tr',
            { 'data-key': line.id, 'data-workflow': line.id },
            el(
              'th',
              { scope: 'row' },
              el('a', { href: '#/run/' + line.id, class: 'stop' }, line.name ?? line.id),
            ),
            el('td', {}, stands(line.status)),
            el('td', {}, line.target ?? ''),
            el('td', {}, line.started_at ? day(line.started_at) : ''),
            el('td', { class: 'branch' }, line.id),
          ),
        ),
      ),
    ),
  );
}

// ---- runs

function runTable(runs) {
  return el(
    'div',
    { class: 'scroll' },
    el(
      'table',
      { class: 'runs' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ['Run', 'Status', 'Workflow', 'Phase', 'Branch', 'Calls', 'Cost', 'Events'].map(
            (each, index) => el('th', { scope: 'col', class: index > 4 ? 'num' : null }, each),
          ),
        ),
      ),
      el(
        'tbody',
        {},
        runs.map(run =>
          run.reason === 'unreadable'
            ? el(
                'tr',
                { 'data-key': run.run.id },
                el('th', { scope: 'row' }, run.run.id),
                el('td', {}, stands('unreadable')),
                el('td', { colspan: '6' }, run.error?.message ?? ''),
              )
            : el(
                'tr',
                { 'data-key': run.run.id, 'data-run': run.run.id },
                el(
                  'th',
                  { scope: 'row' },
                  el('a', { href: '#/run/' + run.run.id, class: 'stop' }, run.run.id),
                ),
                el('td', {}, stands(run.reason)),
                el('td', {}, run.run.workflow),
                el('td', {}, run.run.phase ?? 'end'),
                el('td', { class: 'branch' }, run.branch ?? ''),
                el('td', { class: 'num' }, String(run.spent.agent_calls)),
                el('td', { class: 'num' }, run.spent.usd ? money(run.spent.usd) : ''),
                el('td', { class: 'num' }, String(run.run.seq)),
              ),
        ),
      ),
    ),
  );
}
