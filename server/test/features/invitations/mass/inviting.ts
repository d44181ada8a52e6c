import type { RequestMatch } from '@orgdesk/simulator';
import { type Answer, fetchOnce } from '../../../support/browser.ts';
import type { Service } from '../../../support/service/start-service.ts';

/** The answer of a mass invite. */
export interface Report {
  readonly success: readonly string[];
  readonly failed: readonly { readonly login: string; readonly error: string }[];
}

export const JSON_TYPE = { 'content-type': 'application/json' } as const;
/** The calls that look somebody up, and those that invite. */
export const LOOKUPS: RequestMatch = { path: '/graphql', operation: 'UserByLogin' };
export const invitationsOf = (organization: string): RequestMatch => ({
  method: 'POST',
  path: `/orgs/${organization}/invitations`,
});

/** Posts to the mass invite of an organization; a text goes out as it is. */
export function massInvite(
  url: string,
  organization: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  query = '',
): Promise<Answer> {
  return fetchOnce(`${url}/api/organizations/${organization}/mass-invite${query}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** People nobody has invited yet. */
export function addPeople({ simulator }: Pick<Service, 'simulator'>, prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const login = `${prefix}-${index}`;
    simulator.world.addUser({ login });
    return login;
  });
}

/** The ID by which somebody is invited. */
export const idOf = ({ simulator }: Pick<Service, 'simulator'>, login: string): number =>
  simulator.world.user(login)?.id ?? 0;

/** Every login of a report with its fate, to be compared in any order. */
export const fatesOf = ({ success, failed }: Report): Readonly<Record<string, string | null>> =>
  Object.fromEntries([
    ...success.map((login) => [login, null] as const),
    ...failed.map(({ login, error }) => [login, error] as const),
  ]);
