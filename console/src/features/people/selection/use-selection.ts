import type { Person } from '@orgdesk/client';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { SelectRow } from '../table/person-row.tsx';

/** The selection by ID. It survives filter changes. */
export interface Selection {
  readonly selected: ReadonlySet<number>;
  /** A stable function. */
  readonly select: SelectRow;
  readonly change: (people: readonly Pick<Person, 'id'>[], isSelected: boolean) => void;
  readonly clear: () => void;
}

/** Selects people, including ranges of visible rows. */
export function useSelection(shown: readonly Person[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  }, [shown]);

  const change = useCallback<Selection['change']>((people, isSelected) => {
    setSelected((before) => {
      const after = new Set(before);
      for (const { id } of people) isSelected ? after.add(id) : after.delete(id);
      return after;
    });
  }, []);
  const select = useCallback<SelectRow>(
    (person, isSelected, isRange) => {
      const from = isRange ? latest.current.findIndex(({ id }) => id === last.current) : -1;
      const to = latest.current.indexOf(person);
      last.current = person.id;
      const isOne = from === -1 || to === -1;
      change(isOne ? [person] : latest.current.slice(Math.min(from, to), Math.max(from, to) + 1), isSelected);
    },
    [change],
  );
  const clear = useCallback(() => setSelected(new Set()), []);
  return { selected, select, change, clear };
}
