import { compare } from '../measuring/compare.ts';
import { cpuFindings } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { ORGANIZATION_READS } from './organizations.ts';
import { servePeople } from './people-served.ts';
import { repeaterOf, requestsOf, sideOf, stepsTo, withQueries } from './sides.ts';

/** Row 3: reads of sessions and organizations on PostgreSQL, beside a bare server with one prepared query. */
export async function readsOnPostgres(bench: Bench): Promise<readonly Finding[]> {
  const { service, people, databaseUrl } = await servePeople(bench, 'PostgreSQL');
  const findings: Finding[] = [];
  for (const { what, pathOf, query } of [
    { what: 'GET /api/auth/session', pathOf: () => '/api/auth/session', query: 'session' as const },
    ...ORGANIZATION_READS.map((read) => ({ ...read, query: 'organizations' as const })),
  ]) {
    const ours = await sideOf(service, requestsOf(people, pathOf));
    const { env } = withQueries(databaseUrl, query);
    const oneQuery = await repeaterOf(bench, ours, { name: 'bare-query', env });
    const steps = await stepsTo(bench, ours, databaseUrl);
    const comparison = await compare(bench.load, bench.thoroughness, ours, [
      oneQuery,
      ...steps.map(({ side }) => side),
    ]);
    findings.push(
      ...cpuFindings(`${what}, PostgreSQL`, comparison, [
        { name: 'bare, our one query', target: { least: 0.75 } },
        ...steps,
      ]),
    );
    for (const { program } of [oneQuery, ...steps.map(({ side }) => side)]) await program.stop();
  }
  return findings;
}
