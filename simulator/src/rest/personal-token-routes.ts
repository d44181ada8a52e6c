import { demand } from '../api/errors.ts';
import { administratorIn } from '../api/organization-access.ts';
import type { Parts } from '../parts.ts';
import { bodyOf, invalidRequest, text } from './body.ts';
import type { Endpoints } from './endpoint.ts';

const revocation = bodyOf({ action: text });

/** GitHub docs: REST API endpoints for personal access tokens. */
export function personalTokenRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views, links } = parts;
  const owner = (level: 'read' | 'write') =>
    administratorIn(
      { organization_personal_access_tokens: level },
      'Must have admin rights to the organization.',
      parts,
    );

  endpoint('GET /orgs/:org/personal-access-tokens', owner('read'), ({ caller, query, page }) => {
    const owners = query.getAll('owner[]').map((login) => world.user(login)?.id);
    const { login, personalTokens, createdAt } = caller.organization;
    const listed = personalTokens.filter(({ userId }) => owners.length === 0 || owners.includes(userId));
    return page(listed, ({ id, userId, name }) => ({
      id,
      owner: views.account(userId),
      repository_selection: 'all',
      repositories_url: links.api(`/orgs/${login}/personal-access-tokens/${id}/repositories`),
      permissions: {},
      access_granted_at: createdAt,
      token_id: id,
      token_name: name,
      token_expired: false,
      token_expires_at: null,
      token_last_used_at: null,
    }));
  });

  endpoint(
    'POST /orgs/:org/personal-access-tokens/:id',
    { by: owner('write'), body: revocation },
    ({ caller, params, body: { action } }) => {
      if (action !== 'revoke') throw invalidRequest(`${action} is not revoke.`);
      const token = demand(caller.organization.personalTokens.find(({ id }) => String(id) === params.id) ?? null);
      world.removePersonalToken(caller.organization.login, token.id);
    },
  );
}
