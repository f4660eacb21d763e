// What a run is for, why it failed, what it made and what it cost.

import { el } from './dom.js';
import { calls } from './api.js';
import { command, commits, cost, count, day, duration } from './words.js';

const FAILED = new Set(['failed', 'halted', 'budget_reached', 'wall_clock_limit']);

/** The tab of a run that answers a user's questions. */
export class Summary {
  #draw;
  #report = null;
  #known = null;
  #causes = [];
  #costs = null;
  #task = null;
  #output = null;
  #graph = null;
  /** Where the run was when its picture was drawn. */
  #drawn = null;

  /** @param draw is called when more is known */
  constructor(draw) {
    this.#draw = draw;
  }

  /** Reads what belongs to a report, once for each event. */
  async read(report) {
    this.#report = report;
    const { id, seq } = report.run;
    if (this.#known === seq) return;
    const hasFailed = FAILED.has(report.reason);
    const [costs, explained, task, graph] = await Promise.all([
      report.spent.agent_calls ? calls.cost(id) : null,
      hasFailed ? calls.explain(id) : null,
      this.#task ?? calls.task(id).catch(() => ''),
      this.#picture(report),
    ]);
    this.#known = seq;
    this.#costs = costs;
    this.#task = task;
    this.#graph = graph;
    this.#causes = explained?.causes ?? [];
    if (hasFailed && this.#causes.length) await this.#readOutput(id);
  }

  /** It changes with the phase, not with each event. */
  #picture({ run, reason }) {
    const place = run.phase + ' ' + reason;
    if (this.#drawn === place) return this.#graph;
    this.#drawn = place;
    return calls.graph(run).catch(() => {
      this.#drawn = null;
      return null;
    });
  }

  /** What the last failure printed, if that is still there. */
  async #readOutput(id) {
    const last = this.#causes
      .flatMap(cause => cause.events)
      .reduce((latest, seq) => Math.max(latest, seq), 0);
    try {
      this.#output = await calls.output(id, last);
    } catch {
      this.#output = null;
    }
  }

  /** Its cards. */
  parts() {
    if (!this.#report) return null;
    return [this.#why(), this.#what(), this.#cost(), this.#phases()];
  }

  #why() {
    if (!this.#causes.length) return null;
    const { id } = this.#report.run;
    return card('why', 'Why it failed', [
      el(
        'ul',
        { class: 'causes' },
        this.#causes.map(cause =>
          el(
            'li',
            {},
            el('b', { class: 'num' }, cause.events.length + ' ×'),
            el(
              'div',
              {},
              el('p', { class: 'why' }, cause.text),
              el(
                'p',
                { class: 'meta' },
                'in ',
                cause.phase,
                ', ',
                times(cause),
                outputs(cause),
                ' · ',
                links(id, cause),
              ),
            ),
          ),
        ),
      ),
      this.#lines(),
      command('foldline explain ' + id),
    ]);
  }

  /** The failure as lines, from its first failing one on; all of them where no line shows it. */
  #lines() {
    const error = this.#report.error;
    if (error?.lines.length)
      return [
        el('pre', { class: 'output', tabindex: '0' }, error.lines.join('\n')),
        error.lines_more
          ? el('p', { class: 'meta' }, 'and ' + count(error.lines_more, 'more line'))
          : null,
      ];
    return this.#output
      ? [
          el('h3', {}, 'Output of the last failure: ', this.#output.effect_text),
          this.#output.parts.map(part =>
            el('pre', { class: 'output', tabindex: '0' }, ending(part.text) || '(nothing)'),
          ),
        ]
      : null;
  }

  #what() {
    const { branch, base, head, repository } = this.#report;
    return card('what', 'What it is', [
      this.#task
        ? el(
            'details',
            { open: this.#task.length < 400 },
            el('summary', {}, 'Task'),
            el('pre', { class: 'task-text' }, this.#task),
          )
        : null,
      el(
        'dl',
        { class: 'facts-list' },
        fact('Branch', branch),
        fact('Base', base?.slice(0, 12)),
        fact('Head', head?.slice(0, 12)),
        fact('Commits', commits(this.#report)),
        fact('Repository', repository),
      ),
    ]);
  }

  #phases() {
    if (!this.#graph) return null;
    const { workflow, phase } = this.#report.run;
    return card('phases', 'Phases', [
      el('img', {
        class: 'graph',
        src: 'data:image/svg+xml,' + encodeURIComponent(this.#graph),
        alt: 'The phases of ' + workflow + (phase ? '; the run is in ' + phase : ''),
      }),
    ]);
  }

  #cost() {
    const rows = this.#costs?.rows ?? [];
    if (!rows.length) return null;
    const total = this.#costs.total;
    return card('cost', 'Cost', [
      el('p', {}, cost({ ...total, agent_calls: total.agent_calls })),
      el(
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
              ['Phase', 'Agent', 'Calls', 'Time', 'Tokens', 'Cost'].map((each, index) =>
                el('th', { scope: 'col', class: index > 1 ? 'num' : null }, each),
              ),
            ),
          ),
          el(
            'tbody',
            {},
            rows.map(row =>
              el(
                'tr',
                {},
                el('th', { scope: 'row' }, row.phase),
                el('td', {}, row.agent),
                el('td', { class: 'num' }, String(row.agent_calls)),
                el('td', { class: 'num' }, duration(row.wall_ms)),
                el('td', { class: 'num' }, row.tokens === null ? 'unknown' : String(row.tokens)),
                el('td', { class: 'num' }, cost(row).replace('cost ', '')),
              ),
            ),
          ),
        ),
      ),
    ]);
  }
}

function card(key, title, content) {
  return el(
    'section',
    { class: 'card panel of-' + key, 'data-key': key, 'aria-labelledby': 'h-' + key },
    el('h2', { id: 'h-' + key }, title),
    content,
  );
}

function fact(name, value) {
  return value ? [el('dt', {}, name), el('dd', {}, el('code', {}, value))] : null;
}

function times({ events, first, last }) {
  return events.length === 1 ? day(first) : ['first ', day(first), ', last ', day(last)];
}

function outputs({ events, outputs: different }) {
  if (events.length === 1 || !different.length) return '';
  return different.length === 1
    ? ', the same output each time'
    : ', ' + count(different.length, 'different output');
}

function links(id, { events }) {
  const at = seq =>
    el('a', { href: '#/run/' + encodeURIComponent(id) + '?seq=' + seq }, 'event ' + seq);
  return events.length === 1
    ? at(events[0])
    : [at(events[0]), ' … ', at(events[events.length - 1])];
}

const LINES_MAX = 60;

/** Its last lines, without the colours of a terminal. */
function ending(text) {
  // eslint-disable-next-line no-control-regex
  const lines = text
    .replace(/\u001b\[[0-9;]*m/g, '')
    .trimEnd()
    .split('\n');
  return lines.slice(-LINES_MAX).join('\n');
}
