import type { AddressInfo } from 'node:net';
import { type AppRegistration, registerApp } from './apps/registration.ts';
import { createServer } from './server.ts';
import { createLinks, type HostKind } from './world/links.ts';
import { seedWorld } from './world/seeds/seed.ts';
import type { World } from './world/world.ts';

export type { FaultEffect, FaultRule } from './control/faults.ts';
export type { Hold } from './control/holds.ts';
export type { RequestMatch } from './control/request-match.ts';
export { INVITATION_REFUSALS, type InvitationRefusal } from './rest/members/refusals.ts';
export type { Delivery } from './webhooks/log.ts';
export type { HostKind } from './world/links.ts';
export { seedWorld } from './world/seeds/seed.ts';
export { createWorld, type World } from './world/world.ts';

export interface SimulatorOptions {
  /** Default: any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly kind?: HostKind;
  /** For Enterprise Server. Default: the newest documented version. */
  readonly serverVersion?: string;
  /** Null registers no App. */
  readonly app?: Partial<AppRegistration> | null;
  /** Default: the seeded world. */
  readonly world?: World;
  /** Behind a proxy; API requests must still arrive below `/api`. */
  readonly addresses?: { readonly web: string; readonly api?: string };
  /** From a webhook URL to its actual address. */
  readonly receiverAt?: (url: string) => string;
  readonly now?: () => number;
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

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
    /** The local port, even behind a proxy. */
    port: listensOn ?? 0,
    url: links.web(''),
    apiUrl: links.api(''),
    graphqlUrl: links.graphql(),
    app,
    world,
    control,
    async close(): Promise<void> {
      control.endWaits();
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
