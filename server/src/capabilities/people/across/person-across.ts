import type { PersonAcrossLine } from '@orgdesk/contract';
import { canBeLogin } from '../../../domain/account.ts';
import { ORGANIZATIONS_AT_ONCE } from '../../../domain/limits/people.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { BudgetedHost, BudgetedReads } from '../../../ports/code-host/budgeted-reads.ts';
import type { NamedAccount } from '../../../ports/code-host/people.ts';
import type { HostRefusal } from '../../../ports/code-host/refusals.ts';
import type { AuditOrigin } from '../../../ports/storage/audit-trail.ts';
import { merged } from '../../../shared/concurrency/merged.ts';
import type { LiveRights } from '../../../shared/sessions/live-rights.ts';
import {
  type OwnedOrganization,
  organizationsLine,
  ownedOrganizations,
  ownerIn,
  unreadLine,
} from '../../../shared/sessions/owned-organizations.ts';
import type { GetPersonDeps } from '../get-person.ts';
import { createSecondFactors, type SecondFactorsDeps } from '../second-factors.ts';
import { budgetLines } from './budget-lines.ts';
import { createPersonEntries, type PersonEntriesDeps } from './person-entries.ts';
import { createPersonInOrganization } from './person-in-organization.ts';
import { createPersonReport, type PersonReportDeps } from './person-report.ts';
import type { AcrossCaller } from './read-across.ts';

export interface PersonAcrossDeps
  extends Pick<GetPersonDeps, 'log'>,
    Pick<SecondFactorsDeps, 'auditTrail' | 'clock'>,
    Pick<PersonEntriesDeps, 'reader'>,
    PersonReportDeps {
  readonly codeHost: BudgetedHost;
  readonly liveRights: LiveRights;
  readonly auditTrail: SecondFactorsDeps['auditTrail'] & PersonReportDeps['auditTrail'];
}

export interface PersonAcrossRequest {
  readonly login: string;
  /** Null if any account with the login will do. */
  readonly id: number | null;
  /** Whether a report comes last. */
  readonly hasReport: boolean;
  readonly requester: AuditOrigin;
  readonly end: AbortSignal;
}

type Line = Exclude<PersonAcrossLine, { readonly kind: 'end' }>;
export type PersonLines = AsyncGenerator<Line, void>;
export type PersonRefusal =
  | Exclude<HostRefusal, { readonly kind: 'missing' }>
  | { readonly kind: 'no-person' | 'other-person' };

/** Looks nobody up for a caller without organizations. */
export function createPersonAcross(deps: PersonAcrossDeps) {
  const personReport = createPersonReport(deps);

  return async (caller: AcrossCaller, request: PersonAcrossRequest): Promise<Result<PersonLines, PersonRefusal>> => {
    const owned = ownedOrganizations(caller.session, caller.installations);
    const reads = deps.codeHost.budgetedReads();
    if (owned.length === 0) return ok(noLines());
    const account = await accountOf(reads, caller, request);
    return account.ok ? ok(linesOf(account.value, owned, { ...request, ...caller, reads })) : account;
  };

  async function* linesOf(
    account: NamedAccount,
    owned: readonly OwnedOrganization[],
    {
      session,
      requester,
      end,
      reads,
      hasReport,
    }: AcrossCaller & PersonAcrossRequest & { readonly reads: BudgetedReads },
  ): PersonLines {
    yield organizationsLine(owned);
    yield { kind: 'person', id: account.id, login: account.login };
    const reading = { ...deps, codeHost: reads.codeHost };
    const readSecondFactors = createSecondFactors(reading);
    const personIn = createPersonInOrganization({ ...reading, readSecondFactors });
    const entriesOf = createPersonEntries(deps);

    const read: Line[] = [];
    const lines = merged(owned, ORGANIZATIONS_AT_ONCE, async function* (place): PersonLines {
      const owner = await ownerIn(place, { ...deps, reads, session, end });
      if (!owner.ok) return yield unreadLine(place, owner.refusal);
      const { organizationId: organization } = owner.value;
      const person = await personIn(owner.value, account, { requester, end });
      if (!person.ok) return yield unreadLine(place, person.refusal);
      yield person.value;
      const entries = await entriesOf(owner.value, account, end);
      yield entries;
      yield* budgetLines(reads);
      const isComplete = person.value.withheld.length === 0 && entries.entries !== null;
      yield { kind: 'finished', organization, isComplete, failure: null };
    });
    for await (const line of lines) {
      if (hasReport) read.push(line);
      yield line;
    }
    if (!hasReport) return;
    // Whoever was renamed meanwhile would be missing everywhere.
    const still = await accountOf(reads, { session, installations: [] }, { login: account.login, id: account.id, end });
    yield personReport({ account, requester, isSame: still.ok }, owned, read);
  }
}

async function* noLines(): PersonLines {
  yield organizationsLine([]);
}

async function accountOf(
  { codeHost }: BudgetedReads,
  { session }: AcrossCaller,
  { login, id, end }: Pick<PersonAcrossRequest, 'login' | 'id' | 'end'>,
): Promise<Result<NamedAccount, PersonRefusal>> {
  const requested = login.trim();
  if (!canBeLogin(requested)) return refuse({ kind: 'no-person' });
  const account = await codeHost.accountWithLogin({ token: session.grant.accessToken, end }, requested);
  if (!account.ok) {
    const { refusal } = account;
    return refuse(refusal.kind === 'missing' ? { kind: 'no-person' } : refusal);
  }
  if (account.value === null) return refuse({ kind: 'no-person' });
  return id === null || account.value.id === id ? ok(account.value) : refuse({ kind: 'other-person' });
}
