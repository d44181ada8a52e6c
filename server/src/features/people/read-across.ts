import type {
  BudgetLine,
  InvitedLine,
  OrganizationFinishedLine,
  OrganizationsLine,
  WithheldLine,
} from '@orgdesk/contract';
import pLimit from 'p-limit';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readInvitations } from '../../code-host/people/invitations.ts';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import type { BudgetedReads } from '../../code-host/send/call-meter.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import type { InstallationRecord } from '../../domain/installation.ts';
import type { Session } from '../../domain/session.ts';
import { INVITED_ENTRIES, ORGANIZATIONS_AT_ONCE } from '../../lib/limits/people.ts';
import { ok, type Result } from '../../lib/result.ts';
import { merged } from '../../lib/shared-reads.ts';
import {
  type OwnedOrganization,
  type Owner,
  organizationsLine,
  ownedOrganizations,
  ownerIn,
  unreadLine,
} from '../../sessions/live-rights.ts';
import { forOwners, type PartByPart } from './read-people.ts';
import type { PeopleServices } from './services.ts';

type Invited = InvitedLine['people'][number];
type LineWithoutOrganization = Omit<InvitedLine, 'organization'> | WithheldLine;

const SENT: ReadonlySet<string> = new Set(['invitation.sent', 'invitation.sent_again']);

/** Invitations that were answered are in the audit log alone. */
export function createInvitedLines({ runtime, codeHost, sessions, audit }: PeopleServices) {
  // Searches of a person wait for each other, and only a few may.
  const oneSearch = pLimit(1);

  return async function* (
    { session, organization: login }: Owner,
    parts: PartByPart,
    end: AbortSignal,
  ): AsyncGenerator<LineWithoutOrganization, void> {
    const owner = await sessions.rights(session, login);
    if (!owner.ok) return yield forOwners('invitations');
    const people = [...(await answered(owner.value, end))];
    const inviting = invitingOf(owner.value);
    const listed = hasInvitations(codeHost, inviting)
      ? await readInvitations(codeHost.as(inviting), inviting, end)
      : ok([]);
    if (!listed.ok) yield parts.withheld('invitations', listed.refusal);
    else {
      for (const { login, email, createdAt, state } of listed.value)
        people.push({ id: null, login, email, at: createdAt.toISOString(), isOpen: state === 'open' });
    }
    yield { kind: 'invited', people: people.toSorted((one, other) => (one.at < other.at ? 1 : -1)) };
  };

  async function answered({ session, organizationId }: Owner, left: AbortSignal): Promise<readonly Invited[]> {
    const part = await oneSearch(() =>
      audit.reader.part(
        { organizationId, action: 'invitation', limit: INVITED_ENTRIES },
        { userId: session.user.id, now: runtime.clock.now(), left },
      ),
    );
    if (!part.ok) return [];
    return part.value.entries.flatMap(({ action, outcome, target, at }) => {
      if (!SENT.has(action) || outcome === 'refused' || target === null) return [];
      const isPerson = target.kind === 'person';
      const login = isPerson ? target.name : null;
      return [{ id: target.id, login, email: isPerson ? null : target.name, at, isOpen: false }];
    });
  }
}

export const invitingOf = ({ session, organization, organizationId }: Owner) => ({
  token: session.grant.accessToken,
  organization,
  organizationId,
  inviter: session.user.login,
});

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

  async function* linesOf(owned: OwnedOrganization): AsyncGenerator<ReadLine<Line>, void> {
    const owner = await ownerIn(owned, { liveRights: services.sessions.rights, reads, session, end });
    if (!owner.ok) return yield unreadLine(owned, owner.refusal);
    const { organizationId: organization, organization: login } = owner.value;
    yield { kind: 'started', organization, login };
    const lines = await readOne(owner.value);
    if (!lines.ok) return yield unreadLine(owned, lines.refusal);
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
