import type { PersonInOrganizationLine, Withheld } from '@orgdesk/contract';
import type { HostInvitation, NamedAccount } from '../../../code-host/people/types.ts';
import { sameLogin } from '../../../domain/account.ts';
import type { AuditOrigin } from '../../../domain/audit-entry.ts';
import type { HostRefusal, HostResult } from '../../../domain/host-refusal.ts';
import { withheldPart } from '../../../http/refusals.ts';
import { PERSON_REPOSITORIES } from '../../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import type { Owner } from '../../../sessions/live-rights.ts';
import { getPerson, invitationView } from '../get-person.ts';
import type { ReadSecondFactors } from '../second-factors.ts';
import type { PeopleCodeHost, PeopleServices } from '../services.ts';
import { invitingOf } from './invited-lines.ts';

interface Reading {
  readonly requester: AuditOrigin;
  readonly end: AbortSignal;
}

type Belonging = Pick<PersonInOrganizationLine, 'role' | 'secondFactor' | 'teams' | 'sentInvitations' | 'withheld'>;

const NOT_IN_IT: Belonging = { role: null, secondFactor: null, teams: [], sentInvitations: [], withheld: [] };

/** Reads what the organization's page of the person shows, of the same account. */
export async function readPersonInOrganization(
  services: PeopleServices,
  readSecondFactors: ReadSecondFactors,
  owner: Owner,
  account: NamedAccount,
  { requester, end }: Reading,
): Promise<Result<PersonInOrganizationLine, HostRefusal>> {
  const { codeHost } = services;
  const inviting = invitingOf(owner);
  const invitations = codeHost.hasInvitations(inviting) ? codeHost.listedInvitations(inviting, end) : ok([]);
  const shared = { ...services, codeHost: { ...codeHost, listedInvitations: async () => invitations } };
  const [found, listed] = await Promise.all([
    getPerson(shared, readSecondFactors, { ...owner, role: 'admin' }, { person: account.login, requester }, end),
    invitations,
  ]);
  const refusal = found.ok ? null : found.refusal;
  if (refusal !== null && refusal.kind !== 'no-person') return refuse(refusal);
  // The login has moved to another account since it was looked up.
  if (found.ok && found.value.person.id !== account.id) return refuse({ kind: 'rejected', status: 404, message: '' });
  const belonging: Belonging = found.ok ? { ...found.value, role: found.value.person.role } : NOT_IN_IT;
  const { role, secondFactor, teams } = belonging;
  const sentInvitations = found.ok ? belonging.sentInvitations : openIn(listed, isFrom(account));
  const repositories = role === null ? null : await countRepositories(codeHost, owner, account.login, end);
  const withheld: Withheld[] = [...belonging.withheld];
  if (!listed.ok && !found.ok) withheld.push(withheldPart('invitations', listed.refusal));
  if (repositories?.ok === false) withheld.push(withheldPart('repositories', repositories.refusal));
  return ok({
    kind: 'organization',
    organization: owner.organizationId,
    login: owner.organization,
    role,
    isPending: refusal?.isPending ?? false,
    secondFactor,
    teams,
    repositories: repositories?.ok === true ? repositories.value : null,
    sentInvitations,
    receivedInvitations: openIn(listed, isTo(account)),
    withheld,
  });
}

async function countRepositories(
  codeHost: PeopleCodeHost,
  { session, organization, organizationId }: Owner,
  login: string,
  end: AbortSignal,
): Promise<Result<{ readonly count: number; readonly isComplete: boolean }, HostRefusal>> {
  const at = { token: session.grant.accessToken, organization, organizationId };
  let count = 0;
  let isComplete = true;
  let after: string | null = null;
  let size: number = PERSON_REPOSITORIES.page;
  for (let pages = 0; pages < PERSON_REPOSITORIES.pagesMax; pages += 1) {
    const page: Awaited<ReturnType<typeof codeHost.repositoriesOfPerson>> = await codeHost.repositoriesOfPerson(
      at,
      login,
      { after, size, end },
    );
    if (!page.ok) return page;
    const { repositories, unnamed, next } = page.value;
    count += repositories.filter(({ people }) => people.length > 0).length;
    isComplete &&= unnamed === null && repositories.every(({ withheld }) => withheld === null);
    if (next === null) return ok({ count, isComplete });
    ({ next: after, size } = page.value);
  }
  return ok({ count, isComplete: false });
}

type IsOf = (invitation: HostInvitation) => boolean;

const isTo =
  ({ login: invited }: NamedAccount): IsOf =>
  ({ login }) =>
    login !== null && sameLogin(login, invited);

const isFrom =
  ({ login }: NamedAccount): IsOf =>
  ({ invitedBy }) =>
    invitedBy !== null && sameLogin(invitedBy, login);

const openIn = (listed: HostResult<readonly HostInvitation[]>, isOf: IsOf) =>
  listed.ok
    ? listed.value.filter((invitation) => invitation.state === 'open' && isOf(invitation)).map(invitationView)
    : null;
