import { createStateTokens, type FlowState } from '../../../src/lib/state-token.ts';
import { type Browser, fetchOnce } from '../../support/browser.ts';
import { type Service, SIGNING_SECRET } from '../../support/service/start-service.ts';

export const CALLBACK = '/api/install/callback';
export const START = '/api/install/start';
export const COMPLETE = '/api/install/complete';

/** A state that the service itself could have signed. */
export const issueAt = (service: Service, state: FlowState): Promise<string> =>
  createStateTokens({ key: Buffer.from(SIGNING_SECRET), audience: service.url }, service.clock).issue(state);

/** The state in an address of the code host. */
export const stateIn = (location: string | null | undefined): string =>
  new URL(location ?? '').searchParams.get('state') ?? '';

/** The ID of the installation on an account of the code host. */
export const installationOn = ({ simulator: { world } }: Service, login: string): number => {
  const account = world.organization(login) ?? world.user(login);
  return world.installationOf(account?.id ?? 0)?.id ?? 0;
};

/** Every installation a session is linked to. */
export async function linkedTo(service: Service, bearer: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const { json } = await fetchOnce(`${service.url}/api/auth/session`, { headers: bearer });
  return (json as { readonly session: { readonly installationIds: readonly number[] } }).session.installationIds;
}

/** Starts an installation; the state, and the browser now holds its CSRF cookie. */
export async function begin(service: Service, browser: Browser): Promise<string> {
  return stateIn((await browser.request(`${service.url}${START}`)).location);
}

export const callbackUrl = (service: Service, query: Readonly<Record<string, string>>): string =>
  `${service.url}${CALLBACK}?${new URLSearchParams(query)}`;
