import type { AuditEntry } from '@orgdesk/contract';
import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';

const COLUMNS = [
  'number',
  'at',
  'settled_at',
  'action',
  'outcome',
  'way',
  'actor_id',
  'actor',
  'target_kind',
  'target_id',
  'target',
  'before',
  'after',
  'words',
  'request_id',
  'delivery_id',
] as const;

type TrailChunks = AsyncIterable<readonly AuditEntry[]>;

export async function* trailCsv(chunks: TrailChunks): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;
  for await (const entries of chunks) yield entries.map(csvLineOf).join('');
}

export async function* trailNdjson(chunks: TrailChunks): AsyncGenerator<string> {
  for await (const entries of chunks) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

const csvLineOf = (entry: AuditEntry): string =>
  csvLine([
    String(entry.number),
    entry.at,
    entry.settledAt,
    entry.action,
    entry.outcome,
    entry.way,
    textOf(entry.actor?.id),
    textOf(entry.actor?.login),
    textOf(entry.target?.kind),
    textOf(entry.target?.id),
    textOf(entry.target?.name),
    factsOf(entry.before),
    factsOf(entry.after),
    entry.words,
    entry.requestId,
    entry.deliveryId,
  ]);

const textOf = (value: string | number | null | undefined): string | null => (value == null ? null : String(value));

const factsOf = (facts: AuditEntry['before']): string | null =>
  Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
