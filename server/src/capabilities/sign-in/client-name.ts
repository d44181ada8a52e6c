import Bowser from 'bowser';

/** What is read of it; a browser needs less. */
const READ_MAX_CHARACTERS = 400;
const NAME_MAX_CHARACTERS = 60;

/**
 * What a program calls itself, in the few words by which people know it again: `Firefox on Linux`. Only these are kept.
 * Null when it says nothing that can be shown.
 */
export function clientNameOf(userAgent: string | null): string | null {
  const read = (userAgent ?? '').slice(0, READ_MAX_CHARACTERS).trim();
  if (read === '') return null;
  const { browser, os } = Bowser.parse(read);
  // Of programs that are no browser, the word before the version: `curl/8.5.0`.
  const name = browser.name || read.split(/[/\s(]/, 1)[0] || '';
  const words = os.name === undefined || os.name === '' ? name : `${name} on ${os.name}`;
  return /^[\x20-\x7e]+$/.test(words) ? words.slice(0, NAME_MAX_CHARACTERS) : null;
}
