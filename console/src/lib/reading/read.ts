import { counted, formatCount } from '../reader-locale.ts';
import { capitalized } from '../sentence-start.ts';

declare const ofSource: unique symbol;

/** What was read, and what was not. Only `readFrom` makes one, so a bare zero or an empty list is none. */
export type Read<Value> = { readonly [ofSource]: true } & (
  | { readonly kind: 'whole'; readonly value: Value }
  | { readonly kind: 'part'; readonly value: Value; readonly unread: readonly string[] }
  | { readonly kind: 'unread'; readonly unread: readonly string[] }
);

/** As a query has it. Data beside an error is of an earlier or an interrupted read. */
interface Source<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
}

interface Parts<Data, Value> {
  /** Names all that is read, such as "people of acme". */
  readonly all: string;
  readonly value: (data: Data) => Value;
  /** Names what the data lacks. Defaults to nothing. */
  readonly unread?: (data: Data) => readonly string[];
}

export function readFrom<Data, Value>(
  { data, error }: Source<Data>,
  { all, value, unread = () => [] }: Parts<Data, Value>,
): Read<Value> {
  if (data === undefined) return { kind: 'unread', unread: [all] } as unknown as Read<Value>;
  const missing = [...unread(data), ...(error === null ? [] : [all])];
  const read = missing.length === 0 ? { kind: 'whole' } : { kind: 'part', unread: missing };
  return { ...read, value: value(data) } as unknown as Read<Value>;
}

/** The text, if all was read and there is nothing; otherwise null. */
export const noneRead = <Shown>(read: Read<number>, text: Shown): Shown | null =>
  read.kind === 'whole' && read.value === 0 ? text : null;

/** Such as "3 people", "No people", "3 or more people" or "People not loaded". */
export function countRead(read: Read<number>, one: string, many: string): string {
  switch (read.kind) {
    case 'whole':
      return read.value === 0 ? `No ${many}` : counted(read.value, one, many);
    case 'part':
      return read.value === 0 ? `Not all ${many} loaded` : `${formatCount(read.value)} or more ${many}`;
    case 'unread':
      return `${capitalized(many)} not loaded`;
  }
}

const NAMED_MAX = 5;

/** Such as "Not loaded: acme, globex and 2 more."; empty if all was read. */
export function unreadText(read: Read<unknown>): string {
  if (read.kind === 'whole') return '';
  const names = [...new Set(read.unread)];
  const more = names.length > NAMED_MAX ? ` and ${formatCount(names.length - NAMED_MAX)} more` : '';
  return `Not loaded: ${names.slice(0, NAMED_MAX).join(', ')}${more}.`;
}
