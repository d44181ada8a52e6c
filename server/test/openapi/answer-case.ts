import { type Answer, fetchOnce } from '../support/browser.ts';
import type { Service } from '../support/service/start-service.ts';

export interface Place {
  readonly service: Service;
  readonly bearer: { readonly authorization: string };
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

/** A request, and which documented answer it brings about. */
export type Case = readonly [endpointId: string, status: number, what: string, ask: (place: Place) => Promise<Answer>];

export const FOREIGN = { origin: 'https://evil.example' };

/** The session as a browser sends it. */
export const withCookie = ({ bearer }: Place) => ({
  cookie: `host_session=${bearer.authorization.slice('Bearer '.length)}`,
});

/** Somebody signed in at that place. */
export const bearerOf = async ({ service }: Place, login: string) => (await service.signIn(login)).bearer;

/** Asks one endpoint; by default about acme. */
export type Ask = (
  place: Place,
  headers: Readonly<Record<string, string>>,
  organization?: string,
) => ReturnType<Place['get']>;

/** Refused cases of endpoints for owners. */
export const ownersOnlyCases = (id: string, ask: Ask): readonly Case[] => [
  [id, 400, 'blank', (place) => ask(place, place.bearer, '%20')],
  [id, 403, 'a member', async (place) => ask(place, await bearerOf(place, 'grace'))],
  [id, 404, 'a stranger', (place) => ask(place, place.bearer, 'northwind')],
];

/** Adds the refusal of organizations without invitations. */
export const invitersOnlyCases = (id: string, ask: Ask): readonly Case[] => [
  ...ownersOnlyCases(id, ask),
  [
    id,
    409,
    'managed users',
    async (place) => {
      const { world } = place.service.simulator;
      if (world.user('owner_octo') === null) world.addUser({ login: 'owner_octo' });
      world.addMembership({ organization: 'acme', login: 'owner_octo', role: 'admin' });
      return ask(place, await bearerOf(place, 'owner_octo'));
    },
  ],
];

export function placeOf(service: Service, bearer: Place['bearer']): Place {
  return {
    service,
    bearer,
    get: (path, headers = {}) => fetchOnce(`${service.url}${path}`, { headers }),
    post: (path, body, headers = {}) =>
      fetchOnce(`${service.url}${path}`, {
        method: 'POST',
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      }),
  };
}
