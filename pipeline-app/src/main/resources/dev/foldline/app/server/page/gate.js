// A gate: what it asks you to approve, and the form for your answer. The answer names exactly what was shown.

import { el, kept, show } from './dom.js';
import { calls } from './api.js';
import { diffView } from './diff.js';
import { artifactEditors } from './edit.js';
import { command } from './words.js';

export function gatePage(around, run, gate) {
  return new GatePage(around, run, gate);
}

class GatePage {
  #around;
  #run;
  #gate;
  #shown = null;
  #diff = null;
  #left = false;
  #state = { answer: null, busy: false, wantsReason: false };
  #editors;

  constructor(around, run, gate) {
    this.#around = around;
    this.#run = run;
    this.#gate = gate;
    around.title('Gate ' + gate);
    this.#editors = artifactEditors(
      around,
      () => this.#left || this.#draw(),
      async name => {
        await this.#look();
        around.say(name + ' is replaced: review revision ' + this.#shown.revision + '.', 'good');
      },
      error => around.failed(error),
    );
    this.#look();
  }

  leave() {
    this.#left = true;
  }

  key(event) {
    const { main } = this.#around;
    if (event.key === 'a') main.querySelector('#approve')?.focus();
    else if (event.key === 'r') main.querySelector('#reason')?.focus();
    else if (event.key === '[' || event.key === ']') this.#file(event.key === ']' ? 1 : -1);
    else return false;
    return true;
  }

  #file(by) {
    const files = [...this.#around.main.querySelectorAll('summary.stop-file')];
    const next =
      files[Math.min(Math.max(0, files.indexOf(document.activeElement) + by), files.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: 'start' });
  }

  async #look() {
    try {
      this.#shown = await calls.gate(this.#run, this.#gate);
      const { changes } = this.#shown;
      this.#diff = changes
        ? el(
            'div',
            { 'data-own': '', 'data-key': 'diff-' + this.#shown.revision + this.#shown.tree_now },
            diffView(changes.diff, changes.cut),
          )
        : null;
      if (!this.#left) this.#draw();
    } catch (error) {
      if (this.#left) return;
      this.#around.failed(error);
      if (error.status !== 401)
        show(
          this.#around.main,
          this.#crumbs(),
          el('h1', {}, 'Gate ', this.#gate),
          el('p', { class: 'empty' }, error.message),
        );
    }
  }

  #draw() {
    const shown = this.#shown;
    show(
      this.#around.main,
      el(
        'header',
        { class: 'head', 'data-key': 'head' },
        this.#crumbs(),
        el('div', { class: 'line' }, el('h1', {}, 'Gate ', this.#gate)),
        el('p', { class: 'ask' }, shown.reason),
        el(
          'p',
          { class: 'meta facts' },
          el('span', {}, 'revision ' + shown.revision),
          shown.tree ? el('span', { title: shown.tree }, 'tree ' + shown.tree.slice(0, 7)) : null,
          shown.changes ? el('span', {}, 'changes ' + shown.changes.since) : null,
        ),
      ),
      this.#answerCard(),
      section(
        'page',
        'What it shows',
        el('pre', { class: 'artifact' }, shown.page),
        this.#state.answer ? null : this.#editors(shown),
      ),
      this.#diff
        ? section(
            'diff',
            'Changes ' + shown.changes.since + (shown.moved ? ', as they are now' : ''),
            kept(this.#diff),
          )
        : null,
    );
  }

  #crumbs() {
    return el(
      'p',
      { class: 'crumbs' },
      el('a', { href: '#/' }, 'Overview'),
      ' / ',
      el('a', { href: '#/run/' + encodeURIComponent(this.#run) }, this.#run),
      ' / gate',
    );
  }

  #answerCard() {
    const { answer, busy } = this.#state;
    const which = this.#gate + ' ' + this.#run + ' --revision ' + this.#shown.revision;
    if (answer) {
      return section(
        'answer',
        'Answered',
        el('p', { class: 'answered', id: 'answered' }, answer.text),
        answer.next.map(each => command(each)),
        el(
          'p',
          {},
          el(
            'a',
            { class: 'button', href: '#/run/' + encodeURIComponent(this.#run) },
            'Open the run',
          ),
          ' ',
          el('a', { class: 'button', href: '#/' }, 'To the overview'),
        ),
      );
    }
    return section(
      'answer',
      'Your answer',
      this.#shown.moved
        ? el(
            'div',
            { class: 'moved', 'data-key': 'moved' },
            el(
              'p',
              {},
              'Files have changed since the gate opened. Undo the changes, or approve them as well:',
            ),
            command('foldline approve ' + which + ' --as-it-is'),
          )
        : null,
      el(
        'div',
        { class: 'answers' },
        el(
          'div',
          { class: 'consent' },
          el(
            'button',
            {
              type: 'button',
              class: 'main',
              id: 'approve',
              'data-needs': 'approve',
              disabled: busy || this.#shown.moved,
              on: { click: () => this.#answer('approve') },
            },
            'Approve revision ' + this.#shown.revision,
          ),
          el(
            'button',
            {
              type: 'button',
              id: 'approve-continue',
              'data-needs': 'operate',
              title: 'Approve, and resume the run if nothing drives it',
              disabled: busy || this.#shown.moved,
              on: { click: () => this.#answer('approve', true) },
            },
            'Approve and continue',
          ),
          command('foldline approve ' + which),
        ),
        el(
          'form',
          {
            class: 'refusal',
            'data-needs': 'approve',
            on: {
              submit: event => {
                event.preventDefault();
                this.#answer('reject');
              },
            },
          },
          el('label', { for: 'reason' }, 'Reason'),
          el('textarea', {
            id: 'reason',
            rows: '2',
            maxlength: '100000',
            'data-own': '',
            'aria-describedby': 'reason-missing',
          }),
          el(
            'p',
            { class: 'care', id: 'reason-missing' },
            this.#state.wantsReason
              ? 'Give a reason; the agent receives it with the next attempt.'
              : '',
          ),
          el('button', { type: 'submit', class: 'danger', id: 'reject', disabled: busy }, 'Reject'),
        ),
      ),
    );
  }

  /** Bound to the opening, the revision and the tree that are before one's eyes: anything else is refused. */
  async #answer(verdict, andContinue = false) {
    const said = this.#around.main.querySelector('#reason')?.value.trim() ?? '';
    if (verdict === 'reject' && said === '') {
      this.#state.wantsReason = true;
      this.#draw();
      this.#around.main.querySelector('#reason')?.focus();
      return;
    }
    this.#state.busy = true;
    this.#draw();
    const { instance, revision, tree } = this.#shown;
    try {
      const told = await calls.answer(this.#run, this.#gate, verdict, {
        instance,
        revision,
        tree,
        feedback: said,
      });
      const text =
        verdict === 'approve'
          ? 'Approved: revision ' + revision + '.'
          : 'Rejected, with your reason.';
      if (andContinue && !told.driven) {
        await calls.resume(this.#run);
        this.#state.answer = { text: text + ' The run continues.', next: [] };
        this.#around.say(text + ' The run continues.', 'good');
        return;
      }
      this.#state.answer = {
        text: text + (told.driven ? ' Its driver received it.' : ' The run is not active.'),
        next: told.next,
      };
      this.#around.say(text, 'good');
    } catch (error) {
      this.#around.failed(error);
      await this.#look();
    } finally {
      this.#state.busy = false;
      if (!this.#left) this.#draw();
    }
  }
}

function section(key, title, ...content) {
  return el(
    'section',
    { class: 'card ' + key, 'data-key': key, 'aria-label': title },
    el('h2', {}, title),
    content,
  );
}
