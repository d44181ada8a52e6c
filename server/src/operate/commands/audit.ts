import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { type Checkpoint, isSignedBy, parseCheckpoint, parseNote, type SignedNote } from '@orgdesk/contract/checkpoint';
import {
  type AuditHeadFault,
  type AuditHeadStore,
  organizationIn,
  parseVerifierKey,
  verifierKey,
} from '../../audit/heads.ts';
import type { AuditFault, AuditProof, AuditTrailStore } from '../../audit/store/types.ts';
import type { Result } from '../../lib/result.ts';
import { isUnsignedReport } from '../../lib/unsigned-report.ts';
import type { Environment } from '../config/settings.ts';
import { loginOf, withReadyStorage } from './database.ts';
import { fail, say } from './problems.ts';

const FAULT = 4;

export type AuditCommand = { readonly json: boolean } & (
  | {
      readonly kind: 'trails';
      /** Login or ID; null for all audit logs. */
      readonly organization: string | null;
    }
  | {
      readonly kind: 'heads';
      /** Path of a file, or `-`. */
      readonly head: string;
      /** Null accepts all stored keys. */
      readonly key: string | null;
    }
  | {
      readonly kind: 'report';
      /** Path of a file, or `-`. */
      readonly report: string;
      /** Null accepts all stored keys. */
      readonly key: string | null;
    }
  | { readonly kind: 'keys' }
);

export async function run(env: Environment, command: AuditCommand): Promise<void> {
  const { json } = command;
  switch (command.kind) {
    case 'trails':
      return withReadyStorage(env, 'Not verified', ({ auditTrail }) =>
        verify(auditTrail, command.organization, json ? jsonReport : textReport),
      );
    case 'heads':
      return verifyHeads(env, command);
    case 'report':
      return verifyReport(env, command);
    case 'keys':
      return withReadyStorage(env, 'Not listed', ({ auditHeads }) => listKeys(auditHeads, json));
  }
}

type TrailResult = Result<AuditProof, AuditFault> & { readonly login: string | null };

async function verify(
  trail: AuditTrailStore,
  organization: string | null,
  report: { readonly one: (trailResult: TrailResult) => void; readonly end: (trails: number) => void },
): Promise<void> {
  const ids = organization === null ? [null] : await idsOf(trail, organization);
  if (ids.length === 0) return fail(`Not verified: no audit log found for ${JSON.stringify(organization)}.`);
  let trails = 0;
  for (const id of ids) {
    for await (const result of trail.verify(id)) {
      const { organizationId } = result.ok ? result.value : result.refusal;
      report.one({ ...result, login: await loginOf(trail, organizationId) });
      if (!result.ok) process.exitCode = FAULT;
      trails += 1;
    }
  }
  report.end(trails);
}

/** A login may be a number, or have belonged to several organizations. */
async function idsOf(trail: AuditTrailStore, organization: string): Promise<readonly number[]> {
  const named = await trail.named(organization);
  const number = /^[1-9]\d{0,14}$/.test(organization) ? Number(organization) : null;
  const isKnown = number !== null && (await trail.newest(number)) > 0;
  return [...new Set([...named, ...(isKnown ? [number] : [])])];
}

const FAULTS: Readonly<Record<AuditFault['fault'], string>> = {
  changed: 'was changed',
  missing: 'is missing',
  'cut-off': 'and all later rows are missing',
  added: 'is not in the chain, or the head of the chain was changed',
};

const textReport = {
  one(trailResult: TrailResult): void {
    const { organizationId } = trailResult.ok ? trailResult.value : trailResult.refusal;
    const name = `${trailResult.login ?? 'unnamed'} (${organizationId})`;
    if (trailResult.ok) say(`verified  ${name}: ${rangeOf(trailResult.value)}. Head: ${trailResult.value.head}`);
    else say(`FAULT     ${name}: row ${trailResult.refusal.number} ${FAULTS[trailResult.refusal.fault]}.`);
  },
  end(trails: number): void {
    if (trails === 0) say('There is no audit log yet.');
    say(WHAT_IT_CANNOT);
  },
};

const rangeOf = ({ rows, first, newest }: AuditProof): string =>
  rows === 0 ? `all ${newest} rows have expired` : `${rows} rows, ${first} to ${newest}`;

const jsonReport = {
  one(trailResult: TrailResult): void {
    const { login } = trailResult;
    say(
      JSON.stringify(
        trailResult.ok
          ? { proved: true, login, ...trailResult.value }
          : { proved: false, login, ...trailResult.refusal },
      ),
    );
  },
  end(): void {},
};

const WHAT_IT_CANNOT = `
In a verified audit log, no row was changed, removed or added without updating the hashes. Someone with write access to
the database can recompute all hashes or delete the whole trail: keep signed heads elsewhere, and check them with
--head. A row's hash stays the same until the row expires. Verification does not cover expired rows, or
actions that were never logged.`.trimStart();

/** Prints each key under the name of each audit log with a signed head, the newest key first. */
async function listKeys(heads: Pick<AuditHeadStore, 'keys' | 'unsent'>, json: boolean): Promise<void> {
  const keys = await heads.keys();
  for (let after = 0; ; ) {
    const page = await heads.unsent(null, after);
    for (const { organizationId, note } of page) {
      const origin = parseCheckpoint(note)?.origin;
      if (origin === undefined) continue;
      for (const { publicKey } of keys) {
        const key = await verifierKey(origin, publicKey);
        say(json ? JSON.stringify({ organizationId, origin, key }) : key);
      }
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.organizationId;
  }
}

interface HeadsCommand {
  readonly head: string;
  readonly key: string | null;
  readonly json: boolean;
}

async function verifyHeads(env: Environment, { head, key, json }: HeadsCommand): Promise<void> {
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

const HEAD_FAULTS: Readonly<Record<KeptHeadFault, string>> = {
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
    : `FAULT     ${name} and a head of ${size} rows: ${HEAD_FAULTS[fault]}.`;
};

interface ReportCommand {
  readonly report: string;
  readonly key: string | null;
  readonly json: boolean;
}

/** Verifies the signature of a report about a person. */
async function verifyReport(env: Environment, { report, key, json }: ReportCommand): Promise<void> {
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
