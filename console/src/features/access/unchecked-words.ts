import type { UncheckedPart } from '@orgdesk/client';

/** What could not be looked at and why, as a sentence with the next step. */
export function uncheckedSentence({ part, reason }: UncheckedPart, codeHostName: string): string {
  const what = part === 'membership' ? 'Your membership' : 'The App and its permissions';
  switch (reason) {
    case 'rate-limited':
      return `${what} could not be checked: ${codeHostName} takes no more requests for now. Check again in a few minutes.`;
    case 'unreachable':
      return `${what} could not be checked: ${codeHostName} does not answer. Check again later.`;
    case 'refused':
      return `${what} could not be checked: ${codeHostName} does not let orgdesk look. The App may be missing, suspended or without the permission.`;
  }
}
