import { CLIENT_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import Bowser from 'bowser';
import { USER_AGENT_READ_MAX_CHARACTERS } from '../../lib/limits/sessions.ts';

/** Shortens a `User-Agent` to words such as `Firefox on Linux`; only these are stored. */
export function clientNameOf(userAgent: string | null): string | null {
  const read = (userAgent ?? '').slice(0, USER_AGENT_READ_MAX_CHARACTERS).trim();
  if (read === '') return null;
  const { browser, os } = Bowser.parse(read);
  // For other programs, the word before the version, as in `curl/8.5.0`.
  const name = browser.name || read.split(/[/\s(]/, 1)[0] || '';
  const words = os.name === undefined || os.name === '' ? name : `${name} on ${os.name}`;
  return /^[\x20-\x7e]+$/.test(words) ? words.slice(0, CLIENT_NAME_MAX_CHARACTERS) : null;
}
