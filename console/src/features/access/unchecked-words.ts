import type { OrganizationAccessView, UncheckedPart } from '@orgdesk/client';
import type { CodeHostAddress } from '../../lib/address/code-host.ts';

const OF_THE_APP = ['app-missing', 'app-suspended', 'permissions-not-requested', 'permissions-missing'];

/** Omits memberships that a broken App could not read. */
export const unexplained = ({ causes, unchecked }: OrganizationAccessView): readonly UncheckedPart[] =>
  unchecked.filter(
    ({ part, reason }) =>
      part !== 'membership' || reason !== 'refused' || !causes.some(({ kind }) => OF_THE_APP.includes(kind)),
  );

export function uncheckedMessage({ part, reason }: UncheckedPart, codeHost: CodeHostAddress): string {
  const what = part === 'membership' ? 'your membership' : 'the App and its permissions';
  switch (reason) {
    case 'rate-limited':
      return `Couldn’t check ${what}: rate limit reached. Try again in a few minutes.`;
    case 'asked-too-often':
      return 'Too many checks. Try again in a minute.';
    case 'unreachable':
      return `Couldn’t check ${what}: ${codeHost.name} isn’t responding. Try again later.`;
    case 'refused':
      return `Couldn’t check ${what}: ${codeHost.name} denied access. The App may be missing, suspended, or lack permission.`;
    default:
      // A newer service may send other reasons.
      return `Couldn’t check ${what}. Try again in a minute.`;
  }
}
