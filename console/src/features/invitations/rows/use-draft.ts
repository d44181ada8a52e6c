import { useEffect, useMemo, useState } from 'react';
import { readFromTab, removeFromTab, storeInTab } from '../../../lib/storage/tab-storage.ts';
import type { Role } from './cells.ts';
import { EMPTY_DRAFT, type InvitationDraft, parseDraft, withRows } from './draft.ts';
import { readRows } from './read-rows.ts';
import { type ChosenTeam, personKey, type RowChange, reviewOf } from './review.ts';
import type { TableChoice } from './tables.ts';

/** The invitation draft, stored in this tab, and its review. */
export function useDraft(draftKey: string, initial: readonly RowChange[]) {
  const [draft, setDraft] = useState<InvitationDraft>(() => withRows(parseDraft(readFromTab(draftKey)), initial));
  const { text, files, choices, removed, changed } = draft;
  const change = (more: Partial<InvitationDraft> | ((before: InvitationDraft) => Partial<InvitationDraft>)) =>
    setDraft((before) => ({ ...before, ...(typeof more === 'function' ? more(before) : more) }));

  useEffect(() => {
    if (text === '' && files.length === 0) removeFromTab(draftKey);
    else storeInTab(draftKey, draft);
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
    addFile: (file: InvitationDraft['files'][number]) =>
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
    setTeams: (teams: readonly ChosenTeam[]) => change({ teams }),
    forget: () => {
      removeFromTab(draftKey);
      setDraft(EMPTY_DRAFT);
    },
  };
}

const withoutFile = (files: InvitationDraft['files'], name: string): InvitationDraft['files'] =>
  files.filter((file) => file.name !== name);
