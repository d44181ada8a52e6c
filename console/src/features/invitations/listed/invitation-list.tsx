import type { ListedInvitation } from '@orgdesk/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useList } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import type { Read } from '../../../lib/reading/read.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import type { ChangeAction } from './change/change-run.ts';
import { ActionQuestion } from './table/action-question.tsx';
import { INVITATIONS } from './table/columns.tsx';
import { type Intent, needsConfirmation } from './table/row-intents.ts';
import { SelectionBar } from './table/selection-bar.tsx';

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
