import type { BudgetLine, OrganizationFinishedLine, OrganizationsLine } from '@orgdesk/contract';
import type { CodeHost } from '../../../code-host/code-host.ts';
import type { BudgetedReads } from '../../../code-host/send/call-meter.ts';
import type { HostRefusal } from '../../../domain/host-refusal.ts';
import type { InstallationRecord } from '../../../domain/installation.ts';
import type { Session } from '../../../domain/session.ts';
import { merged } from '../../../lib/concurrency/merged.ts';
import { ORGANIZATIONS_AT_ONCE } from '../../../lib/limits/people.ts';
import type { Result } from '../../../lib/result.ts';
import type { Owner } from '../../../sessions/live-rights.ts';
import {
  type OwnedOrganization,
  organizationsLine,
  ownedOrganizations,
  ownerIn,
  unreadLine,
} from '../../../sessions/owned-organizations.ts';
import type { PeopleServices } from '../services.ts';

export interface AcrossServices extends PeopleServices {
  readonly codeHost: CodeHost;
}

export interface AcrossCaller {
  readonly session: Session;
  readonly installations: readonly InstallationRecord[];
}

type ReadOne<Line> = (owner: Owner) => Promise<Result<AsyncIterable<Line>, HostRefusal>>;

type StartedLine = { readonly kind: 'started'; readonly organization: number; readonly login: string };
type ReadLine<Line> =
  | OrganizationsLine
  | StartedLine
  | (Line & { readonly organization: number })
  | BudgetLine
  | OrganizationFinishedLine;

/** Reads a few organizations of the caller at a time, within one budget of calls. */
export async function* readAcross<Line extends { readonly kind: string }>(
  services: AcrossServices,
  { session, installations }: AcrossCaller,
  end: AbortSignal,
  reader: (services: PeopleServices) => ReadOne<Line>,
): AsyncGenerator<ReadLine<Line>, void> {
  const owned = ownedOrganizations(session, installations);
  yield organizationsLine(owned);
  const reads = services.codeHost.budgetedReads();
  const readOne = reader({ ...services, codeHost: reads.codeHost });
  let hasBudget = false;

  async function* linesOf(place: OwnedOrganization): AsyncGenerator<ReadLine<Line>, void> {
    const owner = await ownerIn(place, { liveRights: services.sessions.rights, reads, session, end });
    if (!owner.ok) return yield unreadLine(place, owner.refusal);
    const { organizationId: organization, organization: login } = owner.value;
    yield { kind: 'started', organization, login };
    const lines = await readOne(owner.value);
    if (!lines.ok) return yield unreadLine(place, lines.refusal);
    let isComplete = true;
    for await (const line of lines.value) {
      if (line.kind === 'withheld') isComplete = false;
      yield { ...line, organization };
      if (!hasBudget) yield* budgetLines(reads);
      hasBudget = true;
    }
    yield* budgetLines(reads);
    yield { kind: 'finished', organization, isComplete, failure: null };
  }

  yield* merged(owned, ORGANIZATIONS_AT_ONCE, linesOf);
}

export const budgetLines = ({ counts }: BudgetedReads): readonly BudgetLine[] =>
  counts().map(({ resource, used, unchanged, remaining, limit, reserve, resetAt }) => ({
    kind: 'budget',
    resource,
    used,
    unchanged,
    remaining,
    limit,
    reserve,
    resetAt: resetAt?.toISOString() ?? null,
  }));
