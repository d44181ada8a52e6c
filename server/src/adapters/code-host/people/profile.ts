import type { Profile } from '../../../domain/account.ts';
import { ok } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { Told } from '../../../ports/code-host.ts';
import type { Log } from '../../../ports/system.ts';
import type { GraphqlRunner } from '../graphql/graphql.ts';
import type { SendAs } from '../send/send.ts';
import { graphqlProfile } from './graphql-profile.ts';
import { restProfile } from './rest-profile.ts';

/** The ways to ask who somebody is. */
export interface ProfileDeps {
  readonly runGraphql: GraphqlRunner;
  readonly sendAsUser: SendAs;
  readonly log: Log;
}

/**
 * The profile by GraphQL, or by REST as a whole when GraphQL fails in any way but a refused token, which REST
 * would refuse as well. The refusal is that of the last attempt. Each organization appears once.
 */
export async function readProfile(
  { runGraphql, sendAsUser, log }: ProfileDeps,
  token: HostToken,
): Promise<Told<Profile>> {
  const told = await graphqlProfile((document, variables) => runGraphql(token, { ...document, variables }), log);
  if (told.ok) return ok(withoutRepetitions(told.value));
  if (told.refusal.kind === 'unauthorized') return told;

  log.warn({ refusal: told.refusal }, 'profile could not be read by GraphQL; trying REST');
  const asked = await restProfile(sendAsUser, log);
  return asked.ok ? ok(withoutRepetitions(asked.value)) : asked;
}

// Lists shift while they are paged, and the platform then repeats an entry.
const withoutRepetitions = ({ user, memberships }: Profile): Profile => ({
  user,
  memberships: [...new Map(memberships.map((entry) => [entry.organization.id, entry])).values()],
});
