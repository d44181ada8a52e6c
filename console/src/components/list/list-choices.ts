import { useMemo, useSyncExternalStore } from 'react';
import type { Read } from '../../lib/reading/read.ts';
import { readFromBrowser, storeInBrowser } from '../../lib/storage.ts';
import type { MenuEntry } from '../controls/menu-button.tsx';
import type { ListRows } from './list.ts';

export type Density = 'comfortable' | 'compact';

const DENSITY = 'density';
const STORED_MAX_CHARACTERS = 2_000;

const listeners = new Set<() => void>();
/** Also holds choices that the browser could not store. */
const chosen = new Map<string, string>();

const read = (key: string): string | null => chosen.get(key) ?? readFromBrowser(key);

function choose(key: string, value: string): void {
  chosen.set(key, value);
  storeInBrowser(key, value);
  for (const listener of listeners) listener();
}

const useChoice = (key: string): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => read(key),
  );

const columnsKey = (list: string): string => `hidden-columns.${list}`;

/** Headings of the columns that were switched off in this browser. */
export function useHiddenColumns(list: string | undefined): ReadonlySet<string> {
  const text = useChoice(columnsKey(list ?? ''));
  return useMemo(() => parseHeadings(text), [text]);
}

export function chooseColumn(list: string, heading: string, isShown: boolean): void {
  const hidden = new Set(parseHeadings(read(columnsKey(list))));
  if (isShown) hidden.delete(heading);
  else hidden.add(heading);
  choose(columnsKey(list), JSON.stringify([...hidden]));
}

export const useDensity = (): Density => (useChoice(DENSITY) === 'compact' ? 'compact' : 'comfortable');

export const chooseDensity = (density: Density): void => choose(DENSITY, density);

/** Ignores what this console did not store. */
function parseHeadings(text: string | null): ReadonlySet<string> {
  if (text === null || text.length > STORED_MAX_CHARACTERS) return new Set();
  try {
    const stored: unknown = JSON.parse(text);
    return new Set(Array.isArray(stored) ? stored.filter((heading) => typeof heading === 'string') : []);
  } catch {
    return new Set();
  }
}

export interface ListOptionsProps<Row, Context> {
  readonly list: ListRows<Row, Context> & { readonly name: string };
  readonly context: Context;
  readonly shown: readonly Row[];
  /** What the rows were taken from. If that is not whole, what is made of them says so. */
  readonly read: Read<unknown>;
  /** Preferred to those shown, if any. */
  readonly selected?: readonly Row[];
  readonly file?: string;
  readonly isReady?: boolean;
  /** Path and query of the current view. Defaults to the current URL. */
  readonly link?: () => string;
  readonly downloads?: readonly MenuEntry[];
}
