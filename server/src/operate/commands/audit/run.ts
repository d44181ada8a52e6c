import { parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { type AuditHeadStore, verifierKey } from '../../../audit/heads.ts';
import type { AuditFault, AuditProof, AuditTrailStore } from '../../../audit/store/types.ts';
import type { Result } from '../../../lib/result.ts';
import type { Environment } from '../../config/settings.ts';
import { loginOf, withReadyStorage } from '../database.ts';
import { fail, say } from '../problems.ts';
import { FAULT, verifyHeads, verifyReport } from './verify-signed.ts';

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
