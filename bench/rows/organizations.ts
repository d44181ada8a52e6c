import { compare } from '../measuring/compare.ts';
import { cpuFindings } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import type { Person } from '../worlds/people.ts';
import { servePeople } from './people-served.ts';
import { repeaterOf, requestsOf, sideOf, stepsTo } from './sides.ts';

export const ORGANIZATION_READS: readonly {
  readonly what: string;
  readonly pathOf: (person: Person) => string;
}[] = [
  { what: 'GET /api/organizations', pathOf: () => '/api/organizations' },
  { what: 'GET /api/organizations/{login}', pathOf: ({ organization }) => `/api/organizations/${organization}` },
];

/** Row 2: organizations on SQLite. */
export async function organizations(bench: Bench): Promise<readonly Finding[]> {
  const { service, people, databaseUrl } = await servePeople(bench, 'SQLite');
  const findings: Finding[] = [];
  for (const { what, pathOf } of ORGANIZATION_READS) {
    const ours = await sideOf(service, requestsOf(people, pathOf));
    const bare = await repeaterOf(bench, ours);
    const steps = await stepsTo(bench, ours, databaseUrl);
    const sides = [bare, ...steps.map(({ side }) => side)];
    const comparison = await compare(bench.load, bench.thoroughness, ours, sides);
    findings.push(...cpuFindings(`${what}, SQLite`, comparison, [{ name: 'bare', target: { least: 0.28 } }, ...steps]));
    for (const { program } of sides) await program.stop();
  }
  return findings;
}
