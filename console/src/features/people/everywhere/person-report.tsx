import type { PersonReportLine, PersonReportPlace } from '@orgdesk/contract/people/across/person-across';
import { Button } from '@primer/react';
import { Notice } from '../../../components/messages/notice.tsx';
import { download } from '../../../lib/download.ts';
import { noneRead, readFrom } from '../../../lib/reading/read.ts';
import { counted } from '../../../lib/words/reader-locale.ts';
import { ROLE_WORDS } from '../people-words.ts';

interface PersonReportProps {
  readonly person: string;
  readonly report: PersonReportLine;
}

/** What a person still has in each organization, with the document, which says whether it is signed. */
export function PersonReport({ person, report: { places, document, unsigned } }: PersonReportProps) {
  const there = places.filter(({ result }) => result === 'still-there');
  const unchecked = places.filter(({ result }) => result === 'not-checked');
  const checked = places.length - unchecked.length;
  const read = readFrom(
    { data: places, error: null },
    {
      all: 'your organizations',
      value: () => there.length,
      unread: () => unchecked.map(({ organization: { login } }) => login),
    },
  );
  const total = counted(places.length, 'organization', 'organizations');
  const title =
    there.length > 0
      ? `${person} still has access or invitations in ${counted(there.length, 'organization', 'organizations')} of ${places.length}`
      : (noneRead(read, `${person} isn’t in any of ${total}`) ??
        (checked === 0
          ? `Couldn’t check whether ${person} is in an organization`
          : `${person} isn’t in ${checked} of ${total}`));
  return (
    <Notice tone={there.length + unchecked.length > 0 ? 'warning' : 'success'} title={title} role="status">
      {there.map((place) => (
        <p key={place.organization.id}>
          {place.organization.login}: {partsOf(place)}
        </p>
      ))}
      {unchecked.length > 0 && <p>Not checked: {unchecked.map(({ organization: { login } }) => login).join(', ')}.</p>}
      {unsigned != null && (
        <p>
          The report is not signed, so it proves nothing.{' '}
          {unsigned.setting === null ? (
            'Too many reports were made within an hour: create it again later.'
          ) : (
            <>
              The operator of orgdesk can switch signing on with <code>{unsigned.setting}</code>.
            </>
          )}
        </p>
      )}
      <p>
        <Button
          onClick={() =>
            download(
              unsigned == null ? `report-${person}.txt` : `report-${person}-unsigned.txt`,
              document ?? unsigned?.document ?? '',
              'text/plain',
            )
          }
        >
          {unsigned == null ? 'Download report' : 'Download unsigned report'}
        </Button>
      </p>
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
