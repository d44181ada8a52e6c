import type { AddressInfo } from 'node:net';
import { type AppRegistration, registerApp } from './apps/registration.ts';
import { createLinks, type HostKind } from './links.ts';
import { createServer } from './server.ts';
import { seedWorld } from './world/seeds/seed.ts';
import type { World } from './world/world.ts';

export type { FaultEffect, FaultRule } from './control/faults.ts';
export type { Hold } from './control/holds.ts';
export type { RequestMatch } from './control/request-match.ts';
export type { HostKind } from './links.ts';
export { INVITATION_REFUSALS, type InvitationRefusal } from './rest/members/refusals.ts';
export type { Delivery } from './webhooks/log.ts';
export { seedWorld } from './world/seeds/seed.ts';
export { createWorld, type World } from './world/world.ts';

/** How to start a simulator. Everything may be left out. */
export interface SimulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default `cloud`. */
  readonly kind?: HostKind;
  /** What an Enterprise Server says of itself. Default: the newest that is described. */
  readonly serverVersion?: string;
  /**
   * What differs from the usual App; without a public key, a key pair is made. Null: none is registered yet, and so none
   * is installed in the seeded world.
   */
  readonly app?: Partial<AppRegistration> | null;
  /** Default: the seeded world. */
  readonly world?: World;
  /**
   * Where people and the service reach it, when something that passes requests on is in between: the pages, and the APIs
   * where they have a host of their own, without slashes at the end. Requests for the APIs arrive below `/api` all the same.
   */
  readonly addresses?: { readonly web: string; readonly api?: string };
  /** Where the receiver of webhooks with this address really listens. */
  readonly receiverAt?: (url: string) => string;
  /** The clock; default the real one. */
  readonly now?: () => number;
}

/** A running simulator. */
export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

/** Starts a simulated code host on a real socket. Rejects when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}) {
  const { port = 0, host = '127.0.0.1', kind = 'cloud', now = Date.now } = options;
  const app = await registerApp(options.app === undefined ? {} : options.app);
  const world = options.world ?? seedWorld(now, options.app === null ? 'without-app' : 'with-app');
  let url = '';
  const { addresses } = options;
  const api = addresses?.api;
  const webOf = () => (addresses === undefined ? url : addresses.web);
  const links = createLinks(kind, webOf, api === undefined ? null : () => api, options.serverVersion);
  const { receiverAt = (address: string) => address } = options;
  const { server, control } = createServer({ app, world, links, now, receiverAt });

  await server.listen({ port, host });
  url = addressOf(server.server.address());
  const { port: listensOn }: { port?: number } = Object(server.server.address());
  return {
    /** Where it listens, whatever its addresses say. */
    port: listensOn ?? 0,
    /** Web base, without a trailing slash: `http://127.0.0.1:PORT`. */
    url: links.web(''),
    /** REST base: `URL/api`, or `URL/api/v3` for an Enterprise Server. */
    apiUrl: links.api(''),
    graphqlUrl: links.graphql(),
    /** The registered App with its secrets. */
    app,
    world,
    control,
    /** Stops at once: held requests and open connections are cut. */
    async close(): Promise<void> {
      control.reset();
      await server.close();
    },
  };
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  const isWildcard = address.address === '0.0.0.0' || address.address === '::';
  if (isWildcard) return `http://127.0.0.1:${address.port}`;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
