import { useEffect, useMemo, useState } from 'react';
import { forgetKept, keepInTab, readKept } from '../../../lib/kept-in-tab.ts';
import { type ColumnChoice, readNames } from './read-rows.ts';
import { keyOf, reviewOf } from './review.ts';

interface NamesFileText {
  readonly name: string;
  readonly text: string;
}

/** Everything from which follows who would be invited. */
interface NamesDraft {
  readonly text: string;
  readonly files: readonly NamesFileText[];
  /** By the key of the table. */
  readonly choices: Readonly<Record<string, ColumnChoice>>;
  /** Keys of logins that the person took off the list. */
  readonly removed: readonly string[];
}

const EMPTY: NamesDraft = { text: '', files: [], choices: {}, removed: [] };

/** What is written and chosen before it is sent, kept in this tab, and who would be invited by it at this moment. */
export function useNames(draftKey: string, initial: readonly string[]) {
  const [draft, setDraft] = useState<NamesDraft>(() =>
    initial.length > 0 ? { ...EMPTY, text: initial.join('\n') } : parseDraft(readKept(draftKey)),
  );
  const { text, files, choices, removed } = draft;

  useEffect(() => {
    if (text === '' && files.length === 0) forgetKept(draftKey);
    else keepInTab(draftKey, draft);
  }, [draft, text, files, draftKey]);

  const typed = useMemo(() => ({ file: null, read: readNames(text, choices) }), [text, choices]);
  const fromFiles = useMemo(
    () => files.map(({ name, text: inFile }) => ({ file: name, read: readNames(inFile, choices) })),
    [files, choices],
  );
  const sources = useMemo(() => [typed, ...fromFiles], [typed, fromFiles]);
  const review = useMemo(() => reviewOf(sources, new Set(removed)), [sources, removed]);

  return {
    text,
    sources,
    review,
    write: (next: string) => setDraft((before) => ({ ...before, text: next })),
    /** A file of the same name takes the place of the one before. */
    addFile: (file: NamesFileText) =>
      setDraft((before) => ({ ...before, files: [...withoutFile(before.files, file.name), file] })),
    dropFile: (name: string) => setDraft((before) => ({ ...before, files: withoutFile(before.files, name) })),
    choose: (table: string, choice: ColumnChoice) =>
      setDraft((before) => ({ ...before, choices: { ...before.choices, [table]: choice } })),
    remove: (login: string) => setDraft((before) => ({ ...before, removed: [...before.removed, keyOf(login)] })),
    putBack: (login: string) =>
      setDraft((before) => ({ ...before, removed: before.removed.filter((key) => key !== keyOf(login)) })),
    forget: () => forgetKept(draftKey),
  };
}

const withoutFile = (files: readonly NamesFileText[], name: string): readonly NamesFileText[] =>
  files.filter((file) => file.name !== name);

/** What was kept, as far as it holds. Pages of an earlier version kept the text alone. */
function parseDraft(kept: unknown): NamesDraft {
  if (typeof kept === 'string') return { ...EMPTY, text: kept };
  if (typeof kept !== 'object' || kept === null) return EMPTY;
  const { text, files, choices, removed }: Partial<Record<keyof NamesDraft, unknown>> = kept;
  return {
    text: typeof text === 'string' ? text : '',
    files: Array.isArray(files) ? files.filter(isFile) : [],
    choices: parseChoices(choices),
    removed: Array.isArray(removed) ? removed.filter((key): key is string => typeof key === 'string') : [],
  };
}

function isFile(kept: unknown): kept is NamesFileText {
  if (typeof kept !== 'object' || kept === null) return false;
  const { name, text }: Partial<Record<keyof NamesFileText, unknown>> = kept;
  return typeof name === 'string' && typeof text === 'string';
}

function parseChoices(kept: unknown): NamesDraft['choices'] {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, ColumnChoice] => isChoice(entry[1])),
  );
}

function isChoice(kept: unknown): kept is ColumnChoice {
  if (typeof kept !== 'object' || kept === null) return false;
  const { column, hasHeadings }: Partial<Record<keyof ColumnChoice, unknown>> = kept;
  return (column === null || column === 'all' || typeof column === 'number') && typeof hasHeadings === 'boolean';
}
