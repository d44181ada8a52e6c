import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { type Checkpoint, isSignedBy, parseCheckpoint, type SignedNote } from '@orgdesk/contract/checkpoint';
import { type AuditHeadFault, type AuditHeadStore, organizationIn } from '../../../audit/heads.ts';
import type { AuditFault, AuditTrailStore } from '../../../audit/store/types.ts';

/** A kept head that does not prove the trail; `unknown-key` says nothing of the trail. */
export type KeptHeadFault = AuditHeadFault | AuditFault['fault'] | 'unknown-key';

export interface KeptHeadResult {
  readonly organizationId: number;
  readonly size: number;
  readonly fault: KeptHeadFault | null;
}

interface KeptHeads {
  readonly checkpoints: readonly Checkpoint[];
  /** How many lines are of no head, for example because a full disk cut one off. */
  readonly otherLines: number;
}

/** Reads a file, or standard input for `-`. */
export const readText = (path: string): Promise<string> =>
  path === '-' ? textOf(process.stdin) : readFile(path, 'utf8');

/** Reads the heads in a file, or standard input for `-`. */
export async function readKeptHeads(path: string): Promise<KeptHeads> {
  const read = await readText(path);
  const checkpoints: Checkpoint[] = [];
  const others = `${read.replaceAll('\r\n', '\n').trimEnd()}\n`.replace(NOTES, (note) => {
    const checkpoint = parseCheckpoint(note);
    if (checkpoint === null || organizationIn(checkpoint.origin) === null) return note;
    checkpoints.push(checkpoint);
    return '';
  });
  return { checkpoints, otherLines: others.split('\n').filter((line) => line !== '').length };
}

/** Three lines of text, an empty one, and lines of signatures. */
const NOTES = /(?<=^|\n)(?:[^\n]+\n){3}\n(?:\u2014 [^\n]+\n)+/gu;

interface KeptHeadDeps {
  readonly heads: AuditHeadStore;
  readonly trail: Pick<AuditTrailStore, 'verify'>;
  /** Base64. */
  readonly publicKeys: readonly string[];
}

/** Verifies each trail once. */
export async function* checkKeptHeads(
  { heads, trail, publicKeys }: KeptHeadDeps,
  checkpoints: readonly Checkpoint[],
): AsyncGenerator<KeptHeadResult> {
  const byOrganization = Map.groupBy(checkpoints, ({ origin }) => organizationIn(origin) ?? 0);
  for (const [organizationId, own] of byOrganization) {
    const broken = await chainFault(trail, organizationId);
    for (const checkpoint of own) {
      const { size, root } = checkpoint;
      const isKnown = await isSignedByAny(checkpoint, publicKeys);
      const fault = isKnown ? (broken ?? (await heads.check({ organizationId, size, root }))) : 'unknown-key';
      yield { organizationId, size, fault };
    }
  }
}

async function chainFault(
  trail: Pick<AuditTrailStore, 'verify'>,
  organizationId: number,
): Promise<AuditFault['fault'] | null> {
  for await (const result of trail.verify(organizationId)) if (!result.ok) return result.refusal.fault;
  return null;
}

export async function isSignedByAny(note: SignedNote, publicKeys: readonly string[]): Promise<boolean> {
  for (const key of publicKeys) if (await isSignedBy(note, Uint8Array.from(Buffer.from(key, 'base64')))) return true;
  return false;
}
