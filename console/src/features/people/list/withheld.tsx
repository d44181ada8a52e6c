import type { Withheld } from '@orgdesk/client';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { capitalized } from '../../../lib/sentence-start.ts';
import { NOT_ALL_LOADED } from './people-texts.ts';

interface PeopleWithheldNoticeProps {
  readonly withheld: readonly Withheld[];
}

/** Data reserved for owners is no fault and gets no frame. */
export function WithheldNotice({ withheld }: PeopleWithheldNoticeProps) {
  const { name: codeHost } = useCodeHost();
  const forOwners = withheld.filter(({ reason }) => reason === 'owners-only');
  const missing = withheld.filter(({ reason }) => reason !== 'owners-only');
  return (
    <>
      {missing.length > 0 && (
        <Notice tone="warning" role="status" title={NOT_ALL_LOADED}>
          {withheldMessages(missing, codeHost).map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
      {withheldMessages(forOwners, codeHost).map((message) => (
        <p className="data-table-muted" key={message}>
          {message}
        </p>
      ))}
    </>
  );
}

const PARTS: Readonly<Record<Withheld['part'], string>> = {
  people: 'people',
  'outside-collaborators': 'outside collaborators',
  'second-factors': 'two-factor authentication',
  teams: 'teams',
  invitations: 'open invitations',
  repositories: 'repositories',
  collaborators: 'repository access',
};

/** What could not be read, without what only owners see. */
export const withheldNames = (withheld: readonly Withheld[]): readonly string[] =>
  withheld
    .filter(({ reason }) => reason !== 'owners-only')
    .map(({ part, subject }) => (subject === null ? PARTS[part] : `${PARTS[part]} (${subject})`));

/** Maximum number of names shown. */
const SUBJECTS_MAX = 5;

export function withheldMessages(withheld: readonly Withheld[], codeHost: string): readonly string[] {
  const subjects = new Map<string, string[]>();
  for (const one of withheld) {
    const message = `${PARTS[one.part]}: ${reasonText(one, codeHost)}`;
    subjects.set(message, [...(subjects.get(message) ?? []), ...(one.subject === null ? [] : [one.subject])]);
  }
  return [...subjects].map(([message, names]) => `${capitalized(message)}${subjectText(names)}.`);
}

function subjectText(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > SUBJECTS_MAX ? ` and ${names.length - SUBJECTS_MAX} more` : '';
  return ` (${names.slice(0, SUBJECTS_MAX).join(', ')}${more})`;
}

export function reasonText({ reason, message }: Pick<Withheld, 'reason' | 'message'>, codeHost: string): string {
  switch (reason) {
    case 'owners-only':
      return 'only owners can see this';
    case 'rate-limited':
      return 'rate limit reached';
    case 'token-rejected':
      return 'your sign-in is no longer valid. Sign in again';
    case 'single-sign-on':
      return 'single sign-on required';
    case 'ip-allow-list':
      return 'the organization blocks the IP address of orgdesk';
    case 'refused':
      return message === null ? `${codeHost} denied access` : `${codeHost} responded “${message.replace(/[.]$/, '')}”`;
    case 'unreachable':
      return `${codeHost} isn’t responding`;
    case 'out-of-time':
      return 'timed out';
  }
}
