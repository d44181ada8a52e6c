import { readFromTab, storeInTab } from '../../../lib/storage.ts';
import type { RowKey } from '../list.ts';

/** A row whose link was followed. */
interface LeftRow {
  /** Key of the history entry with the list. */
  readonly at: string;
  readonly list: string;
  readonly row: RowKey;
  readonly index: number;
}

const KEY = 'left-rows';
const ROWS_MAX = 20;

const isLeftRow = (value: unknown): value is LeftRow =>
  typeof value === 'object' && value !== null && 'at' in value && 'list' in value && 'row' in value && 'index' in value;

function leftRows(): readonly LeftRow[] {
  const kept = readFromTab(KEY);
  return Array.isArray(kept) ? kept.filter(isLeftRow) : [];
}

const entryHere = (): string => String((history.state as { readonly __TSR_key?: string } | null)?.__TSR_key ?? '');

const others = (list: string): readonly LeftRow[] =>
  leftRows().filter((left) => left.at !== entryHere() || left.list !== list);

export const keepLeftRow = (list: string, row: RowKey, index: number): void =>
  storeInTab(KEY, [...others(list).slice(1 - ROWS_MAX), { at: entryHere(), list, row, index }]);

/** Null unless this visit of the page was left from this list. */
export const leftRowOf = (list: string | undefined): LeftRow | null =>
  leftRows().find((left) => left.at === entryHere() && left.list === list) ?? null;

export const forgetLeftRow = (list: string): void => storeInTab(KEY, others(list));
