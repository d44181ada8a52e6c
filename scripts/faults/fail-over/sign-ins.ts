import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../instance.ts';
import { signInAt } from '../sign-in-at.ts';
import { answers, repeatedly } from '../two-instances.ts';

/** Owners of jobs are not among them: the code host revokes the oldest tokens of somebody who signs in often. */
const PEOPLE = ['grace', 'katherine', 'alan', 'dorothy', 'barbara', 'radia'];
const EVERY_MS = 200;
/** Every so many sign-ins are followed by a sign-out, at another instance. */
const ENDED_EVERY = 2;
const ENDED_AFTER_MS = 1_000;
const ENDED_READ_EVERY_MS = 100;

type Session = Readonly<Record<string, string>>;

/** An attempt to sign in; times are of `performance.now()`. */
export interface Attempt {
  readonly index: number;
  readonly beganAt: number;
  readonly endedAt: number;
  readonly ok: boolean;
}

/** An ended session that an instance let in. */
export interface Revival {
  readonly acknowledgedAt: number;
  readonly readAt: number;
}

export interface SignIns {
  readonly attempts: readonly Attempt[];
  /** Acknowledged, and nobody tried to end them. */
  readonly kept: readonly Session[];
  /** Their end was acknowledged. */
  readonly ended: readonly { readonly session: Session; readonly acknowledgedAt: number }[];
  readonly revivals: readonly Revival[];
  stop(): Promise<void>;
}

/** People sign in at both instances all the time and sign out at the other one; ended sessions are tried again. */
export function startSignIns(instances: readonly Instance[]): SignIns {
  const attempts: Attempt[] = [];
  const kept: Session[] = [];
  const ended: { readonly session: Session; readonly acknowledgedAt: number }[] = [];
  const revivals: Revival[] = [];
  let [count, turn] = [0, 0];

  const read = async ({ session, acknowledgedAt }: (typeof ended)[number], { url }: Instance) => {
    const readAt = performance.now();
    if (await answers(`${url}/api/auth/session`, session)) revivals.push({ acknowledgedAt, readAt });
  };
  const signOut = async (session: Session, { url }: Instance) => {
    const answer = await fetch(`${url}/api/auth/logout`, { method: 'POST', headers: session });
    await answer.arrayBuffer();
    if (!answer.ok) return;
    const one = { session, acknowledgedAt: performance.now() };
    ended.push(one);
    await Promise.all(instances.map((instance) => read(one, instance)));
  };
  const signIn = async (index: number, instance: Instance) => {
    count += 1;
    const isEnded = count % ENDED_EVERY === 0;
    const beganAt = performance.now();
    const session = await signInAt(instance.url, PEOPLE[count % PEOPLE.length] ?? '').catch(() => null);
    attempts.push({ index, beganAt, endedAt: performance.now(), ok: session !== null });
    if (session === null) return;
    if (!isEnded) return void kept.push(session);
    await pause(ENDED_AFTER_MS);
    await signOut(session, instances[(index + 1) % instances.length] ?? instance);
  };
  const stops = [
    ...instances.map((instance, index) => repeatedly(EVERY_MS, () => signIn(index, instance))),
    repeatedly(ENDED_READ_EVERY_MS, async () => {
      turn += 1;
      // Mostly the newest, which a stale server would know.
      const back = Math.floor(Math.random() ** 3 * ended.length);
      const [one, instance] = [ended.at(-1 - back), instances[turn % instances.length]];
      if (one !== undefined && instance !== undefined) await read(one, instance);
    }),
  ];
  return {
    attempts,
    kept,
    ended,
    revivals,
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  };
}

/** Counts how often the instances let the sessions in: each session is tried at each instance. */
export async function countAccepted(sessions: readonly Session[], instances: readonly Instance[]): Promise<number> {
  let accepted = 0;
  for (const session of sessions) {
    const seen = await Promise.all(instances.map(({ url }) => answers(`${url}/api/auth/session`, session)));
    accepted += seen.filter(Boolean).length;
  }
  return accepted;
}
