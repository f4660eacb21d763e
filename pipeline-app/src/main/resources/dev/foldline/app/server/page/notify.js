// A notification of the browser when something new needs you, if you have switched that on.

import { el } from './dom.js';

let before = null;

function isOn() {
  try {
    return (
      Notification.permission === 'granted' && localStorage.getItem('foldline-notify') === 'on'
    );
  } catch {
    return false;
  }
}

/** Tells that more needs you than before, while the page is hidden. */
export function notify(waiting) {
  if (before !== null && waiting > before && document.hidden && isOn())
    new Notification('Foldline', { body: waiting + ' need you', tag: 'foldline' });
  before = waiting;
}

/** Switches notifications on and off; nothing where the browser has none. */
export function notifyButton(again) {
  if (!('Notification' in window)) return null;
  const on = isOn();
  return el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-pressed': String(on),
      title: 'A notification of the browser when something new needs you',
      on: {
        click: async () => {
          try {
            localStorage.setItem('foldline-notify', on ? 'off' : 'on');
          } catch {
            return;
          }
          if (!on) await Notification.requestPermission();
          again();
        },
      },
    },
    on ? 'Notifications on' : 'Notify me',
  );
}
