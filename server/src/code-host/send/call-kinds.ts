import type { HostRequest } from './send.ts';

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
