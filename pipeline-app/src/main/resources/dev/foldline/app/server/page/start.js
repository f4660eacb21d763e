// Starts a run: a task, and the workflow that does it.

import { el, show } from './dom.js';
import { calls } from './api.js';

/** Asks for a task and starts a run; then its page is opened. */
export async function startRun(around) {
  const dialog = document.getElementById('dialog');
  let workflows = [];
  try {
    workflows = (await calls.definitions()).definitions.filter(each => !each.error);
  } catch (error) {
    around.failed(error);
    return;
  }
  const wrong = el('p', { class: 'why', role: 'alert', hidden: true });
  const submit = async event => {
    event.preventDefault();
    const button = dialog.querySelector('button[type=submit]');
    button.disabled = true;
    try {
      const started = await calls.start({
        task: dialog.querySelector('#task').value,
        workflow: dialog.querySelector('#workflow').value,
      });
      dialog.close();
      around.say(started.run.id + ' has started.', 'good');
      location.hash = '#/run/' + encodeURIComponent(started.run.id);
    } catch (error) {
      wrong.hidden = false;
      wrong.textContent = error.message + (error.next ? ' Help: ' + error.next : '');
    } finally {
      button.disabled = false;
    }
  };
  show(
    dialog,
    el('h2', {}, 'Start a run'),
    el(
      'form',
      { class: 'start', on: { submit } },
      el('label', { for: 'task' }, 'Task'),
      el('textarea', {
        id: 'task',
        rows: '6',
        required: true,
        maxlength: '100000',
        placeholder: 'The first line becomes the title of the run',
      }),
      el('label', { for: 'workflow' }, 'Workflow'),
      el(
        'select',
        { id: 'workflow' },
        el('option', { value: '' }, 'As configured'),
        workflows.map(each => el('option', { value: each.name }, each.name)),
      ),
      el('p', { class: 'meta' }, 'It works in a worktree of its own, on a new branch.'),
      wrong,
      el(
        'p',
        { class: 'buttons' },
        el('button', { type: 'submit', class: 'main' }, 'Start'),
        el('button', { type: 'button', on: { click: () => dialog.close() } }, 'Close'),
      ),
    ),
  );
  dialog.showModal();
}
