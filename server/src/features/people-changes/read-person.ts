import { readOrganization } from '../../code-host/client.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readOutsideCollaborators } from '../../code-host/people/people.ts';
import { readPersonInOrganization, readTeamRole } from '../../code-host/people/people-changes.ts';
import type { OwnerRequest } from '../../code-host/people/reached-repositories.ts';
import type { FreshOrganization } from '../../code-host/people/types.ts';
import { canBeLogin } from '../../domain/account.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import type { PersonState } from '../../domain/people-change.ts';
import { ok, refuse } from '../../lib/result.ts';
import { createSingleFlight } from '../../lib/shared-reads.ts';

export interface CurrentPerson extends PersonState {
  readonly id: number;
  readonly login: string;
  /** True if an enterprise team makes them a member. */
  readonly isIndirect: boolean;
  /** Null if the code host did not name it. */
  readonly freshOrganization: FreshOrganization | null;
}

/** Null if nobody has the login. Reads the role in a team, too, unless `teamId` is null. */
type ReadPerson = (at: OwnerRequest, teamId: number | null, login: string) => Promise<HostResult<CurrentPerson | null>>;

/** Outside collaborators can only be listed, so checks share a list. */
export function createReadPerson(codeHost: CodeHost): ReadPerson {
  const sharedOutside = createSingleFlight<string, HostResult<Outside>>();

  return async (at, teamId, login) => {
    if (!canBeLogin(login)) return ok(null);
    const found = await readPersonInOrganization(codeHost.as(at), at, login);
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const { role, ...person } = found.value;
    if (role === null) {
      const outside = await sharedOutside(`${at.token} ${at.organizationId} ${at.organization}`, () => readOutside(at));
      if (!outside.ok) return outside;
      const { ids, freshOrganization } = outside.value;
      return ok({
        ...person,
        freshOrganization,
        role: ids.has(person.id) ? 'outside_collaborator' : null,
        teamRole: null,
      });
    }
    const teamRole = teamId === null ? ok(null) : await readTeamRole(codeHost.as(at), at, teamId, person.login);
    return teamRole.ok ? ok({ ...person, role, teamRole: teamRole.value }) : teamRole;
  };

  /** Others share it, so the first caller cannot abort it. */
  async function readOutside(at: OwnerRequest): Promise<HostResult<Outside>> {
    const client = codeHost.as(at);
    const ids = new Set<number>();
    for await (const page of readOutsideCollaborators(client, at)) {
      if (!page.ok) return page;
      for (const { id } of page.value) ids.add(id);
    }
    const seen = await readOrganization(client, at.organization);
    if (!seen.ok) return seen;
    return seen.value === null ? refuse({ kind: 'missing', message: '' }) : ok({ ids, freshOrganization: seen.value });
  }
}

interface Outside {
  readonly ids: ReadonlySet<number>;
  readonly freshOrganization: FreshOrganization;
}
