import type { ListedInvitation } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useList } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { QuestionDialog } from '../../../components/messages/dialog-frame.tsx';
import { SelectionFrame, SelectionHint } from '../../../components/tables/selection-frame.tsx';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import type { Read } from '../../../lib/reading/read.ts';
import { ACTION_TEXTS, type ChangeAction } from './change-run.ts';
import {
  INVITATIONS,
  type Intent,
  intentLabel,
  intentsFor,
  isDangerous,
  needsConfirmation,
} from './invitation-columns.tsx';

interface InvitationListProps {
  readonly login: string;
  readonly invitations: readonly ListedInvitation[];
  readonly read: Read<number>;
  readonly label: string;
  /** When the list was read, in epoch milliseconds. */
  readonly now: number;
  readonly onAct: ((action: ChangeAction, invitations: readonly ListedInvitation[]) => void) | null;
}

/** Lists invitations. Actions apply only to visible rows. */
export function InvitationList({ login, invitations, read, label, now, onAct }: InvitationListProps) {
  const [question, setQuestion] = useState<Intent | null>(null);
  const { selected, change, clear } = useSelection(INVITATIONS.keyOf);
  const start = ({ action, invitations: of }: Intent) => {
    clear();
    onAct?.(action, of);
  };
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  const isChangeable = onAct !== null;
  const onIntent = useCallback((intent: Intent) => {
    if (needsConfirmation(intent)) setQuestion(intent);
    else latest.current(intent);
  }, []);
  const context = useMemo(() => ({ now, onIntent: isChangeable ? onIntent : null }), [now, isChangeable, onIntent]);
  const found = useList(INVITATIONS, useAddressView(INVITATIONS.address), invitations, context);
  const { shown } = found;
  const selectedRows = shown.filter(({ id }) => selected.has(id));
  const open = invitations.filter(({ state }) => state === 'open').length;

  return (
    <>
      <ListFinder
        found={found}
        count={countMessage(shown.length, open, invitations.length)}
        read={read}
        file={`invitations-of-${login}`}
        selected={selectedRows}
      />
      {shown.length === 0 ? (
        <NothingFound read={read} found={found} />
      ) : (
        <div className="listed-invitations-list">
          <SelectionBar
            shown={shown}
            selected={selectedRows}
            onSelectAll={(isSelected) => change(shown, isSelected)}
            onIntent={context.onIntent}
          />
          <FoundTable found={found} label={label} selected={selected} onSelect={change} />
        </div>
      )}
      {question !== null && (
        <ActionQuestion
          intent={question}
          onAnswer={(isYes) => {
            setQuestion(null);
            if (isYes) start(question);
          }}
        />
      )}
    </>
  );
}

function countMessage(shown: number, open: number, all: number): string {
  const counts = `${formatCount(open)} open, ${formatCount(all - open)} failed`;
  return shown === all ? counts : `${formatCount(shown)} of ${counted(all, 'invitation', 'invitations')} (${counts})`;
}

interface InvitationSelectionBarProps {
  readonly shown: readonly ListedInvitation[];
  readonly selected: readonly ListedInvitation[];
  readonly onSelectAll: (isSelected: boolean) => void;
  readonly onIntent: ((intent: Intent) => void) | null;
}

function SelectionBar({ shown, selected, onSelectAll, onIntent }: InvitationSelectionBarProps) {
  const own = selected.filter(({ source }) => source === 'member');
  const intents = intentsFor(selected);
  const sendable = intents.find(({ action }) => action === 'send-again')?.invitations ?? [];
  const [provided, withOtherRole] = [selected.length - own.length, own.length - sendable.length];

  return (
    <SelectionFrame
      allLabel={`Select all ${formatCount(shown.length)}`}
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
          {intentLabel(intent)}
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

interface ActionQuestionProps {
  readonly intent: Intent;
  readonly onAnswer: (isYes: boolean) => void;
}

function ActionQuestion({ intent: { action, invitations }, onAnswer }: ActionQuestionProps) {
  const label = ACTION_TEXTS[action].button(invitations.length);
  const isSending = action === 'send-again';
  return (
    <QuestionDialog
      title={`${label}?`}
      yes={label}
      no={isSending ? 'Cancel' : 'Keep invitations'}
      tone={isSending ? 'primary' : 'danger'}
      onAnswer={onAnswer}
    >
      {isSending ? sendingText(invitations) : CANCELLING}
    </QuestionDialog>
  );
}

const CANCELLING =
  'They can’t be accepted after that, and people are notified. You can’t undo this, but you can send new invitations.';

function sendingText(invitations: readonly ListedInvitation[]): string {
  const counts =
    `${counted(invitations.length, 'new invitation is', 'new invitations are')} sent to replace ${invitations.length === 1 ? 'it' : 'them'}. Each ` +
    'counts toward the 24-hour limit.';
  const hasFailed = invitations.some(({ state }) => state === 'failed');
  return hasFailed ? `${counts} Failed invitations are resent without their teams.` : counts;
}
