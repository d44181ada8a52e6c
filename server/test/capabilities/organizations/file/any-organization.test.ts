import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { applied, filesAs, lineOf, renamed } from './files-as.ts';
import { addGenerated, organizations } from './generated-organizations.ts';

describe('for any two organizations', () => {
  // There, people are added without an invitation.
  const service = sharedService({ hostKind: 'enterprise-server' });

  test('applying the plan from one to the other makes them equal, and a second plan is empty', async () => {
    await fc.assert(
      fc.asyncProperty(organizations, organizations, fc.boolean(), async (one, other, isReversed) => {
        const from = addGenerated(service(), one, false);
        const to = addGenerated(service(), other, isReversed);
        const { bearer } = await service().signIn('ada');
        const files = renamed(await filesAs(service(), bearer, to).importFiles(), to, from);
        const place = filesAs(service(), bearer, from);
        const plan = await place.plan(files);
        if (plan.steps.length > 0) {
          const rows = await applied(service(), bearer, plan);
          const others = rows.filter(({ outcome }) => !['changed', 'sent', 'under-way'].includes(outcome));
          expect(others.map(({ step, outcome, words }) => [step && lineOf(step), outcome, words])).toEqual([]);
        }
        expect((await place.plan(files)).steps.map(lineOf)).toEqual([]);
        expect(await place.importFiles()).toEqual(files);
      }),
      { numRuns: Number(process.env.RUNS ?? 15), endOnFailure: true },
    );
  }, 240_000);
});
