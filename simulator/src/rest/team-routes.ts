import { notFound } from '../api/errors.ts';
import { callerIn } from '../api/organization-gate.ts';
import type { Parts } from '../parts.ts';
import type { Endpoints } from './endpoint.ts';

/** Teams of an organization, without those that are secret and not the caller's. GitHub docs: REST API endpoints for teams. */
export function teamRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views } = parts;

  endpoint('GET /orgs/:org/teams', callerIn('read', parts), ({ caller, page }) => {
    const { organization, membership, administers, actorId } = caller;
    if (membership === null && !administers) throw notFound();
    const shown = world
      .teamsOf(organization.id)
      .filter(
        ({ privacy, members }) =>
          privacy === 'VISIBLE' || administers || members.some(({ userId }) => userId === actorId),
      );
    return page(shown, views.team);
  });
}
