import { Notice } from '../../../components/messages/notice.tsx';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import type { ConfirmedInvitations } from '../hand-over.ts';
import type { InvitationPreview } from './preview.ts';

interface RoomNoticeProps {
  readonly preview: InvitationPreview;
  readonly invitations: ConfirmedInvitations;
}

/** Shows free seats and used quota, if known. */
export function RoomNotice({
  preview: { hasInvitations, seats, sentInLastDay },
  invitations: wanted,
}: RoomNoticeProps) {
  const free = seats === null ? null : Math.max(0, seats.total - seats.filled);
  // Billing managers take no seat.
  const needed = wanted.filter(({ role }) => role !== 'billing_manager').length;
  // 0 may mean unknown.
  const isPartlyUsed = sentInLastDay !== null && sentInLastDay > 0;
  const isShort = free !== null && needed > free;
  if (hasInvitations === null) return null;
  return (
    <>
      {!hasInvitations && (
        <Notice tone="info" title="There are no invitations here">
          <p>
            The code host adds people at once, without a mail and without asking them: by login only, as members or
            owners, without teams.
          </p>
        </Notice>
      )}
      {isShort && (
        <Notice
          tone="warning"
          title={`${counted(free, 'seat is', 'seats are')} left for ${counted(needed, 'person', 'people')}`}
        >
          <p>{formatCount(needed - free)} more are needed. Sending stops at the last seat and can go on later.</p>
        </Notice>
      )}
      {(free !== null || isPartlyUsed) && (
        <ul className="preview-panel-room">
          {free !== null && !isShort && (
            <li>
              {counted(free, 'seat is', 'seats are')} left of {formatCount(seats?.total ?? 0)}.
            </li>
          )}
          {isPartlyUsed && (
            <li>
              At least {counted(sentInLastDay, 'invitation', 'invitations')} of those that the code host allows in 24
              hours {sentInLastDay === 1 ? 'is' : 'are'} used.
            </li>
          )}
        </ul>
      )}
    </>
  );
}
