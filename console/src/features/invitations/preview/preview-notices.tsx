import type { CheckedPerson, ConfirmedInvitations, InvitationPreview } from '@orgdesk/people-files/preview';
import { AlertIcon } from '@primer/octicons-react';
import { Notice } from '../../../components/messages/notice.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { NO_INVITATIONS_HERE, paceText, quotaText } from '../listed/invitation-texts.ts';
import { warningSummary, warningsOf, warningText } from './preview-texts.ts';
import '../invitations.css';

const QUOTA_OF_NEW = 50;
const QUOTA_TEXT =
  'GitHub allows 500 invitations in 24 hours, or 50 in a new organization without a paid plan. At the limit, the batch waits and resumes automatically, if you are still signed in then or let it continue after you sign out.';

interface RoomNoticeProps {
  readonly preview: InvitationPreview;
  readonly invitations: ConfirmedInvitations;
}

export function RoomNotice({ preview: { hasInvitations, seats, sentInLastDay }, invitations }: RoomNoticeProps) {
  const free = seats === null ? null : Math.max(0, seats.total - seats.filled);
  // Billing managers take no seat.
  const needed = invitations.filter(({ role }) => role !== 'billing_manager').length;
  // 0 may mean unknown.
  const isPartlyUsed = sentInLastDay !== null && sentInLastDay > 0;
  const isShort = free !== null && needed > free;
  if (hasInvitations === null) return null;
  return (
    <>
      {!hasInvitations && (
        <Notice tone="info" title={NO_INVITATIONS_HERE}>
          <p>
            People are added immediately, without an invitation. Use usernames only, with the role member or owner and
            no teams.
          </p>
        </Notice>
      )}
      {isShort && (
        <Notice
          tone="warning"
          title={`${counted(free, 'seat', 'seats')} left for ${counted(needed, 'person', 'people')}`}
        >
          <p>
            Add {counted(needed - free, 'seat', 'seats')} to invite everyone. Sending stops when seats run out, and you
            can resume it later.
          </p>
        </Notice>
      )}
      {(free !== null || isPartlyUsed || invitations.length > 0) && (
        <ul className="preview-panel-room">
          {invitations.length > 0 && <li>{paceText(invitations.length, hasInvitations, new Date())}</li>}
          {free !== null && !isShort && (
            <li>
              {formatCount(free)} of {counted(seats?.total ?? 0, 'seat', 'seats')} left.
            </li>
          )}
          {isPartlyUsed && <li>{quotaText(sentInLastDay)}</li>}
          {hasInvitations && (sentInLastDay ?? 0) + invitations.length > QUOTA_OF_NEW && <li>{QUOTA_TEXT}</li>}
        </ul>
      )}
    </>
  );
}

const NAMED_MAX = 10;

interface DoubleCheckNoticeProps {
  readonly people: readonly CheckedPerson[];
}

export function DoubleCheckNotice({ people }: DoubleCheckNoticeProps) {
  if (people.length === 0) return null;
  return (
    <Notice tone="warning" title={doubleCheckText(people.length)}>
      <p>{warningSummary(people)}</p>
      <p className="preview-panel-names">{usernamesOf(people)}</p>
    </Notice>
  );
}

export const doubleCheckText = (count: number): string => `${counted(count, 'account', 'accounts')} to double-check`;

export function usernamesOf(people: readonly CheckedPerson[]): string {
  const named = people.slice(0, NAMED_MAX).map(({ person }) => person);
  const more = people.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

interface AccountWarningsProps {
  readonly person: CheckedPerson;
}

/** Why it should be made sure that the account is the right one. */
export function AccountWarnings({ person }: AccountWarningsProps) {
  return warningsOf(person).map((warning) => (
    <span key={warning} className="account-warning">
      <AlertIcon size={12} />
      <bdi>{warningText(warning, person)}</bdi>
    </span>
  ));
}
