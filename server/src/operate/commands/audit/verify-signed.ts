import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { type Checkpoint, isSignedBy, parseCheckpoint, parseNote, type SignedNote } from '@orgdesk/contract/checkpoint';
import { type AuditHeadFault, type AuditHeadStore, organizationIn, parseVerifierKey } from '../../../audit/heads.ts';
import type { AuditFault, AuditTrailStore } from '../../../audit/store/types.ts';
import { isUnsignedReport } from '../../../lib/unsigned-report.ts';
import type { Environment } from '../../config/settings.ts';
import { loginOf, withReadyStorage } from '../database.ts';
import { fail, say } from '../problems.ts';

export const FAULT = 4;

interface HeadsCommand {
  readonly head: string;
  readonly key: string | null;
  readonly json: boolean;
}

export async function verifyHeads(env: Environment, { head, key, json }: HeadsCommand): Promise<void> {
  const keysOf = await acceptedKeys(key);
  if (keysOf === null) return;
  const kept = await readKeptHeads(head).catch(() => null);
  if (kept === null) return fail(`Not verified: ${head} cannot be read.`);
  const { checkpoints, otherLines } = kept;
  if (checkpoints.length === 0) return fail(`Not verified: ${named(head)} has something else than signed heads.`);
  if (otherLines > 0) fail(`Not verified: ${otherLines} lines of ${named(head)}, which are of no signed head.`);
  await withReadyStorage(env, 'Not verified', async ({ auditHeads: heads, auditTrail: trail }) => {
    const publicKeys = await keysOf(heads);
    for await (const result of checkKeptHeads({ heads, trail, publicKeys }, checkpoints)) {
      const login = await loginOf(trail, result.organizationId);
      say(json ? JSON.stringify({ extended: result.fault === null, login, ...result }) : lineOf(result, login));
      if (result.fault !== null) process.exitCode = FAULT;
    }
  });
}

/** Returns what lists the accepted keys, or null after reporting that `key` is none. */
async function acceptedKeys(
  key: string | null,
): Promise<((heads: Pick<AuditHeadStore, 'keys'>) => Promise<readonly string[]>) | null> {
  if (key === null) return async (heads) => (await heads.keys()).map(({ publicKey }) => publicKey);
  const ownKey = await parseVerifierKey(key);
  if (ownKey !== null) return async () => [ownKey];
  fail('Not verified: --key must be a public key as printed by audit keys.');
  return null;
}

const named = (head: string): string => (head === '-' ? 'standard input' : head);

const CHAIN = 'its hash chain is broken: run orgdesk audit verify';

const FAULTS: Readonly<Record<KeptHeadFault, string>> = {
  shorter: 'it has fewer rows now: it was rolled back or cut off',
  unproven: 'they have expired, and no tree of this size was kept',
  'unknown-key': 'the head is not signed with a known key',
  changed: 'one of them, or a row before, was changed',
  missing: CHAIN,
  'cut-off': CHAIN,
  added: CHAIN,
};

const lineOf = ({ organizationId, size, fault }: KeptHeadResult, login: string | null): string => {
  const name = `${login ?? 'unnamed'} (${organizationId})`;
  return fault === null
    ? `verified  ${name} still begins with the ${size} rows of this head.`
    : `FAULT     ${name} and a head of ${size} rows: ${FAULTS[fault]}.`;
};

interface ReportCommand {
  readonly report: string;
  readonly key: string | null;
  readonly json: boolean;
}

/** Verifies the signature of a report about a person. */
export async function verifyReport(env: Environment, { report, key, json }: ReportCommand): Promise<void> {
  const keysOf = await acceptedKeys(key);
  if (keysOf === null) return;
  const text = await readText(report).catch(() => null);
  if (text === null) return fail(`Not verified: ${report} cannot be read.`);
  if (isUnsignedReport(text.replaceAll('\r\n', '\n'))) {
    process.exitCode = FAULT;
    return say(
      json
        ? JSON.stringify({ verified: false, origin: null })
        : `UNSIGNED  ${named(report)}: the report is not signed, so it proves nothing.`,
    );
  }
  const note = parseNote(`${text.replaceAll('\r\n', '\n').trimEnd()}\n`);
  if (note === null || !/\/people\/[1-9]\d*$/.test(note.origin))
    return fail(`Not verified: ${named(report)} has something else than a signed report.`);
  await withReadyStorage(env, 'Not verified', async ({ auditHeads }) => {
    const isVerified = await isSignedByAny(note, await keysOf(auditHeads));
    if (!isVerified) process.exitCode = FAULT;
    if (json) say(JSON.stringify({ verified: isVerified, origin: note.origin }));
    else if (isVerified) say(`verified  ${note.origin}: the report has not changed since it was signed.`);
    else say(`FAULT     ${note.origin}: the report was changed, or is not signed with a known key.`);
  });
}

/** A kept head that does not prove the trail; `unknown-key` says nothing of the trail. */
type KeptHeadFault = AuditHeadFault | AuditFault['fault'] | 'unknown-key';

interface KeptHeadResult {
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
const readText = (path: string): Promise<string> => (path === '-' ? textOf(process.stdin) : readFile(path, 'utf8'));

/** Reads the heads in a file, or standard input for `-`. */
async function readKeptHeads(path: string): Promise<KeptHeads> {
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
async function* checkKeptHeads(
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

async function isSignedByAny(note: SignedNote, publicKeys: readonly string[]): Promise<boolean> {
  for (const key of publicKeys) if (await isSignedBy(note, Uint8Array.from(Buffer.from(key, 'base64')))) return true;
  return false;
}
