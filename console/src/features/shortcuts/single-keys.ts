import { readFromBrowser, storeInBrowser } from '../../lib/storage.ts';

const KEY = 'single-key-shortcuts';
const OFF = 'off';

/** Off for people whose speech input or typing would press single keys by accident (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => readFromBrowser(KEY) !== OFF;

export const storeSingleKeys = (isOn: boolean): void => storeInBrowser(KEY, isOn ? 'on' : OFF);

/** Returns the single key that was pressed outside of fields and dialogs, without modifiers; null otherwise. */
export function singleKeyOf({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): string | null {
  if (key.length !== 1 || ctrlKey || metaKey || altKey || isComposing) return null;
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'));
  return isTyping || document.querySelector('dialog[open]') !== null || !hasSingleKeys() ? null : key;
}
