import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Simulator } from '@orgdesk/simulator';
import type { Commands } from '../worlds/commands.ts';

const PROGRAM = fileURLToPath(new URL('./code-host-program.ts', import.meta.url));

export interface CodeHostOptions {
  readonly callbackUrls?: readonly string[];
  /** Numbers of a generated world, instead of the usual one. */
  readonly crowd?: { readonly installations: number; readonly repositories: number };
}

export interface Command {
  readonly name: keyof Commands;
  readonly parameters: readonly unknown[];
}

/** A simulated code host in its own process, so that nothing else waits for it. */
export interface CodeHost extends Pick<Simulator, 'url' | 'apiUrl' | 'graphqlUrl' | 'app'> {
  act<Name extends keyof Commands>(
    name: Name,
    ...parameters: Rest<Parameters<Commands[Name]>>
  ): Promise<ReturnType<Commands[Name]>>;
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
  const addresses = (await answer()) as Pick<Simulator, 'url' | 'apiUrl' | 'graphqlUrl' | 'app'>;
  return {
    ...addresses,
    async act(name, ...parameters) {
      child.send({ name, parameters } satisfies Command);
      const { outcome } = (await answer()) as { readonly outcome: never };
      return outcome;
    },
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
