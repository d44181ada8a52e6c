import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '@orgdesk/simulator';
import { codeHostSettings } from '../../server/test/support/service/code-host-settings.ts';
import { freePort } from '../../server/test/support/service/ports.ts';
import { runProgram, untilReady } from '../../server/test/support/service/program.ts';
import type { Finding } from './finding.ts';
import { signInAt } from './sign-in-at.ts';

const LISTS = { path: '/installation/repositories' };
const HANGING = 40;
const PEOPLE = 10;
const EACH = 3;
/** Allowed increase on a machine that does other work. */
const MORE_THAN_BEFORE_MS = 500;

/** A person looks at forty lists that hang; ten others look at theirs for the first time, before and meanwhile. */
export async function hangingLists(): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-faults-'));
  const port = await freePort();
  const simulator = await startSimulator({ app: { callbackUrls: [`http://localhost:${port}/api/auth`] } });
  const { world, control } = simulator;
  for (const { id } of world.installations()) world.removeInstallation(id);
  const url = `http://localhost:${port}`;
  const program = runProgram({
    env: {
      BASE_URL: url,
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, 'orgdesk.db')}`,
      ...codeHostSettings(simulator),
      TOKEN_SECRET: 'a token secret of the fault runs',
      LOG_LEVEL: 'silent',
    },
  });
  try {
    await untilReady(program, url);
    /** Somebody new with lists that nobody has fetched, and how long their status takes. */
    const newcomer = async (login: string, installations: number) => {
      world.addUser({ login });
      const crowd = world.enlarge(login, { organizations: installations, installations, prefix: login });
      for (const owner of crowd.organizations) world.addRepository({ owner, name: 'one' });
      const headers = await signInAt(url, login);
      const status = async () => {
        const startedAt = performance.now();
        const answer = (await (await fetch(`${url}/api/install/status`, { headers })).json()) as Status;
        return { ms: performance.now() - startedAt, lists: answer.summary.totalRepositories };
      };
      return { ...crowd, status };
    };
    const everybody = async (group: string) => {
      const times: Awaited<ReturnType<Awaited<ReturnType<typeof newcomer>>['status']>>[] = [];
      for (let person = 1; person <= PEOPLE; person += 1) {
        times.push(await (await newcomer(`${group}-${person}`, EACH)).status());
      }
      return { ms: Math.max(...times.map(({ ms }) => ms)), complete: times.every(({ lists }) => lists === EACH) };
    };

    const before = await everybody('before');
    const unlucky = await newcomer('unlucky', HANGING);
    const hold = control.hold({ ...LISTS, installations: unlucky.installationIds });
    const waiting = unlucky.status();
    await hold.arrived(1);
    const meanwhile = await everybody('meanwhile');
    await waiting;
    hold.release();
    return [
      {
        what: `${HANGING} repository lists hang for one person: the status of ${PEOPLE} others`,
        bound: `complete, and no more than ${MORE_THAN_BEFORE_MS} ms longer than before`,
        seen: `${meanwhile.complete ? 'complete' : 'incomplete'}, at most ${Math.round(meanwhile.ms)} ms after ${Math.round(before.ms)} ms`,
        ok: before.complete && meanwhile.complete && meanwhile.ms <= before.ms + MORE_THAN_BEFORE_MS,
      },
    ];
  } finally {
    await program.stop('SIGKILL');
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Status {
  readonly summary: { readonly totalRepositories: number };
}
