import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { authorizeAt, createBrowser } from '../../../server/test/support/browser.ts';
import { startTarget, type Target } from '../target.ts';

const HEAP_MEGABYTES = 256;
const AUDIT_ROWS = 150_000;
const EXPORT_PARTS = 100;
const EXPORT_PART_BYTES = 200_000;
const JOB_ROWS = 2_000;
const UNREACHED = 10_000_000;
const ENDED_WITHIN_MS = 30_000;

export type Headers = Readonly<Record<string, string>>;

/** A service with much in it: people, a long audit log, a job and an export with large files. */
export interface Scene extends Target {
  /** A new session of somebody, as a header. */
  signIn(login: string): Promise<Headers>;
  /** Values of path parameters: of a small organization, and of one with 10,000 people. */
  readonly small: Readonly<Record<string, string>>;
  readonly large: Readonly<Record<string, string>>;
  readonly jobId: string;
  readonly exportId: string;
}

/** Whoever attacks owns both organizations; another person only reads. */
export const ATTACKER = 'ada';
export const OTHER_PERSON = 'grace';
/** An owner whose own limits the attacks have not used up. */
export const OTHER_OWNER = 'acme-owner';
/** Wrong codes of programs count against a person for long: the attack on storage needs persons who have sent none. */
export const WITHOUT_WRONG_CODES: ReadonlyMap<string, string> = new Map(
  ENDPOINTS.filter(({ id }) => id.endsWith('DeviceRequest')).map(({ id }) => [id, id.toLowerCase()]),
);

export async function startScene(): Promise<Scene> {
  const target = await startTarget({
    heapMegabytes: HEAP_MEGABYTES,
    fill: ({ world, control }) => {
      // The attacks are of one person, and each should reach the code host.
      control.rateLimits({ core: UNREACHED, graphql: UNREACHED });
      world.addLargeOrganization({ login: 'titan', owner: ATTACKER });
      world.addUser({ login: OTHER_OWNER });
      for (const login of WITHOUT_WRONG_CODES.values()) world.addUser({ login });
      world.addMembership({ organization: 'acme', login: OTHER_OWNER, role: 'admin' });
    },
  });
  try {
    return await fillScene(target);
  } catch (error) {
    await target.stop();
    throw error;
  }
}

async function fillScene(target: Target): Promise<Scene> {
  const signIn = (login: string) => signInAt(target, login);
  const owner = await signIn(ATTACKER);
  const base = `${target.url}/api/organizations/acme`;
  const post = async (path: string, body: object = {}) => {
    const headers = { ...owner, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { readonly job: { readonly id: string } };
  };
  await (await fetch(`${base}/audit-trail.csv`, { headers: owner })).text();
  const rows = Array.from({ length: JOB_ROWS }, (_, index) => ({ email: `person-${index}@mail.example` }));
  const { id: jobId } = (await post('/invitation-jobs', { key: 'scene', rows })).job;
  await post(`/jobs/${jobId}/cancel`);
  const { id: exportId } = (await post('/access-exports')).job;
  const runId = await startRunAt(target, owner);
  const endsAt = performance.now() + ENDED_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${base}/jobs/${exportId}`, { headers: owner });
    const { job: made } = (await answer.json()) as { readonly job: { readonly endedAt: string | null } };
    if (made.endedAt !== null) break;
    if (performance.now() > endsAt) throw new Error('the export of the scene did not end');
    await delay(100);
  }
  multiply(target.databaseFile, exportId);
  const ids = { job: jobId, export: exportId, run: runId };
  return {
    ...target,
    signIn,
    jobId,
    exportId,
    small: { login: 'acme', person: OTHER_PERSON, repository: 'api', ...ids },
    large: { login: 'titan', person: 'titan-guest-1', repository: 'service-001', ...ids },
  };
}

async function startRunAt({ url }: Target, owner: Headers): Promise<string> {
  const body = JSON.stringify({ key: 'scene', items: [{ organization: 1, invitations: [{ login: OTHER_PERSON }] }] });
  const headers = { ...owner, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/runs`, { method: 'POST', headers, body });
  const { run } = (await answer.json()) as { readonly run: { readonly id: string } };
  return run.id;
}

export async function signInAt({ url }: Target, login: string): Promise<Headers> {
  const browser = createBrowser();
  const started = await browser.request(`${url}/api/auth/start`);
  const callback = await authorizeAt(started.location ?? '', login, 'authorize');
  const answer = await browser.request(callback.href);
  const id = await browser.cookie(url, 'host_session');
  if (id === null) throw new Error(`${login} could not sign in: ${answer.status} ${answer.location} ${answer.text}`);
  return { authorization: `Bearer ${id}` };
}

/** Copies what the service wrote once, so that a file and a trail are long. Whatever columns they have are copied along. */
function multiply(file: string, exportId: string): void {
  const db = new DatabaseSync(file, { timeout: 60_000 });
  const columnsOf = (table: string) =>
    db
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
  const values: Readonly<Record<string, string>> = {
    number: `(select max(number) from audit_rows as last where last.organization_id = audit_rows.organization_id) + i`,
    at: `at + i - ${AUDIT_ROWS}`,
    request_id: `'request-' || i`,
    actor_login: `'person-' || (i % 500)`,
    // Entries of many people, because those of one are bounded.
    actor_id: `1000000 + i % 500`,
  };
  const columns = columnsOf('audit_rows');
  const series = (count: number) =>
    `with recursive series(i) as (select 1 union all select i + 1 from series where i < ${count})`;
  db.exec('begin immediate');
  db.exec(`${series(AUDIT_ROWS)} insert into audit_rows (${columns})
    select ${columns.map((column) => values[column] ?? column)} from audit_rows, series
    where organization_id = (select organization_id from jobs where job_id = '${exportId}')
      and number = (select max(number) from audit_rows as last
        where last.organization_id = audit_rows.organization_id and last.kind = 'event')`);
  db.exec(`update audit_heads set newest_number =
    (select max(number) from audit_rows where audit_rows.organization_id = audit_heads.organization_id)`);
  db.exec(`${series(EXPORT_PARTS)} insert into job_parts (organization_id, job_id, position, lines)
    select (select organization_id from jobs where job_id = '${exportId}'), '${exportId}', 1000000 + i, replace(hex(zeroblob(${EXPORT_PART_BYTES / 2})), '00', 'x,') from series`);
  db.exec('commit');
  db.close();
}
