import type { ListedInvitation } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useState } from 'react';
import { CsvButton } from '../../../../components/list/csv-button.tsx';
import { SelectionFrame, SelectionHint } from '../../../../components/tables/selection-frame.tsx';
import { counted, formatCount } from '../../../../lib/words/reader-locale.ts';
import { ROLES } from '../../rows/cells.ts';
import type { ChangeAction } from '../change/change-run.ts';
import { ACTION_WORDS } from '../change/change-words.ts';
import { ActionQuestion, type Intent, needsConfirmation } from './action-question.tsx';
import { INVITATIONS } from './columns.tsx';

interface InvitationSelectionBarProps {
  readonly login: string;
  readonly shown: readonly ListedInvitation[];
  readonly selected: readonly ListedInvitation[];
  readonly onSelectAll: (isSelected: boolean) => void;
  /** Null while another action is in progress. */
  readonly onAct: ((action: ChangeAction, invitations: readonly ListedInvitation[]) => void) | null;
}

/** The service resends neither invitations of identity providers nor unsupported roles. */
export function SelectionBar({ login, shown, selected, onSelectAll, onAct }: InvitationSelectionBarProps) {
  const [pendingIntent, setPendingIntent] = useState<Intent | null>(null);
  const open = selected.filter(({ state }) => state === 'open');
  const failed = selected.filter(({ state }) => state === 'failed');
  const own = selected.filter(({ source }) => source === 'member');
  const sendable = own.filter(({ role }) => ROLES.some((candidate) => candidate === role));
  const [provided, withOtherRole] = [selected.length - own.length, own.length - sendable.length];
  const offered: readonly Intent[] = [
    { action: 'cancel', invitations: open },
    { action: 'dismiss', invitations: failed },
    { action: 'send-again', invitations: sendable },
  ];
  const act = (intent: Intent) => {
    if (needsConfirmation(intent)) setPendingIntent(intent);
    else onAct?.(intent.action, intent.invitations);
  };

  return (
    <SelectionFrame
      allWords={`Select all ${formatCount(shown.length)}`}
      isAll={selected.length === shown.length}
      isSome={selected.length > 0}
      onSelectAll={onSelectAll}
      count={selected.length === 0 ? '' : `${formatCount(selected.length)} selected`}
      actions={
        <>
          {offered.map(
            (intent) =>
              intent.invitations.length > 0 && (
                <Button
                  key={intent.action}
                  inactive={onAct === null}
                  onClick={onAct === null ? undefined : () => act(intent)}
                >
                  {ACTION_WORDS[intent.action].button(intent.invitations.length)}
                </Button>
              ),
          )}
          <CsvButton
            file={`invitations-of-${login}`}
            list={INVITATIONS}
            context={{ now: 0 }}
            shown={shown}
            selected={selected}
          />
        </>
      }
    >
      {provided > 0 && (
        <SelectionHint>
          {counted(provided, 'is', 'are')} managed by the identity provider. Resend {provided === 1 ? 'it' : 'them'}{' '}
          there.
        </SelectionHint>
      )}
      {withOtherRole > 0 && (
        <SelectionHint>
          {counted(withOtherRole, 'has a role', 'have roles')} that orgdesk can’t invite.{' '}
          {withOtherRole === 1 ? 'It isn’t' : 'They aren’t'} resent.
        </SelectionHint>
      )}
      {pendingIntent !== null && (
        <ActionQuestion
          intent={pendingIntent}
          onAnswer={(isYes) => {
            setPendingIntent(null);
            if (isYes) onAct?.(pendingIntent.action, pendingIntent.invitations);
          }}
        />
      )}
    </SelectionFrame>
  );
}
