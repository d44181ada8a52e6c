import type { PersonAcross } from '@orgdesk/contract/people/across/merge';
import { Button } from '@primer/react';
import { type ComponentType, useState } from 'react';
import type { UnreadProps } from '../across/progress/organization-lines.tsx';
import type { ReadOrganization } from '../across/reading/across-list.ts';
import { SelectedFrame, type SelectedFrameProps } from '../selection/selected-frame.tsx';
import { ChangeAcrossDialog } from './change-across-dialog.tsx';

interface AcrossSelectionBarProps extends Omit<SelectedFrameProps<PersonAcross>, 'actions' | 'children'> {
  readonly organizations: ReadonlyMap<number, ReadOrganization>;
  readonly Unread: ComponentType<UnreadProps>;
}

export function AcrossSelectionBar({ organizations, Unread, ...people }: AcrossSelectionBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SelectedFrame {...people} actions={<Button onClick={() => setIsOpen(true)}>Change…</Button>}>
      {isOpen && (
        <ChangeAcrossDialog
          people={people.selected}
          offered={offeredTo(people.selected, organizations)}
          Unread={Unread}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SelectedFrame>
  );
}

/** Also those that could not be read, in which some of the people may be. */
const offeredTo = (selected: readonly PersonAcross[], organizations: ReadonlyMap<number, ReadOrganization>) =>
  [...organizations.values()]
    .map(({ id, login, name, isWhole }) => {
      const count = selected.filter(({ places }) => places.has(id)).length;
      return { id, login, name, people: count === 0 && !isWhole ? null : count };
    })
    .filter(({ people }) => people !== 0);
