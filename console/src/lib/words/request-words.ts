import type { InstallationRequestView } from '@orgdesk/client';
import { formatCount, formatDay } from './reader-locale.ts';

const NAMES_MAX = 3;

const list = new Intl.ListFormat('en');

export function requestWords(requests: readonly InstallationRequestView[]): string | null {
  const [first, ...others] = requests.toSorted((a, b) => Date.parse(a.requestedAt) - Date.parse(b.requestedAt));
  if (first === undefined) return null;
  const names = [first, ...others].map(({ isOwn, requester }) => (isOwn ? 'you' : requester.login));
  const unnamed = names.length - NAMES_MAX;
  const named = unnamed > 0 ? [...names.slice(0, NAMES_MAX), `${formatCount(unnamed)} more`] : names;
  const day = formatDay(first.requestedAt);
  const on = day === null ? '' : ` ${others.length > 0 ? 'first ' : ''}on ${day}`;
  return `${list.format(named)} requested the App${others.length > 0 && day !== null ? ',' : ''}${on}`.replace(
    /^you\b/,
    'You',
  );
}
