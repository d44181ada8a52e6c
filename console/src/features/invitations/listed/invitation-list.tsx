import type { ListedInvitation } from '@orgdesk/client';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { NoMatch } from '../../../components/messages/no-match.tsx';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import type { ChangeAction } from './change/change-run.ts';
import { foundInvitations } from './find/find-invitations.ts';
import { InvitationsFinder } from './find/invitations-finder.tsx';
import { INVITATIONS_VIEW, WHOLE_LIST } from './find/invitations-view.ts';
import { InvitationTable } from './table/invitation-table.tsx';
import { SelectionBar } from './table/selection-bar.tsx';

interface InvitationListProps {
  readonly invitations: readonly ListedInvitation[];
  readonly label: string;
  /** When the list was read, in epoch milliseconds. */
  readonly now: number;
  /** Null while another action is in progress. */
  readonly onAct: ((action: ChangeAction, invitations: readonly ListedInvitation[]) => void) | null;
}

/** Lists invitations. Actions apply only to visible rows. */
export function InvitationList({ invitations, label, now, onAct }: InvitationListProps) {
  const { view: chosen, change } = useAddressView(INVITATIONS_VIEW);
  // Redrawing hundreds of rows must not delay typing.
  const view = useDeferredValue(chosen);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const input = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => foundInvitations(invitations, view), [invitations, view]);
  const selected = useMemo(() => shown.filter(({ id }) => marked.has(id)), [shown, marked]);
  const open = invitations.filter(({ state }) => state === 'open').length;

  const select = useCallback((id: number, isSelected: boolean) => {
    setMarked((before) => new Set(isSelected ? [...before, id] : [...before].filter((other) => other !== id)));
  }, []);
  const showAll = () => {
    const { text, state, role, source } = WHOLE_LIST;
    change({ text, state, role, source });
    input.current?.focus();
  };

  return (
    <>
      <InvitationsFinder
        view={chosen}
        onChange={change}
        shown={shown.length}
        open={open}
        failed={invitations.length - open}
        input={input}
      />
      {shown.length === 0 ? (
        <NoMatch title="No invitation matches" clearWords="Show all invitations" onClear={showAll}>
          None of the open and failed invitations fits these choices.
        </NoMatch>
      ) : (
        <div className="listed-invitations-list">
          <SelectionBar
            shown={shown.length}
            selected={selected}
            onSelectAll={(isSelected) => setMarked(new Set(isSelected ? shown.map(({ id }) => id) : []))}
            onAct={
              onAct === null
                ? null
                : (action, of) => {
                    setMarked(new Set());
                    onAct(action, of);
                  }
            }
          />
          <InvitationTable
            label={label}
            invitations={shown}
            view={view}
            onSort={change}
            selected={marked}
            onSelect={select}
            now={now}
          />
        </div>
      )}
    </>
  );
}
