// The page of one run: how it stands, its timeline, and any of its moments.

import { el, kept, svg, show } from './dom.js';
import { calls } from './api.js';
import { gathered } from './live.js';
import { LEGEND, Timeline, sign } from './timeline.js';
import { changesCard, eventCard, headline, ruleCard, sameByCommand, stateCard } from './inspect.js';
import { eventList } from './events.js';
import { taskTable } from './overview.js';
import { buttons, resumption } from './actions.js';
import { command, count, duration, elapsed, money, stands } from './words.js';

const LOOK_MILLIS = 4000;
const OVER = new Set(['completed', 'failed', 'aborted', 'rejected']);

export function runPage(around, id, wanted) {
  return new RunPage(around, id, wanted);
}

class RunPage {
  #around;
  #id;
  #wanted;
  #left = false;
  #rows = [];
  #report = null;
  #view = null;
  #stream = null;
  #known = new Map();
  #timeline = new Timeline(seq => this.#moved(seq));
  #list = eventList(seq => this.#timeline.moveTo(seq));
  #look = gathered(() => this.#read());
  #ask = gathered(() => this.#details(), 60);
  #timer = setInterval(() => {
    if (!document.hidden && !OVER.has(this.#report?.reason)) this.#look();
  }, LOOK_MILLIS);

  constructor(around, id, wanted) {
    this.#around = around;
    this.#id = id;
    this.#wanted = wanted;
    around.title(id);
    this.#look();
  }

  leave() {
    this.#left = true;
    this.#look.stop();
    this.#ask.stop();
    clearInterval(this.#timer);
  }

  /** Whether an address is this page at one of its events; then it is gone to. */
  address(hash) {
    const found = /^#\/run\/([^/?]+)(?:\?seq=(\d+))?$/.exec(hash);
    if (!found || decodeURIComponent(found[1]) !== this.#id) return false;
    if (this.#rows.length) this.#timeline.moveTo(found[2] ? Number(found[2]) : this.#rows.length);
    else if (found[2]) this.#wanted = Number(found[2]);
    return true;
  }

  key(event) {
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
      const [report, more] = await Promise.all([calls.run(this.#id), this.#fresh()]);
      const view = report.run.workflow === 'tasks' ? await calls.workflow(report.run.id) : null;
      if (this.#left) return;
      this.#report = report;
      this.#view = view;
      this.#rows.push(...more);
      this.#settle();
      this.#around.live.follow(this.#streams(), this.#look);
    } catch (error) {
      if (!this.#left) this.#failed(error);
    }
  }

  #streams() {
    if (OVER.has(this.#report.reason)) return [];
    this.#stream ??= this.#view
      ? calls.workflowEvents(this.#id)
      : calls.runEvents(this.#id, this.#rows.length);
    return [this.#stream];
  }

  #failed(error) {
    this.#around.failed(error);
    if (!this.#rows.length)
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
    if (this.#left || !this.#report || !this.#rows.length) return;
    const seq = this.#timeline.seq;
    const found = details ?? this.#known.get(seq);
    if (found) this.#shown = { seq, ...found };
    const at = this.#shown;
    this.#list.at(seq);
    show(
      this.#around.main,
      this.#head(),
      this.#waits(),
      this.#view
        ? el(
            'section',
            { class: 'card', 'data-key': 'tasks', 'aria-label': 'Tasks' },
            taskTable(this.#view),
          )
        : null,
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
          ),
          el(
            'div',
            { class: 'pair-of-panels', 'data-key': 'two' },
            ruleCard(at.explanation),
            changesCard(at.changes),
          ),
          eventCard(at.explanation, at.seq),
          stateCard(at.state),
        ),
      ),
    );
  }

  #head() {
    const { run, spent, budget, reason, branch, error } = this.#report;
    const over = OVER.has(reason);
    const { parent } = this.#rows[0];
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
      ),
      el(
        'div',
        { class: 'line' },
        el('h1', {}, this.#view?.workflow.name ?? run.id),
        stands(this.#view?.workflow.status ?? reason),
        this.#view
          ? buttons(this.#view, this.#around, this.#look)
          : resumption(this.#report, Boolean(parent), this.#around, this.#look),
      ),
      el(
        'p',
        { class: 'meta facts' },
        [
          this.#view?.workflow.name ? run.id : null,
          branch,
          elapsed(this.#rows[0].at, over ? this.#rows[this.#rows.length - 1].at : undefined),
          limited(count(spent.agent_calls, 'agent call'), budget.agent_calls),
          spent.wall_ms
            ? limited(
                duration(spent.wall_ms) + ' agent time',
                budget.wall_ms && duration(budget.wall_ms),
              )
            : null,
          spent.usd ? limited(money(spent.usd), budget.usd && money(budget.usd)) : null,
          count(this.#report.commits.length, 'commit'),
        ]
          .filter(Boolean)
          .map(each => el('span', {}, each)),
      ),
      over ? null : this.#now(),
      error && !this.#isWaiting() ? el('p', { class: 'why' }, error.message) : null,
    );
  }

  /** The latest activity and its age, to spot a stalled run. */
  #now() {
    const last = this.#rows[this.#rows.length - 1];
    return el(
      'p',
      { class: 'now' },
      el('b', {}, this.#report.driver ? 'now ' : 'last '),
      last.text.replace(/^begin: /, ''),
      ' · for ',
      elapsed(last.at),
      this.#report.driver ? null : ' · not active',
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
    const { gate, error, next, reason } = this.#report;
    return el(
      'section',
      {
        class: 'card wait' + (gate ? '' : ' bad'),
        'data-key': 'waits',
        'aria-label': 'Waits for you',
      },
      gate
        ? [
            el('h3', {}, 'Gate ', gate.id, ' is waiting for you'),
            el('p', {}, gate.reason),
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
              'h3',
              {},
              reason === 'halted'
                ? 'The run has halted and is waiting for you'
                : 'The run has reached its budget',
            ),
            error ? el('p', { class: 'why' }, error.message) : null,
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

function limited(spent, limit) {
  return limit ? spent + ' of ' + limit : spent;
}
