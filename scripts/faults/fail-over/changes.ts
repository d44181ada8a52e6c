import { setTimeout as pause } from 'node:timers/promises';
import type { AuditEntry, Job, MassInviteAnswer } from '@orgdesk/contract';
import type { Simulator } from '@orgdesk/simulator';
import type { Instance } from '../instance.ts';
import { signInAt } from '../sign-in-at.ts';
import { repeatedly, type TwoInstances } from '../two-instances.ts';

/** As many as a person may invite within an hour. */
const ROWS = 440;
const JOBS = [
  { owner: 'ada', organization: 'acme' },
  { owner: 'margaret', organization: 'northwind' },
] as const;
const AT_ONCE = { owner: 'hedy', organization: 'brimful' } as const;
const INVITE_EVERY_MS = 2_000;
const ENDED_LIMIT_MS = 150_000;

export const ORGANIZATIONS: readonly string[] = [...JOBS, AT_ONCE].map(({ organization }) => organization);

type Headers = Readonly<Record<string, string>>;

export interface Changes {
  /** Logins whose invitation a request of its own acknowledged. */
  readonly acknowledged: readonly string[];
  /** Cancels what the jobs have not sent, and waits until they end. */
  stop(): Promise<void>;
  jobs(): Promise<readonly Job[]>;
  /** The whole audit log of an organization. */
  entries(organization: string): Promise<readonly AuditEntry[]>;
}

/** A job in each of two organizations sends all the time, and an owner of a third one invites people one by one. */
export async function startChanges({ one, other, simulator }: TwoInstances): Promise<Changes> {
  for (const organization of ORGANIZATIONS) {
    simulator.control.invitationQuota(organization, { limit: 10_000, used: 0 });
  }
  const owners = new Map<string, Headers>();
  for (const { owner, organization } of [...JOBS, AT_ONCE]) owners.set(organization, await signInAt(one.url, owner));
  const ask = async <T>(instance: Instance, organization: string, path: string, body?: unknown): Promise<T | null> => {
    const answer = await fetch(`${instance.url}/api/organizations/${organization}/${path}`, {
      headers: { ...owners.get(organization), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return answer.ok ? (JSON.parse(text) as T) : null;
  };

  const started: { readonly organization: string; readonly id: string }[] = [];
  for (const { organization } of JOBS) {
    const rows = Array.from({ length: ROWS }, (_, index) => newPerson(simulator, `${organization}-row-${index}`));
    const answer = await ask<{ readonly job: Job }>(one, organization, 'invitation-jobs', {
      key: 'fail-over',
      rows: rows.map((login) => ({ login })),
    });
    if (answer === null) throw new Error(`no job in ${organization}`);
    started.push({ organization, id: answer.job.id });
  }

  const acknowledged: string[] = [];
  let turn = 0;
  const stopInviting = repeatedly(INVITE_EVERY_MS, async () => {
    turn += 1;
    const login = newPerson(simulator, `person-${turn}`);
    const answer = await ask<MassInviteAnswer>(turn % 2 === 0 ? one : other, AT_ONCE.organization, 'mass-invite', {
      userLogins: [login],
    });
    if (answer?.success.includes(login)) acknowledged.push(login);
  });

  const jobs = async () => {
    const answered = started.map(({ organization, id }) =>
      ask<{ readonly job: Job }>(other, organization, `jobs/${id}`),
    );
    return (await Promise.all(answered)).flatMap((answer) => (answer === null ? [] : [answer.job]));
  };
  return {
    acknowledged,
    jobs,
    async stop() {
      await stopInviting();
      const giveUpAt = performance.now() + ENDED_LIMIT_MS;
      for (const { organization, id } of started) await ask(one, organization, `jobs/${id}/cancel`, {});
      while (!(await jobs()).every(({ endedAt }) => endedAt !== null) && performance.now() < giveUpAt) await pause(500);
    },
    async entries(organization) {
      const answer = await fetch(`${one.url}/api/organizations/${organization}/audit-trail.ndjson`, {
        headers: owners.get(organization) ?? {},
      });
      const lines = (await answer.text()).split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line) as AuditEntry);
    },
  };
}

function newPerson({ world }: Simulator, login: string): string {
  world.addUser({ login });
  return login;
}
