import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from '@orgdesk/contract';
import { INVITEES_MAX } from '@orgdesk/contract/limits';
import { sendInParallel } from './parallel.ts';
import { type HostileRequest, requestOf } from './requests.ts';
import { ATTACKER, type Headers, OTHER_OWNER, type Scene, WITHOUT_WRONG_CODES } from './scene.ts';

/** Limits what one person may add to the database in a minute, and what an organization may keep of one kind. */
export const GROWTH_MEGABYTES = { GET: 0.25, POST: 4 } as const;
export const KEPT_MEGABYTES = 2_048;

const REQUESTS_OF_MINUTE = 1_200;
/** The code host allows a person 5,000 calls in an hour; the one of the attacks has no limit. */
const CALLS_OF_MINUTE = 5_000 / 60;
/** Of requests that store as many entries as they make calls. */
const CALLS_OF_REQUEST: Readonly<Record<string, number>> = { inviteMembers: INVITEES_MAX };
const LASTS_MS = 4_000;
const AT_ONCE = 8;
/** Enough to tell; the machine's disk is not what is attacked. */
const ENOUGH_MEGABYTES = 8 * GROWTH_MEGABYTES.POST;
const COPIES = 64;
const COPY_BYTES = 128 * 1024 * 1024;
const REMOVED_WITHIN_MS = 10_000;
const MEGABYTE = 1024 * 1024;

/** Pages of the database that are in use. */
function storedMegabytes({ databaseFile }: Scene): number {
  const db = new DatabaseSync(databaseFile, { readOnly: true, timeout: 10_000 });
  const figure = (name: string) => Number(Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]);
  const bytes = (figure('page_count') - figure('freelist_count')) * figure('page_size');
  db.close();
  return bytes / MEGABYTE;
}

/**
 * What one person adds to the database with the requests of a minute: as many are sent as a few seconds allow, and what is
 * begun is ended, so that the next can begin.
 */
export async function fillStorage(scene: Scene, endpoint: Endpoint): Promise<number> {
  if (endpoint.id === 'startDeviceSignIn') removeDeviceRequests(scene);
  const headers = await scene.signIn(WITHOUT_WRONG_CODES.get(endpoint.id) ?? ATTACKER);
  const before = storedMegabytes(scene);
  const isBegun = isKept(endpoint);
  const { statuses, sent } = await sendInParallel(
    scene,
    async () => (isBegun ? startAndEnd(scene, endpoint, headers) : longest(endpoint, scene, headers)),
    {
      atOnce: AT_ONCE,
      lastsMs: LASTS_MS,
      requestsMax: REQUESTS_OF_MINUTE,
      isEnough: () => storedMegabytes(scene) - before > ENOUGH_MEGABYTES,
    },
  );
  // Those without an answer are still being worked on.
  if (statuses.get(429) === sent) throw new Error(`no request of ${endpoint.id} was let in`);
  const grown = storedMegabytes(scene) - before;
  const calls = CALLS_OF_REQUEST[endpoint.id];
  if (calls !== undefined) return (grown / Math.max(sent, 1)) * (CALLS_OF_MINUTE / calls);
  const answered = statuses.values().reduce((sum, count) => sum + count, 0) * (isBegun ? 2 : 1);
  return grown * Math.max(1, REQUESTS_OF_MINUTE / Math.max(answered, 1));
}

/** A network may have few open ones, and other attacks have begun them. */
function removeDeviceRequests({ databaseFile }: Scene): void {
  const db = new DatabaseSync(databaseFile, { timeout: 60_000 });
  db.exec('delete from device_requests');
  db.close();
}

/** Filters of a trail as long as they may be, which find nothing. */
const LONG_FILTERS = { actor: 'x'.repeat(100), target: 'x'.repeat(320), since: '2999-01-01' };

/** The request with as much text of the attacker's choice as it takes. */
function longest(endpoint: Endpoint, scene: Scene, headers: Headers): HostileRequest {
  const request = requestOf(endpoint, scene, headers, true);
  const long = { 'user-agent': 'x'.repeat(2_000), 'x-request-id': `${Math.random()}`.padEnd(200, 'x') };
  const path = endpoint.id.startsWith('downloadAudit')
    ? `${request.path.split('?')[0]}?${new URLSearchParams(LONG_FILTERS)}`
    : request.path;
  return { ...request, path, headers: { ...request.headers, ...long } };
}

/** Begins one; gives back the request that cancels it. */
async function startAndEnd(scene: Scene, endpoint: Endpoint, headers: Headers): Promise<HostileRequest> {
  const { path, body, headers: sent, method } = requestOf(endpoint, scene, headers, true);
  const answer = await fetch(`${scene.url}${path}`, { method, headers: sent, body: body ?? null }).catch(() => null);
  const text = (await answer?.text()) ?? '';
  const [, id = 'none'] = /"id":"([0-9a-f]{32})"/.exec(text) ?? [];
  return {
    endpoint,
    method: 'POST',
    path: `${path.slice(0, path.lastIndexOf('/'))}/jobs/${id}/cancel`,
    headers,
    body: null,
  };
}

const KEPT = {
  startInvitationJob: 'invitations',
  startAccessExport: 'access-export',
} as const;

/** Returns true if its records are kept after they end, so that an organization may have many. */
export const isKept = ({ id }: Endpoint): boolean => id in KEPT;

/**
 * How much an organization keeps that had too much already when it begins another one: copies of what has ended say that
 * they are large. Infinite where the database does not count what they take.
 */
export async function keptMegabytes(scene: Scene, endpoint: Endpoint): Promise<number> {
  const kind = KEPT[endpoint.id as keyof typeof KEPT];
  const db = new DatabaseSync(scene.databaseFile, { timeout: 60_000 });
  try {
    const columns = db
      .prepare(`select name from pragma_table_info('jobs')`)
      .all()
      .map(({ name }) => String(name));
    if (!columns.includes('byte_count')) return Infinity;
    const values: Readonly<Record<string, string>> = {
      job_id: 'lower(hex(randomblob(16)))',
      job_key: `'copy-' || i`,
      byte_count: String(COPY_BYTES),
    };
    const ofSmall = `kind = '${kind}' and organization_id =
      (select organization_id from jobs where job_id = '${scene.exportId}')`;
    db.exec(`with recursive series(i) as (select 1 union all select i + 1 from series where i < ${COPIES})
      insert into jobs (${columns}) select ${columns.map((column) => values[column] ?? column)} from series,
      (select * from jobs where ended_at is not null and ${ofSmall} limit 1)`);
    const { path, headers, body } = requestOf(endpoint, scene, await scene.signIn(OTHER_OWNER), false);
    // Removes records of other attacks.
    db.exec(`delete from jobs where ended_at is null`);
    const started = await fetch(`${scene.url}${path}`, { method: 'POST', headers, body });
    if (!started.ok) throw new Error(`${endpoint.id} answered ${started.status}: ${await started.text()}`);
    const sum = db.prepare(`select sum(byte_count) as bytes from jobs where ${ofSmall} and file_removed_at is null`);
    const endsAt = performance.now() + REMOVED_WITHIN_MS;
    for (;;) {
      const megabytes = Number(sum.get()?.bytes ?? 0) / MEGABYTE;
      if (megabytes <= KEPT_MEGABYTES || performance.now() > endsAt) return megabytes;
      await delay(200);
    }
  } finally {
    db.close();
  }
}
