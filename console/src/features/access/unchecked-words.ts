import type { OrganizationAccessView, UncheckedPart } from '@orgdesk/client';
import type { CodeHostAddress } from '../../lib/address/code-host.ts';

const OF_THE_APP = ['app-missing', 'app-suspended', 'permissions-not-requested', 'permissions-missing'];

/** Omits memberships that a broken App could not read. */
export const unexplained = ({ causes, unchecked }: OrganizationAccessView): readonly UncheckedPart[] =>
  unchecked.filter(
    ({ part, reason }) =>
      part !== 'membership' || reason !== 'refused' || !causes.some(({ kind }) => OF_THE_APP.includes(kind)),
  );

export function uncheckedSentence({ part, reason }: UncheckedPart, codeHost: CodeHostAddress): string {
  const what = part === 'membership' ? 'Your membership' : 'The App and its permissions';
  switch (reason) {
    case 'rate-limited':
      return `${what} could not be checked: ${codeHost.name} takes no more requests for now. Check again in a few minutes.`;
    case 'asked-too-often':
      return `${what} could not be checked again: orgdesk looks at most ten times a minute for one person. Check again in a minute.`;
    case 'unreachable':
      return `${what} could not be checked: ${codeHost.name} does not answer. Check again later.`;
    case 'refused':
      return `${what} could not be checked: ${codeHost.name} does not let orgdesk look. The App may be missing, suspended or without the permission.`;
    default:
      // A newer service may send other reasons.
      return `${what} could not be checked at the moment. Check again in a minute.`;
  }
}
