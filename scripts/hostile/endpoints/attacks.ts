import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from '@orgdesk/contract';
import { startProbe, timeOfPart } from '../probe.ts';
import { leaveUnread, stallBodies } from './connections.ts';
import { fillStorage, GROWTH_MEGABYTES, isKept, KEPT_MEGABYTES, keptMegabytes } from './growth.ts';
import { answeredAs, bodyReaderOf } from './mechanisms.ts';
import {
  FILES_GROWTH_MEGABYTES,
  MEMORY_GROWTH_MEGABYTES,
  type Observed,
  type Observer,
  READ_FACTOR,
  READ_FLOOR_MS,
  WEBHOOK_GROWTH_MEGABYTES,
} from './observed.ts';
import { sendInParallel } from './parallel.ts';
import { type HostileRequest, requestOf } from './requests.ts';
import { ATTACKER, OTHER_OWNER, type Scene } from './scene.ts';

/** The result of an attack. */
export interface Verdict {
  /** The bounds on memory and storage that did not hold. */
  readonly broken: readonly string[];
  /** True if another person's read took too long. Depends on the machine, so it does not fail the run. */
  readonly isSlow?: boolean;
  /** The attack may leave more resident than another is allowed. */
  readonly leavesMemory?: boolean;
  readonly seen: string;
}

/** A way to attack an endpoint. */
export interface EndpointAttack {
  readonly name: 'stalled body' | 'unread, slow' | 'parallel' | 'storage';
  readonly settings: Readonly<Record<string, string>>;
  /** Endpoints with the same are attacked together first. */
  readonly groupOf: (endpoint: Endpoint) => string;
  readonly run: (
    on: { readonly scene: Scene; readonly observed: () => Promise<Observer> },
    endpoints: readonly Endpoint[],
  ) => Promise<Verdict>;
}

async function requestsOf(scene: Scene, endpoints: readonly Endpoint[], costly: boolean) {
  const headers = await scene.signIn(ATTACKER);
  return endpoints.map((endpoint) => requestOf(endpoint, scene, headers, costly));
}

function judged({ megabytes, readMs }: Observed, { readLimitMs }: Observer, endpoints: readonly Endpoint[]): Verdict {
  const ofWebhooks = endpoints.every(({ chapter }) => chapter === 'Webhooks');
  const ofFiles = endpoints.every(({ chapter }) => chapter === 'Organization files');
  const growthMegabytes = ofWebhooks
    ? WEBHOOK_GROWTH_MEGABYTES
    : ofFiles
      ? FILES_GROWTH_MEGABYTES
      : MEMORY_GROWTH_MEGABYTES;
  const broken = [
    ...(megabytes === Infinity ? ['the process ended'] : []),
    ...(Number.isFinite(megabytes) && megabytes > growthMegabytes ? [`+${Math.round(megabytes)} MB`] : []),
  ];
  return {
    broken,
    isSlow: readMs > readLimitMs,
    leavesMemory: ofWebhooks,
    seen: `${megabytes > 0 ? '+' : ''}${Math.round(megabytes)} MB, ${Math.round(readMs)} ms`,
  };
}

/** Sends a request of another person while `work` goes on; returns the middle time until the head of the answer. */
async function timeUntilAnswered(
  scene: Scene,
  { path, method, headers, body }: HostileRequest,
  work: () => Promise<void>,
): Promise<number> {
  const stop = await startProbe({ url: `${scene.url}${path}`, method, headers, body, awaits: 'head' });
  await work();
  return timeOfPart(await stop(), 0.5);
}

/** How long another person's request is measured before the attack. */
const ALONE_MS = 300;
/** Without a limit of addresses: whoever attacks has many. */
const MANY_ADDRESSES = { RATE_LIMIT: 'off' };

export const ENDPOINT_ATTACKS: readonly EndpointAttack[] = [
  {
    name: 'stalled body',
    settings: MANY_ADDRESSES,
    groupOf: bodyReaderOf,
    run: async ({ scene, observed }, endpoints) => {
      const observer = await observed();
      const requests = await requestsOf(scene, endpoints, false);
      // Without a session, a GET does nothing: what it costs to answer one belongs to the other attacks.
      const bodies = requests.map((request) => (request.method === 'GET' ? { ...request, headers: {} } : request));
      return judged(await observer.during(() => stallBodies(scene, bodies)), observer, endpoints);
    },
  },
  {
    name: 'unread, slow',
    settings: MANY_ADDRESSES,
    groupOf: answeredAs,
    run: async ({ scene, observed }, endpoints) => {
      const observer = await observed();
      const requests = await requestsOf(scene, endpoints, false);
      return judged(await observer.during(() => leaveUnread(scene, requests)), observer, endpoints);
    },
  },
  {
    name: 'parallel',
    settings: MANY_ADDRESSES,
    groupOf: ({ id }) => id,
    run: async ({ scene, observed }, [endpoint]) => {
      const observer = await observed();
      if (endpoint === undefined) throw new Error('there is no endpoint to attack');
      const headers = await scene.signIn(ATTACKER);
      const same = requestOf(endpoint, scene, await scene.signIn(OTHER_OWNER), false);
      const aloneMs = await timeUntilAnswered(scene, same, () => delay(ALONE_MS));
      let sameMs = 0;
      const attack = async () => {
        sameMs = await timeUntilAnswered(scene, same, async () => {
          await sendInParallel(scene, () => requestOf(endpoint, scene, headers, true));
        });
      };
      const verdict = judged(await observer.during(attack), observer, [endpoint]);
      return {
        ...verdict,
        isSlow: verdict.isSlow === true || sameMs > Math.max(READ_FLOOR_MS, READ_FACTOR * aloneMs),
        seen: `${verdict.seen}; the same of another ${Math.round(sameMs)} ms, alone ${Math.round(aloneMs)} ms`,
      };
    },
  },
  {
    name: 'storage',
    // Each attack sends what the limit of a person allows in a minute, and all attacks are of one person.
    settings: MANY_ADDRESSES,
    groupOf: ({ id }) => id,
    run: async ({ scene }, [endpoint]) => {
      if (endpoint === undefined) throw new Error('there is no endpoint to attack');
      const grown = await fillStorage(scene, endpoint);
      const seen = `+${grown.toFixed(1)} MB stored in a minute`;
      if (!isKept(endpoint)) return { broken: grown > GROWTH_MEGABYTES[endpoint.method] ? [seen] : [], seen };
      // An organization may keep only so much for days, however fast it was created.
      const kept = await keptMegabytes(scene, endpoint);
      const sum = Number.isFinite(kept) ? `${Math.round(kept)} MB kept of 8 GB` : 'not bounded';
      return { broken: kept > KEPT_MEGABYTES ? [seen, sum] : [], seen: `${seen}, ${sum}` };
    },
  },
];
