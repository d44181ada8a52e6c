import type { ListedInvitation } from '@orgdesk/client';
import { MailIcon } from '@primer/octicons-react';
import { Checkbox, Label } from '@primer/react';
import { type KeyboardEvent, memo } from 'react';
import { Portrait } from '../../../../components/portrait.tsx';
import { counted, formatDay, formatMinute } from '../../../../lib/words/reader-locale.ts';
import { expiryWords, failureWords, inviteeOf, roleWords } from '../invitation-words.ts';

interface InvitationRowProps {
  readonly invitation: ListedInvitation;
  readonly isSelected: boolean;
  /** Whether the row is in the tab order. */
  readonly isStop: boolean;
  readonly onSelect: (id: number, isSelected: boolean) => void;
  readonly onFocus: (id: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** When the list was read, in epoch milliseconds. */
  readonly now: number;
}

export const InvitationRow = memo((props: InvitationRowProps) => {
  const { invitation, isSelected, isStop, onSelect, onFocus, onKeyDown, now } = props;
  const { id, login, role, teamCount, state, failure, failedAt, expiresAt } = invitation;
  const endsAt = state === 'open' ? expiresAt : failedAt;
  return (
    <tr data-selected={isSelected ? '' : undefined}>
      <th scope="row">
        <label className="invitation-table-invitee" htmlFor={`invitation-${id}`}>
          <Checkbox
            id={`invitation-${id}`}
            checked={isSelected}
            tabIndex={isStop ? 0 : -1}
            onChange={({ target }) => onSelect(id, target.checked)}
            onFocus={() => onFocus(id)}
            onKeyDown={onKeyDown}
          />
          {login === null ? (
            <span className="invitation-table-mail">
              <MailIcon />
            </span>
          ) : (
            <Portrait url={null} login={login} size={32} />
          )}
          <span className="invitation-table-name">{inviteeOf(invitation)}</span>
        </label>
      </th>
      <td>
        {roleWords(role)}
        {teamCount > 0 && <span className="data-table-muted">{counted(teamCount, 'team', 'teams')}</span>}
      </td>
      <td>
        <time dateTime={invitation.createdAt} title={formatMinute(invitation.createdAt) ?? undefined}>
          {formatDay(invitation.createdAt)}
        </time>
        <span className="data-table-muted">{senderWords(invitation)}</span>
      </td>
      <td>
        <Label className="invitation-table-state" variant={state === 'open' ? 'success' : 'danger'}>
          {state === 'open' ? 'Open' : 'Failed'}
        </Label>
        <span className="data-table-muted" title={endsAt === null ? undefined : (formatMinute(endsAt) ?? undefined)}>
          {state === 'open' ? expiryWords(expiresAt, now) : failureWords(failure)}
        </span>
      </td>
    </tr>
  );
});
InvitationRow.displayName = 'InvitationRow';

function senderWords({ source, invitedBy }: ListedInvitation): string {
  if (source === 'scim') return 'by the identity provider';
  return invitedBy === null ? 'by somebody not named' : `by ${invitedBy}`;
}
