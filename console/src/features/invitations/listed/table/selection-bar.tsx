import type { ListedInvitation } from '@orgdesk/client';
import { Button } from '@primer/react';
import { SelectionFrame, SelectionHint } from '../../../../components/tables/selection-frame.tsx';
import { counted, formatCount } from '../../../../lib/words/reader-locale.ts';
import { type Intent, intentsFor, intentWords, isDangerous } from './row-intents.ts';

interface InvitationSelectionBarProps {
  readonly shown: readonly ListedInvitation[];
  readonly selected: readonly ListedInvitation[];
  readonly onSelectAll: (isSelected: boolean) => void;
  readonly onIntent: ((intent: Intent) => void) | null;
}

export function SelectionBar({ shown, selected, onSelectAll, onIntent }: InvitationSelectionBarProps) {
  const own = selected.filter(({ source }) => source === 'member');
  const intents = intentsFor(selected);
  const sendable = intents.find(({ action }) => action === 'send-again')?.invitations ?? [];
  const [provided, withOtherRole] = [selected.length - own.length, own.length - sendable.length];

  return (
    <SelectionFrame
      allWords={`Select all ${formatCount(shown.length)}`}
      isAll={selected.length === shown.length}
      isSome={selected.length > 0}
      onSelectAll={onSelectAll}
      count={selected.length === 0 ? '' : `${formatCount(selected.length)} selected`}
      actions={intents.map((intent) => (
        <Button
          key={intent.action}
          variant={isDangerous(intent) ? 'danger' : 'default'}
          inactive={onIntent === null}
          onClick={onIntent === null ? undefined : () => onIntent(intent)}
        >
          {intentWords(intent)}
        </Button>
      ))}
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
    </SelectionFrame>
  );
}
