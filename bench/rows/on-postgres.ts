import { compare } from '../measuring/compare.ts';
import { cpuFindings } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { ORGANIZATION_READS } from './organizations.ts';
import { servePeople } from './people-served.ts';
import { repeaterOf, requestsOf, sideOf } from './sides.ts';

/** Row 3: the same reads on PostgreSQL, beside a bare server that asks it one prepared query. */
export async function readsOnPostgres(bench: Bench): Promise<readonly Finding[]> {
  const { service, people, databaseUrl } = await servePeople(bench, 'PostgreSQL');
  const findings: Finding[] = [];
  for (const { what, pathOf } of [
    { what: 'GET /api/auth/session', pathOf: () => '/api/auth/session' },
    ...ORGANIZATION_READS,
  ]) {
    const ours = await sideOf(service, requestsOf(people, pathOf));
    const oneQuery = await repeaterOf(bench, ours, { name: 'one-query', env: { DATABASE_URL: databaseUrl } });
    const comparison = await compare(bench.load, bench.thoroughness, ours, [oneQuery]);
    findings.push(...cpuFindings(`${what}, PostgreSQL`, comparison, [{ name: 'one query', target: { least: 0.8 } }]));
  }
  return findings;
}
