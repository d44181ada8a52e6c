import { hash } from 'node:crypto';
import type {
  AuditEntry,
  PersonAcrossLine,
  PersonEntriesLine,
  PersonInOrganizationLine,
  PersonReportLine,
  PersonReportOrganization,
  Withheld,
} from '@orgdesk/contract';
import pLimit from 'p-limit';
import { recordDownload } from '../../audit/audited.ts';
import type { HostClients } from '../../code-host/client.ts';
import { readPersonWithLogin } from '../../code-host/people/accounts.ts';
import { readInvitations } from '../../code-host/people/invitations.ts';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import { type RepositoriesWithPeople, readRepositoriesOfPerson } from '../../code-host/people/reached-repositories.ts';
import type { HostInvitation, NamedAccount } from '../../code-host/people/types.ts';
import type { BudgetedReads } from '../../code-host/send/call-meter.ts';
import { canBeLogin, sameLogin } from '../../domain/account.ts';
import type { AuditEvent, AuditOrigin } from '../../domain/audit-entry.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { withheldPart } from '../../http/refusals.ts';
import { ORGANIZATIONS_AT_ONCE, PERSON_ENTRIES, PERSON_REPOSITORIES } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { merged } from '../../lib/shared-reads.ts';
import { unsignedReport } from '../../lib/unsigned-report.ts';
import {
  loginNow,
  type OwnedOrganization,
  type Owner,
  organizationsLine,
  ownedOrganizations,
  ownerIn,
  unreadLine,
} from '../../sessions/live-rights.ts';
import { getPerson, invitationView } from './get-person.ts';
import { type AcrossCaller, type AcrossServices, budgetLines, invitingOf } from './read-across.ts';
import { createSecondFactors, type ReadSecondFactors } from './second-factors.ts';
import type { PeopleServices } from './services.ts';

interface Reading {
  readonly requester: AuditOrigin;
  readonly end: AbortSignal;
}

type Belonging = Pick<PersonInOrganizationLine, 'role' | 'secondFactor' | 'teams' | 'sentInvitations' | 'withheld'>;

const NOT_IN_IT: Belonging = { role: null, secondFactor: null, teams: [], sentInvitations: [], withheld: [] };

/** Reads what the organization's page of the person shows, of the same account. */
async function readPersonInOrganization(
  services: PeopleServices,
  readSecondFactors: ReadSecondFactors,
  owner: Owner,
  account: NamedAccount,
  { requester, end }: Reading,
): Promise<Result<PersonInOrganizationLine, HostRefusal>> {
  const { codeHost } = services;
  const inviting = invitingOf(owner);
  const invitations = hasInvitations(codeHost, inviting)
    ? readInvitations(codeHost.as(inviting), inviting, end)
    : Promise.resolve(ok([]));
  const person = { person: account.login, requester, invitations };
  const [found, listed] = await Promise.all([
    getPerson(services, readSecondFactors, { ...owner, role: 'admin' }, person, end),
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
  codeHost: HostClients,
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
    const page: HostResult<RepositoriesWithPeople> = await readRepositoriesOfPerson(codeHost.as(at), at, login, {
      after,
      size,
      end,
    });
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

interface PersonAcrossRequest {
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
export async function readPersonAcross(
  services: AcrossServices,
  caller: AcrossCaller,
  request: PersonAcrossRequest,
): Promise<Result<PersonLines, PersonRefusal>> {
  const owned = ownedOrganizations(caller.session, caller.installations);
  const reads = services.codeHost.budgetedReads();
  if (owned.length === 0) return ok(noLines());
  const account = await accountOf(reads, caller, request);
  return account.ok ? ok(linesOf(services, account.value, owned, { ...request, ...caller, reads })) : account;
}

async function* linesOf(
  services: AcrossServices,
  account: NamedAccount,
  owned: readonly OwnedOrganization[],
  { session, requester, end, reads, hasReport }: AcrossCaller & PersonAcrossRequest & { readonly reads: BudgetedReads },
): PersonLines {
  yield organizationsLine(owned);
  yield { kind: 'person', id: account.id, login: account.login };
  const reading = { ...services, codeHost: reads.codeHost };
  const readSecondFactors = createSecondFactors(reading);
  const entriesOf = createPersonEntries(services);

  const read: Line[] = [];
  const lines = merged(owned, ORGANIZATIONS_AT_ONCE, async function* (each): PersonLines {
    const owner = await ownerIn(each, { liveRights: services.sessions.rights, reads, session, end });
    if (!owner.ok) return yield unreadLine(each, owner.refusal);
    const { organizationId: organization } = owner.value;
    const person = await readPersonInOrganization(reading, readSecondFactors, owner.value, account, { requester, end });
    if (!person.ok) return yield unreadLine(each, person.refusal);
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
  yield personReport(services, { account, requester, isSame: still.ok }, owned, read);
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
  const account = await readPersonWithLogin(codeHost.as({ token: session.grant.accessToken }), requested, end);
  if (!account.ok) {
    const { refusal } = account;
    return refuse(refusal.kind === 'missing' ? { kind: 'no-person' } : refusal);
  }
  if (account.value === null) return refuse({ kind: 'no-person' });
  return id === null || account.value.id === id ? ok(account.value) : refuse({ kind: 'other-person' });
}

/** Entries have the login of their time, which another account may have had. */
function createPersonEntries({ runtime, sessions, audit }: AcrossServices) {
  // Searches of a person wait for each other, and only a few may.
  const oneSearch = pLimit(1);

  return async (
    { session, organization: name, organizationId }: Owner,
    { id, login }: NamedAccount,
    left: AbortSignal,
  ): Promise<PersonEntriesLine> => {
    const unread: PersonEntriesLine = { kind: 'entries', organization: organizationId, entries: null, hasMore: false };
    const owner = await sessions.rights(session, name);
    if (!owner.ok || owner.value.organizationId !== organizationId) return unread;
    const reading = { userId: session.user.id, now: runtime.clock.now(), left };
    const search = (filter: { readonly actor: string } | { readonly target: string }) =>
      oneSearch(() => audit.reader.part({ organizationId, ...filter, limit: PERSON_ENTRIES }, reading));
    const by = await search({ actor: login });
    const about = await search({ target: login });
    if (!by.ok || !about.ok) return unread;
    const found = [
      ...by.value.entries.filter(({ actor }) => actor?.id === id),
      ...about.value.entries.filter((entry) => isAbout(entry, id)),
    ];
    const entries = [...new Map(found.map((entry) => [entry.number, entry])).values()]
      .toSorted((one, other) => other.number - one.number)
      .slice(0, PERSON_ENTRIES);
    const hasMore = by.value.next !== null || about.value.next !== null || entries.length < found.length;
    return { kind: 'entries', organization: organizationId, entries, hasMore };
  };
}

const isAbout = ({ target }: AuditEntry, id: number): boolean =>
  target?.kind === 'person' && (target.id === null || target.id === id);

interface ReportedPerson {
  readonly account: NamedAccount;
  readonly requester: AuditOrigin;
  /** False if the account may have lost its login while it was read. */
  readonly isSame: boolean;
}

type UnsignedReport = NonNullable<PersonReportLine['unsigned']>;

const SETTING = 'TOKEN_SECRET';
const WHY: Readonly<Record<UnsignedReport['reason'], string>> = {
  'signing-off': `This service signs nothing. Its operator can switch signing on with ${SETTING}.`,
  'too-many': 'Too many reports were made within an hour. One made later is signed.',
};

/** Signs what was read of a person, if it can. Each organization that was read gets an audit entry first. */
async function personReport(
  { runtime, audit }: AcrossServices,
  { account, requester, isSame }: ReportedPerson,
  owned: readonly OwnedOrganization[],
  read: readonly PersonAcrossLine[],
): Promise<PersonReportLine> {
  const organizations = owned.map((each) => reportOf(each, read)).map((report) => (isSame ? report : unsure(report)));
  const now = runtime.clock.now();
  const head = {
    account: { id: account.id, login: account.login },
    checkedBy: requester.actor,
    checkedAt: now.toISOString(),
  };
  const lines = [head, ...organizations].map(jsonLine);
  const unsigned = (reason: UnsignedReport['reason']): PersonReportLine => ({
    kind: 'report',
    organizations,
    document: null,
    unsigned: {
      document: unsignedReport(WHY[reason], lines),
      reason,
      setting: reason === 'signing-off' ? SETTING : null,
    },
  });
  const document = await audit.signNote(`people/${account.id}`, lines);
  const made =
    document === null
      ? unsigned('signing-off')
      : ({ kind: 'report', organizations, document, unsigned: null } as const);
  const report = hash('sha256', made.document ?? made.unsigned?.document ?? '');
  for (const { organization, result, reason } of organizations) {
    if (reason !== null) continue;
    const event: AuditEvent = {
      ...requester,
      organization,
      action: 'person_report.exported',
      target: { kind: 'person', ...account, name: account.login },
      before: {},
      after: { result, sha256: report },
      deliveryId: null,
    };
    const recorded = await recordDownload(runtime, audit.trail, event, now);
    if (!recorded.ok) return unsigned(document === null ? 'signing-off' : 'too-many');
  }
  return made;
}

const unsure = (report: PersonReportOrganization): PersonReportOrganization =>
  report.result === 'not-there' ? { ...report, result: 'not-checked' } : report;

function reportOf(owned: OwnedOrganization, lines: readonly PersonAcrossLine[]): PersonReportOrganization {
  const { id } = owned.organization;
  const ofIt = lines
    .filter((line) => line.kind === 'organization' || line.kind === 'finished')
    .filter(({ organization }) => organization === id);
  const person = ofIt.find((line) => line.kind === 'organization');
  const finished = ofIt.find((line) => line.kind === 'finished');
  const unread = { role: null, isPending: null, teams: null, receivedInvitations: null, sentInvitations: null };
  const organization = { id, login: person?.login ?? loginNow(owned) };
  if (person === undefined)
    return { organization, result: 'not-checked', ...unread, reason: finished?.failure?.reason ?? 'out-of-time' };
  const { role, isPending, teams, receivedInvitations, sentInvitations } = person;
  const counts = [receivedInvitations?.length ?? null, sentInvitations?.length ?? null] as const;
  const isThere = role !== null || isPending || counts.some((count) => count !== null && count > 0);
  return {
    organization,
    result: isThere ? 'still-there' : counts.includes(null) ? 'not-checked' : 'not-there',
    role,
    isPending,
    teams: teams?.map(({ slug }) => slug) ?? null,
    receivedInvitations: counts[0],
    sentInvitations: counts[1],
    reason: null,
  };
}

/** Lines of a signed note have no control characters, not even those that JSON leaves as they are. */
const jsonLine = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
