import type { ListedInvitation } from '@orgdesk/client';
import { useMemo } from 'react';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { useList } from '../../../components/list/use-list.ts';
import { useSelection } from '../../../components/list/use-selection.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import type { ChangeAction } from './change/change-run.ts';
import { INVITATIONS } from './table/columns.tsx';
import { SelectionBar } from './table/selection-bar.tsx';

interface InvitationListProps {
  readonly login: string;
  readonly invitations: readonly ListedInvitation[];
  readonly label: string;
  /** When the list was read, in epoch milliseconds. */
  readonly now: number;
  /** Null while another action is in progress. */
  readonly onAct: ((action: ChangeAction, invitations: readonly ListedInvitation[]) => void) | null;
}

/** Lists invitations. Actions apply only to visible rows. */
export function InvitationList({ login, invitations, label, now, onAct }: InvitationListProps) {
  const context = useMemo(() => ({ now }), [now]);
  const found = useList(INVITATIONS, useAddressView(INVITATIONS.address), invitations, context);
  const { shown } = found;
  const { selected, change, clear } = useSelection(INVITATIONS.keyOf);
  const open = invitations.filter(({ state }) => state === 'open').length;

  return (
    <>
      <ListFinder found={found} count={countMessage(shown.length, open, invitations.length)} />
      {shown.length === 0 ? (
        <NothingFound found={found} />
      ) : (
        <div className="listed-invitations-list">
          <SelectionBar
            login={login}
            shown={shown}
            selected={shown.filter(({ id }) => selected.has(id))}
            onSelectAll={(isSelected) => change(shown, isSelected)}
            onAct={
              onAct === null
                ? null
                : (action, of) => {
                    clear();
                    onAct(action, of);
                  }
            }
          />
          <FoundTable found={found} label={label} selected={selected} onSelect={change} />
        </div>
      )}
    </>
  );
}

function countMessage(shown: number, open: number, all: number): string {
  const counts = `${formatCount(open)} open, ${formatCount(all - open)} failed`;
  return shown === all ? counts : `${formatCount(shown)} of ${counted(all, 'invitation', 'invitations')} (${counts})`;
}
