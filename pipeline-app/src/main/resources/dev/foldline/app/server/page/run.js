// The page of one run: how it stands, its timeline, and any of its moments.

import { el, kept, svg, show } from './dom.js';
import { calls } from './api.js';
import { gathered } from './live.js';
import { LEGEND, Timeline, sign } from './timeline.js';
import { changesCard, eventCard, headline, ruleCard, sameByCommand, stateCard } from './inspect.js';
import { eventList } from './events.js';
import { taskTable } from './overview.js';
import { buttons, runButtons } from './actions.js';
import { blamed, forksCard, questions } from './debug.js';
import { Summary } from './summary.js';
import { Changes } from './changes.js';
import { Output } from './output.js';
import { command, commits, cost, count, day, duration, elapsed, money, stands } from './words.js';

const LOOK_MILLIS = 4000;
const OVER = new Set(['completed', 'failed', 'aborted', 'rejected']);

/** A run, one of its tabs, and an event of its log. */
export const RUN_ADDRESS = /^#\/run\/([^/?]+)(?:\/([a-z]+))?(?:\?seq=(\d+))?$/;

const TABS = { summary: 'Summary', output: 'Output', changes: 'Changes', engine: 'Engine' };

export function runPage(around, id, tab, wanted) {
  return new RunPage(around, id, tab, wanted);
}

class RunPage {
  #around;
  #id;
  #wanted;
  #tab;
  #left = false;
  #rows = [];
  #report = null;
  #view = null;
  #forks = null;
  #answer = null;
  #stream = null;
  #known = new Map();
  #timeline = new Timeline(seq => this.#moved(seq));
  #list = eventList(seq => this.#timeline.moveTo(seq));
  #look = gathered(() => this.#read());
  #ask = gathered(() => this.#details(), 60);
  #summary = new Summary(() => this.#draw());
  #changes = new Changes(() => this.#draw());
  #output = new Output(() => this.#draw());
  #timer = setInterval(() => {
    if (!document.hidden && !OVER.has(this.#report?.reason)) this.#look();
  }, LOOK_MILLIS);

  constructor(around, id, tab, wanted) {
    this.#around = around;
    this.#id = id;
    this.#wanted = wanted;
    this.#tab = tabOf(tab, wanted);
    around.title(id);
    this.#look();
  }

  leave() {
    this.#left = true;
    this.#look.stop();
    this.#ask.stop();
    clearInterval(this.#timer);
    this.#output.leave();
  }

  /** Whether an address is this page, at one of its tabs or events; then it is gone to. */
  address(hash) {
    const found = RUN_ADDRESS.exec(hash);
    if (!found || decodeURIComponent(found[1]) !== this.#id) return false;
    const tab = tabOf(found[2], found[3]);
    const before = this.#tab;
    this.#tab = tab;
    if (before !== tab && tab !== 'output') this.#output.leave();
    if (tab === 'engine' && this.#rows.length && (found[3] || before === tab))
      this.#timeline.moveTo(found[3] ? Number(found[3]) : this.#rows.length);
    else if (found[3]) this.#wanted = Number(found[3]);
    if (before !== tab || tab === 'output') {
      this.#draw();
      this.#look();
    }
    return true;
  }

  key(event) {
    if (this.#tab !== 'engine') return false;
    if (event.key === 'l') this.#timeline.node.focus();
    else if (event.key === 's') this.#rescale();
    else if (
      ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'n', 'p', '+', '-', 'PageUp', 'PageDown'].includes(
        event.key,
      ) &&
      event.target === document.body
    ) {
      this.#timeline.node.focus();
      this.#timeline.node.dispatchEvent(
        new KeyboardEvent('keydown', { key: event.key, shiftKey: event.shiftKey }),
      );
    } else return false;
    return true;
  }

  async #read() {
    try {
      const isEngine = this.#tab === 'engine';
      const [report, more, forks] = await Promise.all([
        calls.run(this.#id),
        isEngine ? this.#fresh() : [],
        isEngine ? calls.forks(this.#id) : this.#forks,
      ]);
      const view = report.run.workflow === 'tasks' ? await calls.workflow(report.run.id) : null;
      if (this.#left) return;
      this.#forks = forks;
      this.#report = report;
      this.#view = view;
      this.#around.title(view?.workflow.name ?? report.title ?? this.#id);
      this.#rows.push(...more.filter(row => row.seq > this.#rows.length));
      if (this.#tab === 'summary') await this.#summary.read(report);
      if (this.#tab === 'changes') await this.#changes.read(report);
      if (this.#tab === 'output') await this.#output.read(report, this.#wanted);
      if (this.#left) return;
      if (this.#rows.length) this.#settle();
      else this.#draw();
      this.#around.live.follow(this.#streams(), this.#look);
    } catch (error) {
      if (!this.#left) this.#failed(error);
    }
  }

  #streams() {
    if (OVER.has(this.#report.reason)) return [];
    this.#stream ??= this.#view
      ? calls.workflowEvents(this.#id)
      : calls.runEvents(this.#id, this.#rows.length || this.#report.run.seq);
    return [this.#stream];
  }

  #failed(error) {
    this.#around.failed(error);
    if (!this.#report && error.status !== 401)
      show(
        this.#around.main,
        el('p', { class: 'empty' }, error.message, ' ', el('a', { href: '#/' }, 'To the overview')),
      );
  }

  /** What the timeline has not got yet. */
  async #fresh() {
    const rows = [];
    for (let after = this.#rows.length; after !== null && after !== undefined;) {
      const page = await calls.timeline(this.#id, after);
      rows.push(...page.rows);
      after = page.next;
    }
    return rows.filter(row => row.seq > this.#rows.length);
  }

  #settle() {
    const before = this.#timeline.seq;
    this.#timeline.rows(this.#rows);
    this.#list.rows(this.#rows);
    if (!before) this.#timeline.moveTo(this.#wanted ?? this.#rows.length, { silently: true });
    this.#draw();
    if (this.#timeline.seq !== before) this.#ask();
  }

  #moved(seq) {
    history.replaceState(null, '', '#/run/' + encodeURIComponent(this.#id) + '?seq=' + seq);
    this.#tab = 'engine';
    this.#draw();
    if (!this.#known.has(seq)) this.#ask();
  }

  /** The rule, the state and the change at the event one is at: they never change, so they are asked for once. */
  async #details() {
    const seq = this.#timeline.seq;
    if (this.#known.has(seq) || !seq) return;
    try {
      const [explanation, state, changes] = await Promise.all([
        calls.explain(this.#id, seq),
        calls.state(this.#id, seq),
        calls.changes(this.#id, seq),
      ]);
      if (this.#known.size > 200) this.#known.clear();
      // The last event has no follower yet, and may get one.
      if (seq < this.#rows.length) this.#known.set(seq, { explanation, state, changes });
      if (this.#left) return;
      if (seq === this.#timeline.seq) this.#draw({ explanation, state, changes });
      else this.#ask();
    } catch (error) {
      if (!this.#left) this.#around.failed(error);
    }
  }

  #shown = { seq: 0 };

  #draw(details) {
    if (this.#left || !this.#report) return;
    show(
      this.#around.main,
      this.#head(),
      this.#waits(),
      this.#tabs(),
      this.#tab === 'engine' ? this.#engine(details) : null,
      this.#tab === 'changes' ? this.#changes.parts() : null,
      this.#tab === 'output' ? this.#output.parts() : null,
      this.#tab === 'summary'
        ? [
            this.#view
              ? el(
                  'section',
                  { class: 'card', 'data-key': 'tasks', 'aria-label': 'Tasks' },
                  taskTable(this.#view),
                )
              : null,
            this.#summary.parts(),
          ]
        : null,
    );
  }

  #tabs() {
    const at = '#/run/' + encodeURIComponent(this.#id);
    return el(
      'nav',
      { class: 'tabs', 'data-key': 'tabs', 'aria-label': 'Parts of the run' },
      Object.entries(TABS).map(([tab, label]) =>
        el(
          'a',
          {
            href: tab === 'summary' ? at : at + '/' + tab,
            'aria-current': tab === this.#tab ? 'page' : null,
          },
          label,
        ),
      ),
    );
  }

  /** The timeline and any moment of it: what the engine saw and decided. */
  #engine(details) {
    if (!this.#rows.length) return el('p', { class: 'empty', 'data-key': 'loading' }, 'Loading …');
    const seq = this.#timeline.seq;
    const found = details ?? this.#known.get(seq);
    if (found) this.#shown = { seq, ...found };
    const at = this.#shown;
    this.#list.at(seq);
    return [
      el('h2', { class: 'unseen', 'data-key': 'h-engine' }, 'Timeline and events'),
      this.#picture(),
      el(
        'div',
        { class: 'moment', 'data-key': 'moment' },
        el(
          'section',
          { class: 'card panel of-events', 'data-key': 'events', 'aria-label': 'Events' },
          el('h3', {}, 'Events'),
          kept(this.#list.node),
        ),
        el(
          'div',
          { class: 'panels', 'data-key': 'panels', 'aria-busy': at.seq === seq ? null : 'true' },
          el(
            'section',
            { class: 'card', 'data-key': 'headline' },
            headline(this.#rows[seq - 1], this.#rows[0], this.#rows.length),
            sameByCommand(this.#id, seq),
            questions(this.#id, seq, this.#around, answer => this.#answered(answer)),
          ),
          this.#answer?.(),
          forksCard(this.#forks, this.#id),
          el(
            'div',
            { class: 'pair-of-panels', 'data-key': 'two' },
            ruleCard(at.explanation),
            changesCard(at.changes, path => this.#blame(at.seq, path)),
          ),
          eventCard(at.explanation, at.seq),
          stateCard(at.state),
        ),
      ),
    ];
  }

  #answered(answer) {
    this.#answer = answer;
    this.#draw();
  }

  async #blame(seq, path) {
    try {
      this.#answered(await blamed(this.#id, seq, path));
    } catch (error) {
      this.#around.failed(error);
    }
  }

  #head() {
    const report = this.#report;
    const { run, spent, budget, reason, branch, parent } = report;
    return el(
      'header',
      { class: 'head', 'data-key': 'head' },
      el(
        'p',
        { class: 'crumbs' },
        el('a', { href: '#/' }, 'Overview'),
        parent ? [' / ', el('a', { href: '#/run/' + parent }, 'workflow ' + parent)] : null,
        ' / ',
        run.workflow,
        ' / ',
        command(run.id),
      ),
      el(
        'div',
        { class: 'line' },
        el('h1', {}, this.#view?.workflow.name ?? report.title ?? run.id),
        stands(this.#view?.workflow.status ?? reason),
        this.#view
          ? buttons(this.#view, this.#around, this.#look)
          : runButtons(report, Boolean(parent), this.#around, this.#look),
      ),
      el('p', { class: 'sentence' }, report.sentence),
      el(
        'p',
        { class: 'meta facts' },
        [
          ['started ', day(report.started_at)],
          [
            report.ended_at ? 'took ' : 'for ',
            elapsed(report.started_at, report.ended_at ?? undefined),
          ],
          branch,
          limited(count(spent.agent_calls, 'agent call'), budget.agent_calls),
          spent.wall_ms
            ? limited(
                duration(spent.wall_ms) + ' agent time',
                budget.wall_ms && duration(budget.wall_ms),
              )
            : null,
          cost(spent) ? limited(cost(spent), budget.usd && money(budget.usd)) : null,
          commits(report),
        ]
          .filter(Boolean)
          .map(each => el('span', {}, each)),
      ),
      report.ended_at ? null : this.#now(),
    );
  }

  /** The latest activity and its age, to spot a stalled run. */
  #now() {
    const { doing, driver, updated_at: since } = this.#report;
    return el(
      'p',
      { class: 'now' },
      el('b', {}, driver ? 'now ' : 'next '),
      doing ?? '',
      ' · for ',
      elapsed(since),
      driver ? null : ' · not active',
    );
  }

  #isWaiting() {
    return ['waiting_for_approval', 'halted', 'budget_reached', 'wall_clock_limit'].includes(
      this.#report.reason,
    );
  }

  /** What you need to do, with the commands for it. */
  #waits() {
    if (!this.#isWaiting()) return null;
    const { gate, next, reason } = this.#report;
    return el(
      'section',
      {
        class: 'card wait' + (gate ? '' : ' bad'),
        'data-key': 'waits',
        'aria-label': 'Needs you',
      },
      gate
        ? [
            el('h2', {}, 'Gate ', gate.id, ' is waiting for you'),
            el(
              'p',
              {},
              el(
                'a',
                {
                  class: 'button main stop',
                  href:
                    '#/gate/' + encodeURIComponent(this.#id) + '/' + encodeURIComponent(gate.id),
                },
                'Review',
              ),
            ),
          ]
        : [
            el(
              'h2',
              {},
              reason === 'halted'
                ? 'The run has halted and is waiting for you'
                : 'The run has reached its budget',
            ),
          ],
      next.map(each => command(each)),
    );
  }

  #picture() {
    return el(
      'section',
      { class: 'card timeline', 'data-key': 'timeline', 'aria-label': 'Timeline' },
      el(
        'div',
        { class: 'tools' },
        el(
          'div',
          { class: 'legend', 'aria-hidden': 'true' },
          LEGEND.map(([shape, word, tone]) =>
            el(
              'span',
              {},
              svg('svg', { viewBox: '-9 -9 18 18', class: 'key' }, sign(shape, tone)),
              word,
            ),
          ),
        ),
        el(
          'div',
          { class: 'steps' },
          this.#step('Home', '«', 'First event'),
          this.#step('ArrowLeft', '‹', 'Previous event'),
          this.#step('ArrowRight', '›', 'Next event'),
          this.#step('End', '»', 'Last event'),
          this.#step('-', '−', 'Zoom out'),
          this.#step('+', '+', 'Zoom in'),
          el(
            'button',
            {
              type: 'button',
              class: 'quiet',
              id: 'scale',
              title: 'By event or by time (s)',
              on: { click: () => this.#rescale() },
            },
            'by ' + this.#timeline.scale,
          ),
        ),
      ),
      kept(this.#timeline.node),
      el(
        'p',
        { class: 'unseen', id: 'timeline-keys' },
        'Use the arrow keys to move by one event, with Shift by one phase; n and p to move between markers; Home and End for the first and last event; plus and minus to zoom.',
      ),
    );
  }

  #step(key, label, title) {
    return el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-label': title,
        title,
        on: {
          click: () => this.#timeline.node.dispatchEvent(new KeyboardEvent('keydown', { key })),
        },
      },
      label,
    );
  }

  #rescale() {
    this.#timeline.scaled(this.#timeline.scale === 'event' ? 'time' : 'event');
    this.#draw();
  }
}

function tabOf(name, seq) {
  return name in TABS ? name : seq ? 'engine' : 'summary';
}

function limited(spent, limit) {
  return limit ? spent + ' of ' + limit : spent;
}
