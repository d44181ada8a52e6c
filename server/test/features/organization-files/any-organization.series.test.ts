import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../support/random/properties.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { applied, filesAs, lineOf, renamed } from './files-as.ts';
import { addGenerated, type GeneratedOrganization, organizations } from './generated-organizations.ts';

describe('for any two organizations', () => {
  // There, people are added without an invitation.
  const service = sharedService({ hostKind: 'enterprise-server' });

  async function becomes(
    one: GeneratedOrganization,
    other: GeneratedOrganization,
    isReversed: boolean,
    dots: 'replaced' | 'kept' = 'replaced',
  ) {
    service().simulator.world.setDotsInSlugs(dots);
    const from = addGenerated(service(), one, false);
    const to = addGenerated(service(), other, isReversed);
    const { bearer } = await service().signIn('ada');
    const files = renamed(await filesAs(service(), bearer, to).importFiles(), to, from);
    const prepared = filesAs(service(), bearer, from);
    const plan = await prepared.plan(files);
    if (plan.steps.length > 0) {
      const rows = await applied(service(), bearer, plan);
      const others = rows.filter(({ outcome }) => !['changed', 'sent', 'under-way'].includes(outcome));
      expect(others.map(({ step, outcome, message }) => [step && lineOf(step), outcome, message])).toEqual([]);
    }
    expect((await prepared.plan(files)).steps.map(lineOf)).toEqual([]);
    expect(await prepared.importFiles()).toEqual(files);
    return plan.steps.length;
  }

  test('applying the plan from one to the other makes them equal, and a second plan is empty', async () => {
    await fc.assert(
      fc.asyncProperty(
        organizations,
        organizations,
        fc.boolean(),
        fc.constantFrom('replaced', 'kept'),
        async (...pair) => void (await becomes(...pair)),
      ),
      { ...cases({ brief: 3, full: 20 }), endOnFailure: true },
    );
  });

  test('an imported organization, applied to an empty one, is imported again as the same bytes', async () => {
    const [full] = fc.sample(organizations, { seed: 30, numRuns: 60 }).toSorted((a, b) => sizeOf(b) - sizeOf(a));
    if (full === undefined) throw new Error('no organization was generated');
    const empty = {
      ...full,
      roles: full.roles.map(() => null),
      teams: full.teams.map((team) => ({ ...team, exists: false })),
    };
    expect(await becomes(empty, full, false)).toBeGreaterThan(20);
  });
});

const sizeOf = ({ roles, teams }: GeneratedOrganization): number =>
  roles.filter((role) => role !== null).length + 3 * teams.filter(({ exists }) => exists).length;
