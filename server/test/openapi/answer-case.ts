import { type Answer, fetchOnce } from '../support/browser.ts';
import type { Service } from '../support/service/start-service.ts';

export interface Caller {
  readonly service: Service;
  readonly bearer: { readonly authorization: string };
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

/** A request, and which documented answer it brings about. */
export type Case = readonly [
  endpointId: string,
  status: number,
  what: string,
  ask: (caller: Caller) => Promise<Answer>,
];

export const FOREIGN = { origin: 'https://evil.example' };

/** The session as a browser sends it. */
export const withCookie = ({ bearer }: Caller) => ({
  cookie: `host_session=${bearer.authorization.slice('Bearer '.length)}`,
});

/** Somebody signed in at the service of that caller. */
export const bearerOf = async ({ service }: Caller, login: string) => (await service.signIn(login)).bearer;

/** Asks one endpoint; by default about acme. */
export type Ask = (
  caller: Caller,
  headers: Readonly<Record<string, string>>,
  organization?: string,
) => ReturnType<Caller['get']>;

/** Refused cases of endpoints for owners. */
export const ownersOnlyCases = (id: string, ask: Ask): readonly Case[] => [
  [id, 400, 'blank', (caller) => ask(caller, caller.bearer, '%20')],
  [id, 403, 'a member', async (caller) => ask(caller, await bearerOf(caller, 'grace'))],
  [id, 404, 'a stranger', (caller) => ask(caller, caller.bearer, 'northwind')],
];

/** Adds the refusal of organizations without invitations. */
export const invitersOnlyCases = (id: string, ask: Ask): readonly Case[] => [
  ...ownersOnlyCases(id, ask),
  [
    id,
    409,
    'managed users',
    async (caller) => {
      const { world } = caller.service.simulator;
      if (world.user('owner_octo') === null) world.addUser({ login: 'owner_octo' });
      world.addMembership({ organization: 'acme', login: 'owner_octo', role: 'admin' });
      return ask(caller, await bearerOf(caller, 'owner_octo'));
    },
  ],
];

export function callerOf(service: Service, bearer: Caller['bearer']): Caller {
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
