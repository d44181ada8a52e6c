import { readFromBrowser, storeInBrowser } from './storage.ts';

const CHOICE = 'notify-jobs';

/** `blocked`: the person refused them in the browser. */
export type NotificationState = 'unavailable' | 'blocked' | 'off' | 'on';

export function notificationState(): NotificationState {
  if (!('Notification' in window)) return 'unavailable';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && readFromBrowser(CHOICE) === 'on' ? 'on' : 'off';
}

/** Asks for the permission if necessary, so it must follow a click. */
export async function allowNotifications(): Promise<NotificationState> {
  const permission = await Notification.requestPermission().catch(() => 'default' as const);
  if (permission === 'granted') storeInBrowser(CHOICE, 'on');
  return notificationState();
}

export function stopNotifications(): NotificationState {
  storeInBrowser(CHOICE, 'off');
  return notificationState();
}

export function notify(title: string, { body, tag }: { readonly body: string; readonly tag: string }): void {
  if (notificationState() !== 'on') return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones have the constructor but refuse it.
  }
}
