import type { Service } from '../../support/service/start-service.ts';

const claimOf = (kind: string) => ({
  holder: 'a test',
  kinds: [{ kind, room: 9, running: 0 }],
  limit: 9,
  leaseMs: 60_000,
});

/** Adds work of an organization that failed too often; returns its ID. */
export async function addDeadWork(service: Service, login: string, key = 'a-key') {
  const { simulator, storage, clock } = service;
  const organizationId = simulator.world.organization(login)?.id ?? 0;
  const item = { organizationId, kind: 'test', key, dueAt: clock.now(), requestId: null };
  await storage.dueWork.add([item], clock.now());
  await killWork(service, 'test', `${key} is broken`);
  return `test.${key}`;
}

/** Puts work that is due soon on the dead list. */
export async function killWork({ storage, clock }: Service, kind: string, error = 'broken'): Promise<void> {
  const soon = new Date(clock.now().getTime() + 60_000);
  for (const item of await storage.dueWork.claim(claimOf(kind), soon))
    await storage.dueWork.fail(item, { attempts: 3, error, retryAt: null }, clock.now());
}

/** Puts the work on all open runs on the dead list, before a worker has seen them. */
export async function killRuns(service: Service, error?: string): Promise<void> {
  const { storage, clock } = service;
  await storage.dueWork.adopt('run', await storage.runs.open(), clock.now());
  await killWork(service, 'run', error);
}
