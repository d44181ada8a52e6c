import {
  LIST_PERSONAL_TOKENS,
  type PersonalTokensAnswer,
  REVOKE_PERSONAL_TOKENS,
  type RevokedToken,
  type RevokeTokensAnswer,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { NoTrail, SettledChange } from '../../audit/audited.ts';
import type { Audit } from '../../audit/services.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { isPerson } from '../../code-host/people/people.ts';
import {
  type HostPersonalToken,
  readPersonalTokens,
  revokePersonalToken,
} from '../../code-host/people/personal-tokens.ts';
import type { ChangeTarget } from '../../code-host/people/types.ts';
import { canBeLogin } from '../../domain/account.ts';
import type { AuditEvent, AuditOrigin } from '../../domain/audit-entry.ts';
import { type ChangeRefusal, type HostRefusal, hostMessage } from '../../domain/host-refusal.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { CLAIMED, hostFailureOf, NO_TRAIL, OTHER_ORGANIZATION, type RefusalResponse } from '../../http/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type Owner, sameOrganization } from '../../sessions/live-rights.ts';
import type { Sessions } from '../../sessions/services.ts';

const ofTokens = {
  'no-person': { status: 404, error: 'Person not found on the code host.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofRevoking = {
  ...ofTokens,
  'no-trail': NO_TRAIL,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

type RevokeRefusal = ChangeRefusal | { readonly kind: 'gone' | 'claimed' | 'not-tried' };

const NOT_READ = 'Couldn’t check whether this token still exists: the organization’s tokens could not be read.';

function refusalView(refusal: RevokeRefusal): Omit<RevokedToken, 'id'> {
  switch (refusal.kind) {
    case 'gone':
      return { outcome: 'gone', error: null };
    case 'missing':
      return { outcome: 'refused', error: NOT_READ };
    case 'claimed':
      return { outcome: 'not-tried', error: CLAIMED };
    case 'other-organization':
      return { outcome: 'not-tried', error: OTHER_ORGANIZATION.error };
    case 'not-tried':
    case 'unreachable':
      return { outcome: 'not-tried', error: null };
    case 'not-confirmed':
      return { outcome: 'not-confirmed', error: null };
    default:
      return { outcome: 'refused', error: hostMessage(refusal) ?? hostFailureOf(refusal).error };
  }
}

/** People's fine-grained tokens are read and revoked with the owner's own rights. */
interface PersonalTokenServices {
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly audit: Audit;
}

interface RequestedRevocation {
  readonly person: string;
  readonly ids: readonly number[];
  readonly requester: AuditOrigin;
}

type NoPerson = { readonly kind: 'no-person' };
type Revocation = Result<void, RevokeRefusal>;

async function readTokens(
  codeHost: CodeHost,
  owner: Owner,
  requestedPerson: string,
  end?: AbortSignal,
): Promise<Result<readonly HostPersonalToken[], HostRefusal | NoPerson>> {
  const person = requestedPerson.trim();
  if (!canBeLogin(person)) return refuse({ kind: 'no-person' });
  const { session, organization, organizationId } = owner;
  const at = { token: session.grant.accessToken, organization, organizationId, end };
  const [exists, tokens] = await Promise.all([
    isPerson(codeHost.as(at), at, person),
    readPersonalTokens(codeHost.as(at), at, person),
  ]);
  if (!exists.ok) return exists;
  if (!exists.value) return refuse({ kind: 'no-person' });
  if (!tokens.ok) return tokens;
  const same = await sameOrganization(codeHost, owner);
  return same.ok ? tokens : same;
}

/** A token that was not found is gone if the person's tokens can be read afterwards and lack it. */
function createRevokeOne(codeHost: CodeHost, owner: Owner, person: string, target: ChangeTarget) {
  let leftNow: ReturnType<typeof readTokens> | null = null;
  return async (id: number): Promise<Revocation> => {
    const done = await revokePersonalToken(codeHost.as(target), target, id);
    if (done.ok || done.refusal.kind !== 'missing') return done;
    leftNow ??= readTokens(codeHost, owner, person);
    const left = await leftNow;
    return left.ok && left.value.every((token) => token.id !== id) ? refuse({ kind: 'gone' }) : done;
  };
}

async function revokeEach(
  { codeHost, sessions }: PersonalTokenServices,
  owner: Owner,
  person: string,
  tokens: readonly HostPersonalToken[],
  settled: (index: number, outcome: SettledChange) => void,
): Promise<ReadonlyMap<number, Revocation>> {
  const { session, organization, organizationId } = owner;
  const target = { token: session.grant.accessToken, organization, organizationId, seen: null };
  const revokeOne = createRevokeOne(codeHost, owner, person, target);
  const results = new Map<number, Revocation>();
  let isOver = false;
  for (const [index, { id }] of tokens.entries()) {
    const done: Revocation = isOver ? refuse({ kind: 'not-tried' }) : await revokeOne(id);
    results.set(id, done);
    settled(index, outcomeOf(done));
    if (done.ok) continue;
    isOver ||= ENDS_ALL.has(done.refusal.kind);
    if (done.refusal.kind === 'other-organization') sessions.rights.invalidate(organization);
  }
  return results;
}

async function listPersonalTokens(
  codeHost: CodeHost,
  owner: Owner,
  person: string,
  end: AbortSignal,
): Promise<Result<PersonalTokensAnswer, NoPerson>> {
  const tokens = await readTokens(codeHost, owner, person, end);
  if (tokens.ok) return ok({ tokens: tokens.value.map((token) => ({ ...token })), message: null });
  const { refusal } = tokens;
  return refusal.kind === 'no-person' ? refuse(refusal) : ok({ tokens: null, message: hostMessage(refusal) });
}

async function revokePersonalTokens(
  services: PersonalTokenServices,
  owner: Owner,
  { person, ids, requester }: RequestedRevocation,
): Promise<Result<RevokeTokensAnswer, NoPerson | NoTrail>> {
  const { audited, claimed } = services.audit;
  const nameOf = (id: number) => `token ${owner.organizationId} ${id}`;
  return claimed(ids.map(nameOf), async (isClaimed) => {
    const listed = await readTokens(services.codeHost, owner, person);
    if (!listed.ok && listed.refusal.kind === 'no-person') return refuse(listed.refusal);
    const own = new Map((listed.ok ? listed.value : []).map((token) => [token.id, token]));
    const chosen = ids.filter((id) => isClaimed(nameOf(id))).flatMap((id) => own.get(id) ?? []);
    const changes = chosen.map((token) => eventOn(owner, person.trim(), token, requester));
    const revoked = await audited(changes, (settle) => revokeEach(services, owner, person, chosen, settle));
    if (!revoked.ok) return revoked;
    const resultOf = (id: number): Revocation => {
      if (!isClaimed(nameOf(id)) && !revoked.value.has(id)) return refuse({ kind: 'claimed' });
      if (!listed.ok) return listed as Result<never, HostRefusal>;
      return revoked.value.get(id) ?? refuse({ kind: 'gone' });
    };
    return ok({ results: ids.map((id) => resultView(id, resultOf(id))) });
  });
}

const resultView = (id: number, done: Revocation): RevokedToken =>
  done.ok ? { id, outcome: 'done', error: null } : { id, ...refusalView(done.refusal) };

/** All further requests would be refused as well. */
const ENDS_ALL: ReadonlySet<RevokeRefusal['kind']> = new Set(['rate-limited', 'unauthorized', 'other-organization']);

function outcomeOf(done: Revocation): SettledChange {
  if (done.ok) return { outcome: 'done' };
  if (done.refusal.kind === 'not-confirmed') return { outcome: 'unknown', message: done.refusal.message };
  const { error } = refusalView(done.refusal);
  return { outcome: 'refused', message: error ?? (done.refusal.kind === 'gone' ? 'It was revoked already.' : null) };
}

const eventOn = (
  { organization, organizationId }: Owner,
  person: string,
  { id, name }: HostPersonalToken,
  requester: AuditOrigin,
): AuditEvent => ({
  ...requester,
  organization: { id: organizationId, login: organization },
  action: 'token.revoked',
  target: { kind: 'person', id: null, name: person },
  before: {},
  after: { token: id, name },
  deliveryId: null,
});

/** An addition to the specification. */
export const personalTokenRoutes: FastifyPluginAsync<PersonalTokenServices> = async (app, services) => {
  addEndpoint(
    app,
    LIST_PERSONAL_TOKENS,
    { access: owners('see personal access tokens'), refusalResponses: ofTokens },
    (request, owner, reply) =>
      listPersonalTokens(services.codeHost, owner, request.params.person, departureOf(request, reply)),
  );

  addEndpoint(
    app,
    REVOKE_PERSONAL_TOKENS,
    { access: owners('revoke personal access tokens'), refusalResponses: ofRevoking },
    (request, owner) =>
      revokePersonalTokens(services, owner, {
        person: request.params.person,
        ids: request.body.ids,
        requester: requesterOf(request),
      }),
  );
};
