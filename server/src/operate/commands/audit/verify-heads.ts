import { type AuditHeadStore, parseVerifierKey } from '../../../audit/heads.ts';
import type { Environment } from '../../config/settings.ts';
import { withReadyStorage } from '../database.ts';
import { fail } from '../problems.ts';
import { checkKeptHeads, type KeptHeadFault, type KeptHeadResult, readKeptHeads } from './kept-heads.ts';
import { loginOf, say } from './report.ts';

const FAULT = 4;

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
export async function acceptedKeys(
  key: string | null,
): Promise<((heads: Pick<AuditHeadStore, 'keys'>) => Promise<readonly string[]>) | null> {
  if (key === null) return async (heads) => (await heads.keys()).map(({ publicKey }) => publicKey);
  const ownKey = await parseVerifierKey(key);
  if (ownKey !== null) return async () => [ownKey];
  fail('Not verified: --key must be a public key as printed by audit keys.');
  return null;
}

export const named = (head: string): string => (head === '-' ? 'standard input' : head);

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
