import type { Static } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok } from '../../lib/result.ts';
import type { HostToken } from '../../lib/secrets.ts';
import type { Clock } from '../../lib/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import { NAMES_OF_MEMBERS } from '../documents.ts';
import { ofOrganization, partOf } from '../graphql.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { createEarlierAnswers, followPages, linkedPages, readPages, sendConditionally } from '../pages.ts';
import { type BudgetedReads, createCallMeter } from '../send/call-meter.ts';
import type { HostSend } from '../send/send.ts';
import { readTeamsInFull } from '../teams/teams.ts';
import { readProfileOf } from './accounts.ts';
import { readInvitations } from './invitations.ts';
import { type MembersPages, Names, readByCursor } from './members.ts';
import { joinMethodOf, readOrganization, type UserClient } from './memberships.ts';
import { Accounts, createPeopleHost, personFrom } from './people.ts';
import { createReachedRepositories } from './reached-repositories.ts';
import type { MembersPage, OrganizationRequest } from './types.ts';

export interface BudgetedHost {
  /** Counts from zero. */
  budgetedReads(): BudgetedReads;
}

interface BudgetedHostDeps {
  readonly send: HostSend;
  readonly clientWith: (send: HostSend) => (token: HostToken) => UserClient;
  readonly addresses: CodeHostAddresses;
  readonly clock: Clock;
}

export function createBudgetedHost({ send, clientWith, addresses, clock }: BudgetedHostDeps): BudgetedHost {
  const earlier = createEarlierAnswers(clock);
  return {
    budgetedReads() {
      const { metered, counts, limit } = createCallMeter(addresses.graphqlUrl, clock);
      const clientAs = clientWith(sendConditionally(metered(send), earlier));
      return {
        counts,
        limit,
        codeHost: {
          ...createPeopleHost(clientAs),
          membersOf: (request) => readMembersWithoutNames(clientAs(request.token), request),
          ...createReachedRepositories(clientAs),
          teamsInFull: (request) => readTeamsInFull(clientAs(request.token), request),
          organizationNow: ({ token, organization }) => readOrganization(clientAs(token).send, organization),
          hasInvitations: (context) => joinMethodOf(addresses, context) === 'invitation',
          listedInvitations: (context, end) => readInvitations(clientAs(context.token), context, end),
          async accountWithLogin({ token, end }, login) {
            const profile = await readProfileOf(clientAs(token), login, end);
            if (!profile.ok || profile.value === null || !profile.value.isPerson)
              return profile.ok ? ok(null) : profile;
            return ok({ id: profile.value.id, login: profile.value.login });
          },
        },
      };
    },
  };
}

const CONFIRMED_EVERY = 10;

/**
 * Pages shift when people come or leave, so members are read by cursor too unless the total stays the same and
 * everybody was listed. GitHub docs: List organization members.
 */
async function* readMembersWithoutNames(client: UserClient, request: OrganizationRequest): MembersPages {
  const { send, log } = client;
  const path = hostPath`/orgs/${request.organization}/members`;
  const pagesOf = (list: HostAddress) =>
    [linkedPages(send, list, Accounts, request.end), LIST_BOUNDS.people, log] as const;
  const readingOwners = readPages(...pagesOf(hostPath`${path}?role=admin`));
  // Not awaited if the first page is refused.
  readingOwners.catch(() => {});
  const listedIds = new Set<number>();
  /** May be of another organization, which took the login. */
  const unconfirmed: Static<typeof Accounts> = [];

  async function confirmed(): Promise<HostResult<MembersPage>> {
    const owners = await readingOwners;
    if (!owners.ok) return owners;
    const total = await readTotal(client, request);
    if (!total.ok) return total;
    const ownerIds = new Set(owners.value.flat().map(({ id }) => id));
    const people = unconfirmed.splice(0).map((each) => personFrom(each, ownerIds.has(each.id) ? 'admin' : 'member'));
    for (const { id } of people) listedIds.add(id);
    return ok({ people, total: total.value, withheld: null });
  }

  let pages = 0;
  const totals = new Set<number>();
  for await (const page of followPages(...pagesOf(path))) {
    if (!page.ok) return yield page;
    unconfirmed.push(...page.value);
    pages += 1;
    if (pages % CONFIRMED_EVERY !== 1) continue;
    const further = await confirmed();
    yield further;
    if (!further.ok) return;
    totals.add(further.value.total);
  }
  if (unconfirmed.length > 0) {
    const last = await confirmed();
    yield last;
    if (!last.ok) return;
    totals.add(last.value.total);
  }
  if (totals.size > 1 || !totals.has(listedIds.size)) yield* readByCursor(client, request);
}

async function readTotal(
  { query }: UserClient,
  { organization, organizationId, end }: OrganizationRequest,
): Promise<HostResult<number>> {
  const answer = await query({ ...NAMES_OF_MEMBERS, variables: { organization, ids: [] } }, end);
  const part = ofOrganization(partOf(answer, Names), organizationId);
  return part.ok ? ok(part.value.data.organization.membersWithRole.totalCount) : part;
}
