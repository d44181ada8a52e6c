import { useEffect, useMemo, useState } from 'react';
import { forgetKept, keepInTab, readKept } from '../../../lib/keeping/kept-in-tab.ts';
import type { Role } from './cells.ts';
import { type Draft, EMPTY_DRAFT, parseDraft, withRows } from './draft.ts';
import { readRows } from './read-rows.ts';
import { personKey, type RowChange, reviewOf, type WantedTeam } from './review.ts';
import type { TableChoice } from './tables.ts';

/** The invitation draft, stored in this tab, and its review. */
export function useDraft(draftKey: string, initial: readonly RowChange[]) {
  const [draft, setDraft] = useState<Draft>(() => withRows(parseDraft(readKept(draftKey)), initial));
  const { text, files, choices, removed, changed } = draft;
  const change = (more: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
    setDraft((before) => ({ ...before, ...(typeof more === 'function' ? more(before) : more) }));

  useEffect(() => {
    if (text === '' && files.length === 0) forgetKept(draftKey);
    else keepInTab(draftKey, draft);
  }, [draft, text, files, draftKey]);

  const typed = useMemo(() => ({ file: null, read: readRows(text, choices) }), [text, choices]);
  const fromFiles = useMemo(
    () => files.map(({ name, text: inFile }) => ({ file: name, read: readRows(inFile, choices) })),
    [files, choices],
  );
  const sources = useMemo(() => [typed, ...fromFiles], [typed, fromFiles]);
  const review = useMemo(() => reviewOf(sources, { removed: new Set(removed), changed }), [sources, removed, changed]);

  return {
    draft,
    sources,
    review,
    write: (next: string) => change({ text: next }),
    /** Replaces a file of the same name. */
    addFile: (file: Draft['files'][number]) =>
      change((before) => ({ files: [...withoutFile(before.files, file.name), file] })),
    dropFile: (name: string) => change((before) => ({ files: withoutFile(before.files, name) })),
    choose: (table: string, choice: TableChoice) =>
      change((before) => ({ choices: { ...before.choices, [table]: choice } })),
    remove: (person: string) => change((before) => ({ removed: [...before.removed, personKey(person)] })),
    putBack: (person: string) =>
      change((before) => ({ removed: before.removed.filter((key) => key !== personKey(person)) })),
    /** The change overrides the original text. */
    changeRow: (key: string, row: RowChange) => change((before) => ({ changed: { ...before.changed, [key]: row } })),
    setRole: (role: Role) => change({ role }),
    setTeams: (teams: readonly WantedTeam[]) => change({ teams }),
    forget: () => {
      forgetKept(draftKey);
      setDraft(EMPTY_DRAFT);
    },
  };
}

const withoutFile = (files: Draft['files'], name: string): Draft['files'] => files.filter((file) => file.name !== name);
