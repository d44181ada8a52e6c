import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Simulator } from '@orgdesk/simulator';
import type { Deeds } from '../worlds/deeds.ts';

const PROGRAM = fileURLToPath(new URL('./code-host-program.ts', import.meta.url));

export interface CodeHostOptions {
  readonly callbackUrls?: readonly string[];
  /** A world of so many installations instead of the usual one. */
  readonly crowd?: { readonly installations: number; readonly repositories: number };
}

export interface Command {
  readonly deed: keyof Deeds;
  readonly parameters: readonly unknown[];
}

/** A simulated code host, in a process of its own so that nothing else waits for it. */
export interface CodeHost extends Pick<Simulator, 'url' | 'apiUrl' | 'graphqlUrl' | 'app'> {
  act<D extends keyof Deeds>(deed: D, ...parameters: Rest<Parameters<Deeds[D]>>): Promise<ReturnType<Deeds[D]>>;
  close(): Promise<void>;
}

type Rest<P> = P extends [unknown, ...infer R] ? R : never;

export async function startCodeHost(options: CodeHostOptions): Promise<CodeHost> {
  const child = fork(PROGRAM, [JSON.stringify(options)], { execArgv: [] });
  const ended = once(child, 'exit');
  const answer = async () => {
    const [message]: unknown[] = await Promise.race([once(child, 'message'), ended.then(() => [null])]);
    if (message === null) throw new Error('the simulated code host has ended');
    return message;
  };
  const place = (await answer()) as Pick<Simulator, 'url' | 'apiUrl' | 'graphqlUrl' | 'app'>;
  return {
    ...place,
    async act(deed, ...parameters) {
      child.send({ deed, parameters } satisfies Command);
      const { outcome } = (await answer()) as { readonly outcome: never };
      return outcome;
    },
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
