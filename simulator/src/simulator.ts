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
  /**
   * What differs from the usual App; without a public key, a key pair is made. Null: none is registered yet, and so none
   * is installed in the seeded world.
   */
  readonly app?: Partial<AppRegistration> | null;
  /** Default: the seeded world. */
  readonly world?: World;
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
  const links = createLinks(kind, () => url);
  const { server, control } = createServer({ app, world, links, now });

  await server.listen({ port, host });
  url = addressOf(server.server.address());
  return {
    /** Web base, without a trailing slash: `http://127.0.0.1:PORT`. */
    url,
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
