import { Type } from 'typebox';
import type { CallCredential, CallOutcome, Observations, RemainingLimit } from '../../domain/observations.ts';
import type { Result } from '../../lib/result.ts';
import type { Log } from '../../lib/system.ts';
import type { Traces } from '../../lib/traces.ts';
import { NO_ANSWER_IN_TIME } from './bounded-fetch.ts';
import { saysRateLimited, type Unreachable } from './refusals.ts';
import type { HostRequest, HostSend } from './send.ts';
import { fits, type HostAnswer } from './shapes.ts';

/** `*` matches one path part. */
const KINDS: readonly (readonly [kind: string, call: string])[] = [
  ['app.read', 'GET /app'],
  ['app.installations', 'GET /app/installations'],
  ['app.installation', 'GET /app/installations/*'],
  ['app.installation-token', 'POST /app/installations/*/access_tokens'],
  ['app.installation-requests', 'GET /app/installation-requests'],
  ['app.deliveries', 'GET /app/hook/deliveries'],
  ['app.redeliver', 'POST /app/hook/deliveries/*/attempts'],
  ['app.webhook', 'GET /app/hook/config'],
  ['app.organization-installation', 'GET /orgs/*/installation'],
  ['installation.repositories', 'GET /installation/repositories'],
  ['user.read', 'GET /user'],
  ['user.installations', 'GET /user/installations'],
  ['user.memberships', 'GET /user/memberships/orgs'],
  ['user.membership', 'GET /user/memberships/orgs/*'],
  ['account.read', 'GET /users/*'],
  ['organization.read', 'GET /orgs/*'],
  ['organization.teams', 'GET /orgs/*/teams'],
  ['organization.members', 'GET /orgs/*/members'],
  ['organization.outside-collaborators', 'GET /orgs/*/outside_collaborators'],
  ['organization.invitations', 'GET /orgs/*/invitations'],
  ['organization.failed-invitations', 'GET /orgs/*/failed_invitations'],
  ['invitation.send', 'POST /orgs/*/invitations'],
  ['invitation.teams', 'GET /orgs/*/invitations/*/teams'],
  ['invitation.cancel', 'DELETE /orgs/*/invitations/*'],
  ['member.read', 'GET /orgs/*/memberships/*'],
  ['member.set', 'PUT /orgs/*/memberships/*'],
  ['member.remove', 'DELETE /orgs/*/memberships/*'],
  ['member.remove', 'DELETE /orgs/*/members/*'],
  ['outside-collaborator.set', 'PUT /orgs/*/outside_collaborators/*'],
  ['outside-collaborator.remove', 'DELETE /orgs/*/outside_collaborators/*'],
  ['team.read', 'GET /organizations/*/team/*'],
  ['team.set', 'PATCH /organizations/*/team/*'],
  ['team.remove', 'DELETE /organizations/*/team/*'],
  ['team.children', 'GET /organizations/*/team/*/teams'],
  ['team-member.read', 'GET /organizations/*/team/*/memberships/*'],
  ['team-member.set', 'PUT /organizations/*/team/*/memberships/*'],
  ['team-member.remove', 'DELETE /organizations/*/team/*/memberships/*'],
  ['team.repositories', 'GET /organizations/*/team/*/repos'],
  ['team-access.read', 'GET /organizations/*/team/*/repos/*/*'],
  ['team-access.set', 'PUT /organizations/*/team/*/repos/*/*'],
  ['team-access.remove', 'DELETE /organizations/*/team/*/repos/*/*'],
  ['limits.read', 'GET /rate_limit'],
];

const OPERATIONS: ReadonlySet<string> = new Set([
  'AccountsByLogin',
  'MemberByLogin',
  'OrganizationAccess',
  'OrganizationMembers',
  'OrganizationTeams',
  'PeopleOfRepository',
  'RepositoriesByName',
  'RepositoryAccess',
  'TeamBySlug',
  'TeamPeople',
  'TeamsOfPerson',
  'UserByLogin',
  'ViewerOrganizations',
  'ViewerProfile',
  'OrganizationSummary',
  'TeamMembers',
  'RepositoryContributors',
  'OrgRepositories',
  'RepoScoringData',
  'OrgTeamsData',
  'OrgScoringData',
  'OrganizationRepositories',
]);

const GRANTS: ReadonlyMap<unknown, string> = new Map([
  [undefined, 'oauth.exchange-code'],
  ['refresh_token', 'oauth.refresh'],
]);

const OTHER_CALL = 'other';

/** The set of kinds is fixed, so metrics stay bounded. */
export function createCallKinds({
  apiUrl,
  webUrl,
  graphqlUrl,
}: Readonly<Record<'apiUrl' | 'webUrl' | 'graphqlUrl', string>>) {
  const byParts = new Map<string, readonly (readonly [kind: string, parts: readonly string[]])[]>();
  for (const [kind, call] of KINDS) {
    const parts = call.replace(' ', '').split('/');
    const key = shapeOf(parts);
    byParts.set(key, [...(byParts.get(key) ?? []), [kind, parts]]);
  }

  return ({ method = 'GET', url: { text: url }, body }: Pick<HostRequest, 'method' | 'url' | 'body'>): string => {
    if (url === graphqlUrl)
      return OPERATIONS.has(String(body?.operationName)) ? graphqlKind(String(body?.operationName)) : OTHER_CALL;
    if (url === `${webUrl}/login/oauth/access_token`) return GRANTS.get(body?.grant_type) ?? OTHER_CALL;
    const path = url.startsWith(apiUrl) ? url.slice(apiUrl.length) : url;
    const parts = (method + (path.split('?', 1)[0] ?? '')).split('/');
    const like = byParts
      .get(shapeOf(parts))
      ?.find(([, pattern]) => pattern.every((part, at) => part === '*' || part === parts[at]));
    return like?.[0] ?? OTHER_CALL;
  };
}

function graphqlKind(operation: string): string {
  return `graphql.${operation}`;
}

const shapeOf = (parts: readonly string[]): string => `${parts[0]} ${parts[1]} ${parts.length}`;

interface ObservedSendDeps {
  readonly observations: Observations;
  readonly traces: Traces;
  readonly callLog: Pick<Log, 'info'> | null;
  readonly kindOf: (request: HostRequest) => string;
}

export function createObservedSend(
  send: HostSend,
  credential: CallCredential,
  { observations, traces, callLog, kindOf }: ObservedSendDeps,
): HostSend {
  return (request, token) => {
    const kind = kindOf(request);
    const task = { name: `code host ${kind}`, kind: 'call', attributes: { 'orgdesk.credential': credential } } as const;
    return traces.within(task, async (note) => {
      const began = performance.now();
      const response = await send(request, token);
      const seconds = (performance.now() - began) / 1000;
      const outcome = outcomeOf(request, response);
      const left = response.ok ? limitLeftIn(response.value) : null;
      observations.noteCall({ kind, credential, outcome, seconds, left });
      const hostRequestId = response.ok ? hostRequestIdIn(response.value) : null;
      const status = response.ok ? response.value.status : null;
      note({
        'orgdesk.outcome': outcome,
        ...(status !== null && { 'http.response.status_code': status }),
        ...(hostRequestId !== null && { 'orgdesk.code_host_request_id': hostRequestId }),
      });
      if (isFailure(request, outcome)) {
        const reason = response.ok ? response.value.message : response.refusal.message;
        callLog?.info(
          { call: kind, credential, outcome, status, reason, hostRequestId: hostRequestId },
          'a call to the code host failed',
        );
      }
      return response;
    });
  };
}

/** `missing` is usual: many reads only check whether something exists. */
const EXPECTED: ReadonlySet<CallOutcome> = new Set(['ok', 'not-modified', 'missing', 'cancelled']);

/** For a change, `missing` means that the credential lacks permission. */
const isFailure = ({ method = 'GET' }: HostRequest, outcome: CallOutcome): boolean =>
  !EXPECTED.has(outcome) || (outcome === 'missing' && method !== 'GET');

function outcomeOf({ end, etag = null }: HostRequest, response: Result<HostAnswer, Unreachable>): CallOutcome {
  if (!response.ok) {
    if (end?.aborted === true) return 'cancelled';
    return response.refusal.message.startsWith(NO_ANSWER_IN_TIME) ? 'timeout' : 'unreachable';
  }
  const { refusal, status, message, body } = response.value;
  if (refusal !== null) return refusal.kind;
  if (etag !== null && status === 304) return 'not-modified';
  // OAuth and GraphQL refuse with status 200.
  if (!fits(Refusing, body)) return 'ok';
  return message !== null && saysRateLimited(message) ? 'rate-limited' : 'rejected';
}

const Refusing = Type.Union([
  Type.Object({ error: Type.String({ minLength: 1 }) }),
  Type.Object({ errors: Type.Array(Type.Unknown(), { minItems: 1 }), data: Type.Optional(Type.Null()) }),
]);

export function limitLeftIn({ headers }: HostAnswer): RemainingLimit | null {
  const [remaining, limit] = [numberIn(headers['x-ratelimit-remaining']), numberIn(headers['x-ratelimit-limit'])];
  if (remaining === null || limit === null || limit === 0) return null;
  return { resource: String(headers['x-ratelimit-resource'] ?? ''), remaining, limit };
}

const numberIn = (header: unknown): number | null =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;

/** Code-host support needs this ID. */
function hostRequestIdIn({ headers }: HostAnswer): string | null {
  const id = headers['x-github-request-id'];
  return typeof id === 'string' && /^[\w:.-]{1,100}$/.test(id) ? id : null;
}
