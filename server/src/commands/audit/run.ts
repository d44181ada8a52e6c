import type { Environment } from '../../config/settings.ts';
import type { Result } from '../../domain/result.ts';
import type { AuditFault, AuditProof, AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import { withReadyStorage } from '../database.ts';
import { fail } from '../problems.ts';

/** Login or ID of an organization; null for all audit logs. */
export interface AuditCommand {
  readonly organization: string | null;
  readonly json: boolean;
}

const FAULT = 4;

export function run(env: Environment, { organization, json }: AuditCommand): Promise<void> {
  return withReadyStorage(env, 'Not verified', ({ auditTrail }) =>
    verify(auditTrail, organization, json ? jsonReport : textReport),
  );
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
      const [newest] = await trail.read({ organizationId, limit: 1 }, new Date(0));
      report.one({ ...result, login: newest?.organization.login ?? null });
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

const say = (text: string): void => void process.stdout.write(`${text}\n`);

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
the database can recompute all hashes or delete the whole trail: store the row numbers and heads above elsewhere, and
compare them next time. A row's hash stays the same until the row expires. Verification does not cover expired rows, or
actions that were never logged.`.trimStart();
