import { describe, expect, test } from 'vitest';
import { ORGANIZATIONS_AT_ONCE } from '../../../../src/lib/limits/people.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { inSeries } from '../../../support/series.ts';
import { addOrganization } from '../../../support/service/add-organization.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { readAcross } from './across.ts';

const [ORGANIZATIONS, PEOPLE] = inSeries<readonly [number, number]>([30, 2_000], [6, 350]);
/** What an organization costs besides its members: owners, outside collaborators, second factors and their checks. */
const BESIDES = 9;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('many large organizations, on %s,', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  test('cost one call per hundred members and a few each, and nothing while unchanged', {
    timeout: 600_000,
  }, async () => {
    const { login: owner } = world().addUser({ login: 'owner-of-all' });
    const crowd = Array.from({ length: PEOPLE * 2 }, (_, nth) => world().addUser({ login: `one-of-${nth}` }).login);
    const organizations = Array.from({ length: ORGANIZATIONS }, (_, nth) => {
      const { organization } = addOrganization(service());
      world().addMembership({ organization, login: owner, role: 'admin' });
      const start = (nth * 97) % PEOPLE;
      // A full last page is read again, because another may have followed it.
      for (const login of crowd.slice(start, start + PEOPLE - 5)) world().addMembership({ organization, login });
      return organization;
    });
    const headers = await signIn(owner);
    const counted = () => control().rateState(owner).core.used + control().rateState(owner).graphql.used;

    const before = counted();
    const first = await readAcross(service(), headers);
    expect(first.lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    const pages = Math.ceil(PEOPLE / 100);
    for (const organization of organizations) {
      const members = control()
        .requests({ path: `/orgs/${organization}/members` })
        .filter(({ query }) => query.role === undefined && query.filter === undefined);
      expect(members).toHaveLength(pages);
    }
    const checks = Math.ceil(pages / 10) + 1;
    expect(counted() - before).toBeLessThanOrEqual(ORGANIZATIONS * (pages + checks + BESIDES));
    expect(control().maxInFlight({ login: owner })).toBeLessThanOrEqual(3 * ORGANIZATIONS_AT_ONCE);

    const core = control().rateState(owner).core.used;
    const second = await readAcross(service(), headers);
    expect(control().rateState(owner).core.used).toBe(core);
    expect(second.rows.length).toBe(first.rows.length);
    expect(second.rows.length).toBeGreaterThan(PEOPLE);
  });
});
