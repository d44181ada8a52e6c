import { type ChosenTeam, type Role, valueKey } from '../cells.ts';

export const SEPARATORS = ['\t', ';', ',', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];
export const KINDS = ['login', 'email', 'name', 'role', 'teams', 'ignore'] as const;
export type ColumnKind = (typeof KINDS)[number];

export type Rows = readonly (readonly string[])[];

export const SKIP = 'skip';

/** What a person chose for one table; null if detected. */
export interface TableChoice {
  readonly separator: Separator | null;
  /** From 1; 0 for none. */
  readonly headingRow: number | null;
  readonly kinds: readonly ColumnKind[] | null;
  readonly person: 'login' | 'email' | null;
  readonly asList: boolean;
  readonly roles: Readonly<Record<string, Role | typeof SKIP>>;
  readonly teams: Readonly<Record<string, ChosenTeam | typeof SKIP>>;
}

export const NO_CHOICE: TableChoice = {
  separator: null,
  headingRow: null,
  kinds: null,
  person: null,
  asList: false,
  roles: {},
  teams: {},
};

export const ownOf = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** Only names may be in several columns. */
export const withKind = (kinds: readonly ColumnKind[], column: number, kind: ColumnKind): readonly ColumnKind[] =>
  kinds.map((former, index) => (index === column ? kind : former === kind && kind !== 'name' ? 'ignore' : former));

/** Lets choices be remembered without the text they are about. */
export function valueHash(value: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of valueKey(value)) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return `${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}`;
}
