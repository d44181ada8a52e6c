import type { PersonReportLine, PersonReportPlace } from '@orgdesk/contract/people/across/person-across';
import { Button } from '@primer/react';
import { Notice } from '../../../components/messages/notice.tsx';
import { download } from '../../../lib/keeping/download.ts';
import { counted } from '../../../lib/words/reader-locale.ts';
import { ROLE_WORDS } from '../people-words.ts';

interface PersonReportProps {
  readonly person: string;
  readonly report: PersonReportLine;
}

/** What a person still has in each organization, with the signed document. */
export function PersonReport({ person, report: { places, document } }: PersonReportProps) {
  const there = places.filter(({ result }) => result === 'still-there');
  const unchecked = places.filter(({ result }) => result === 'not-checked');
  const total = counted(places.length, 'organization', 'organizations');
  const title =
    there.length > 0
      ? `${person} still has access or invitations in ${counted(there.length, 'organization', 'organizations')} of ${places.length}`
      : unchecked.length > 0
        ? `${person} isn’t in any organization that could be checked`
        : `${person} isn’t in any of ${total}`;
  return (
    <Notice tone={there.length + unchecked.length > 0 ? 'warning' : 'success'} title={title} role="status">
      {there.map((place) => (
        <p key={place.organization.id}>
          {place.organization.login}: {partsOf(place)}
        </p>
      ))}
      {unchecked.length > 0 && <p>Not checked: {unchecked.map(({ organization: { login } }) => login).join(', ')}.</p>}
      {document === null ? (
        <p>This report can’t be signed, so it can’t be downloaded.</p>
      ) : (
        <p>
          <Button onClick={() => download(`report-${person}.txt`, document, 'text/plain')}>Download report</Button>
        </p>
      )}
    </Notice>
  );
}

function partsOf({ role, isPending, teams, receivedInvitations, sentInvitations }: PersonReportPlace): string {
  const parts = [
    ...(role === null ? [] : [ROLE_WORDS[role].toLowerCase()]),
    ...(teams === null || teams.length === 0 ? [] : [counted(teams.length, 'team', 'teams')]),
    ...(isPending === true || (receivedInvitations ?? 0) > 0 ? ['invited'] : []),
    ...((sentInvitations ?? 0) === 0
      ? []
      : [`${counted(sentInvitations ?? 0, 'open invitation', 'open invitations')} sent`]),
  ];
  return parts.join(', ');
}
