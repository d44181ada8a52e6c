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
    const [oneQuery, ...steps] = await Promise.all([
      repeaterOf(bench, ours, { name: 'bare-query', env: { DATABASE_URL: databaseUrl } }),
      repeaterOf(bench, ours, { name: 'framework' }),
      repeaterOf(bench, ours, { name: 'framework', env: { DATABASE_URL: databaseUrl } }),
    ]);
    const comparison = await compare(bench.load, bench.thoroughness, ours, [oneQuery, ...steps]);
    findings.push(
      ...cpuFindings(`${what}, PostgreSQL`, comparison, [
        { name: 'bare, our one query', target: { least: 0.8 } },
        { step: 'Fastify alone' },
        { step: 'Fastify, with the hash and our one query' },
      ]),
    );
    for (const { program } of [oneQuery, ...steps]) await program.stop();
  }
  return findings;
}
