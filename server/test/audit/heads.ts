import { randomBytes } from 'node:crypto';
import type { AuditHeadTarget } from '../../src/audit/heads.ts';
import { signHeads } from '../../src/audit/sign-heads.ts';
import { hashOf, type TrailRow } from '../../src/audit/store/append.ts';
import type { Storage } from '../../src/storage.ts';
import type { OpenStorage } from '../support/databases/engines.ts';
import { runtimeWith } from '../support/runtime.ts';
import { eventOf, NOON } from './store/trails.ts';

export const HOST = 'orgdesk.example.com';
export const ENTROPY = { bytes: (count: number) => randomBytes(count) };
export const NEVER = new AbortController().signal;

type RawQuery = OpenStorage['rawQuery'];

/** Log lines with their fields, as JSON. */
export function keptLines() {
  const lines: string[] = [];
  const keep = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
  return { lines, log: { debug: keep, info: keep, warn: keep, error: keep } };
}

/** Signs what is due as the service does every hour; returns the lines it logs. */
export async function sign(
  { auditHeads: heads }: Pick<Storage, 'auditHeads'>,
  {
    targets = [],
    now = NOON,
    stop = NEVER,
  }: { readonly targets?: readonly AuditHeadTarget[]; readonly now?: Date; readonly stop?: AbortSignal } = {},
) {
  const { lines, log } = keptLines();
  const clock = { now: () => now };
  const runtime = runtimeWith({ clock, entropy: ENTROPY, log });
  return { lines, ...(await signHeads({ runtime, heads, targets, host: HOST }, stop)) };
}

/** Adds entries to the audit log of organization 10. */
export const addEntries = (
  { auditTrail }: Pick<Storage, 'auditTrail'>,
  count: number,
  now: Date = NOON,
): Promise<void> =>
  auditTrail.record(
    Array.from({ length: count }, () => eventOf()),
    now,
  );

/** Replaces an actor, then makes all hashes fit again, as somebody who may write to the database can. */
export async function rewriteTrail(rawQuery: RawQuery, organizationId: number, number: number): Promise<void> {
  const own = `organization_id = ${organizationId}`;
  await rawQuery(`update audit_rows set actor_login = 'mallory' where ${own} and number = ${number}`);
  const [head] = await rawQuery(`select anchor from audit_heads where ${own}`);
  let hash = String(head?.anchor);
  for (const stored of await rawQuery(`select * from audit_rows where ${own} order by number`)) {
    const row = { ...stored } as Record<string, unknown>;
    for (const column of NUMBERS) if (row[column] !== null) row[column] = Number(row[column]);
    hash = hashOf(hash, row as unknown as TrailRow);
    await rawQuery(`update audit_rows set hash = '${hash}' where ${own} and number = ${String(row.number)}`);
  }
  await rawQuery(`update audit_heads set newest_hash = '${hash}' where ${own}`);
}

const NUMBERS = ['organization_id', 'number', 'at', 'intent', 'actor_id', 'target_id'] as const;

/** Takes rows off the end, as if an older copy had been restored. */
export async function rollBackTrail(rawQuery: RawQuery, organizationId: number, number: number): Promise<void> {
  const own = `organization_id = ${organizationId}`;
  await rawQuery(`delete from audit_rows where ${own} and number > ${number}`);
  await rawQuery(`update audit_heads set newest_number = ${number},
    newest_hash = (select hash from audit_rows where ${own} and number = ${number}) where ${own}`);
}

/** Leaves signing to the test: a running service does so itself a few seconds after its start. */
export const restHeadSigning = (rawQuery: RawQuery) =>
  rawQuery("update due_work set due_at = due_at + 86400000 where kind = 'audit-heads'");

/** Removes all trees and heads, so that the service begins again. */
export const forgetHeads = (rawQuery: RawQuery, organizationId: number) =>
  rawQuery(`delete from audit_tree where organization_id = ${organizationId}`);
