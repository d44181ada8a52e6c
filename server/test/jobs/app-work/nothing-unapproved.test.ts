import { afterEach, describe, expect, test } from 'vitest';
import { serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import { inSeries } from '../../support/series.ts';
import { workThroughAll } from './continuing.ts';
import { organizationForSteps, type Prepared, STEPS, type Step } from './steps.ts';

const CASES = Object.entries(STEPS)
  .flatMap(([kind, steps]) => Object.entries<Step>(steps).map(([name, step]) => ({ kind, name, step })))
  // github.com adds nobody.
  .filter(({ name }) => name !== 'add-person');

interface Undoing {
  readonly what: string;
  readonly reason: string;
  readonly undo: (house: Prepared) => Promise<unknown>;
}

/** Whatever is beyond what somebody approved who may still do it. */
const UNDONE: readonly Undoing[] = [
  { what: 'an owner has ended it', reason: 'app-work-off', undo: ({ turn, grace }) => turn(grace, false) },
  {
    what: 'an owner has ended and allowed it',
    reason: 'app-work-off',
    undo: async ({ turn, grace }) => [await turn(grace, false), await turn(grace, true)],
  },
  {
    what: 'its person is a member by now',
    reason: 'rights-lost',
    undo: async ({ world, organization, ada }) => world.setRole(organization, ada, 'member'),
  },
  {
    what: 'its person has withdrawn it',
    reason: 'approval-withdrawn',
    undo: async ({ signIn, post, ada }) => [await signIn(ada), await post(ada, '/api/auth/sessions/end-others', {})],
  },
  {
    what: 'nobody had approved it',
    reason: 'session-ended',
    undo: async ({ jobs, grace, stored }) => {
      const [job] = ((await jobs(grace).list()).json as { readonly jobs: readonly { readonly id: string }[] }).jobs;
      await jobs(grace).change(job?.id ?? '', 'pause');
      await jobs(grace).change(job?.id ?? '', 'resume');
      expect((await stored(job?.id ?? '')).approval).toBe('none');
    },
  },
];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a step of the App on %s', (engine) => {
  const service = serviceForJobs({ engine });
  afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

  // Every step in the series; in the brief run each way is tried with some of them.
  const pairs = UNDONE.flatMap((undone, nth) =>
    CASES.filter((_, index) => inSeries(true, index % UNDONE.length === nth)).map((each) => ({ ...undone, ...each })),
  );
  test.each(pairs)('"$name" of $kind is not made once $what', async ({ step, undo, reason }) => {
    const { control } = service().simulator;
    const house = await organizationForSteps(service());
    await house.signIn(house.grace);
    const { job } = await step.start(house);
    await house.signOut(house.ada);
    await undo(house);
    await workThroughAll(service(), () => house.stored(job.id));
    expect(await house.stored(job.id)).toMatchObject({ state: 'failed', reason, counts: { ready: 1, sending: 0 } });
    expect(control.changes({ organization: house.organization, via: 'api' })).toEqual([]);
    const issued = control.issuedScopes().filter(({ installationId }) => installationId === house.installationId);
    expect(issued.flatMap(({ permissions }) => Object.values(permissions ?? {}))).not.toContain('write');
  });
});
