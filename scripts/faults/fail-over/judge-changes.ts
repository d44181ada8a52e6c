import type { AuditEntry } from '@orgdesk/contract';
import type { Simulator } from '@orgdesk/simulator';
import { runProgram } from '../../../server/test/support/service/program.ts';
import type { Finding } from '../finding.ts';
import { type Changes, ORGANIZATIONS } from './changes.ts';
import type { Cluster } from './cluster.ts';

export type TrailHead = {
  readonly organization_id: string;
  readonly newest_number: string;
  readonly newest_hash: string;
};

/** Compares what the code host counted with the jobs and the audit logs. */
export async function judgeInvitations(changes: Changes, { control }: Simulator): Promise<readonly Finding[]> {
  const counts = new Map<string, number>();
  const recorded = new Map<string, AuditEntry>();
  for (const organization of ORGANIZATIONS) {
    for (const [login, count] of Object.entries(control.creations(organization).byInvitee)) counts.set(login, count);
    for (const entry of await changes.entries(organization)) {
      if (entry.action === 'invitation.sent' && entry.target !== null) recorded.set(entry.target.name, entry);
    }
  }
  const jobs = await changes.jobs();
  const sentByJobs = jobs.reduce((sum, job) => sum + job.counts.sent, 0);
  const arrived = [...counts.keys()];
  const arrivedOfJobs = arrived.filter((login) => login.includes('-row-'));
  const tally = (logins: readonly string[]) =>
    [...Map.groupBy(logins, (login) => recorded.get(login)?.outcome ?? 'missing')]
      .map(([outcome, { length }]) => `${length} ${outcome}`)
      .join(', ');
  const isRecorded = (login: string) => recorded.has(login);
  return [
    {
      what: `people the code host invited, of ${arrived.length}, more than once`,
      bound: 'none',
      seen: String([...counts.values()].filter((count) => count > 1).length),
      ok: arrived.length > 0 && [...counts.values()].every((count) => count === 1),
    },
    {
      what: 'invitations recorded as sent by jobs that ended',
      bound: `all ${arrivedOfJobs.length} that arrived`,
      seen: `${sentByJobs} (${jobs.map(({ state }) => state).join(', ')})`,
      ok: sentByJobs === arrivedOfJobs.length && jobs.every(({ endedAt }) => endedAt !== null),
    },
    {
      what: 'invitations that arrived, in the audit logs',
      bound: `all ${arrived.length}`,
      seen: tally(arrived),
      ok: arrived.every(isRecorded),
    },
    {
      what: 'acknowledged single invitations, in the audit log',
      bound: `all ${changes.acknowledged.length} done`,
      seen: tally(changes.acknowledged),
      ok:
        changes.acknowledged.length > 0 &&
        changes.acknowledged.every((login) => recorded.get(login)?.outcome === 'done'),
    },
  ];
}

/** Verifies the chains, and that they extend every head seen before an outage. */
export async function judgeTrails(
  cluster: Cluster,
  heads: readonly TrailHead[],
  env: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> {
  const program = runProgram({ parameters: ['audit', 'verify', '--json'], env });
  const { code } = await program.ended;
  const trails = program
    .out()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { readonly proved: boolean; readonly rows?: number });
  let extended = 0;
  for (const { organization_id, newest_number, newest_hash } of heads) {
    const [row] = await cluster.query('select 1 from audit_rows where (organization_id, number, hash) = ($1, $2, $3)', [
      organization_id,
      newest_number,
      newest_hash,
    ]);
    if (row !== undefined) extended += 1;
  }
  return [
    {
      what: 'audit logs verified by their chains',
      bound: `all ${ORGANIZATIONS.length}`,
      seen: `${trails.filter(({ proved }) => proved).length} with ${trails.reduce((sum, { rows = 0 }) => sum + rows, 0)} rows`,
      ok: code === 0 && trails.length === ORGANIZATIONS.length,
    },
    {
      what: 'heads read before an outage that are in the audit logs afterwards',
      bound: `all ${heads.length}`,
      seen: String(extended),
      ok: heads.length > 0 && extended === heads.length,
    },
  ];
}
