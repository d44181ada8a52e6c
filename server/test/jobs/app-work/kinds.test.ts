import type { JobKind } from '@orgdesk/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { APP_CHANGES, INSTALLATION_USES } from '../../../src/code-host/app/credentials.ts';
import { serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import type { Service } from '../../support/service/start-service.ts';
import { workThroughAll } from './continuing.ts';
import { organizationForSteps, type Prepared, STEPS, type Step } from './steps.ts';

const CASES = Object.entries(STEPS).flatMap(([kind, steps]) =>
  Object.entries<Step>(steps).map(([name, step]) => ({ kind, name, step })),
);
const BY_APP = CASES.filter(({ step }) => step.change !== null);
/** The one kind of step that github.com has no use for. */
const isAdding = ({ name }: { readonly name: string }) => name === 'add-person';

const scopesOf = ({ simulator }: Service, { installationId }: Prepared) =>
  simulator.control
    .issuedScopes()
    .filter((scope) => scope.installationId === installationId)
    .map(({ permissions, repositoryIds }) => ({ permissions, repositoryIds }));

/** Without those that read lists of repositories. */
const withoutUpkeep = (scopes: ReturnType<typeof scopesOf>) =>
  scopes.filter(({ permissions }) => JSON.stringify(permissions) !== JSON.stringify(INSTALLATION_USES.repositories));

const changesOf = ({ simulator: { control } }: Service, { organization }: Prepared) =>
  control.changes({ organization, via: 'api' });

/** What the job did, as its entries say. */
async function entriesOf(house: Prepared, { action }: Step) {
  await house.signIn(house.grace);
  const entries = await house.entries(house.grace, action);
  return entries
    .filter(({ way }) => way === 'job')
    .map(({ actor, carriedOutBy, outcome }) => [actor?.login, carriedOutBy, outcome]);
}

async function expectDoneByApp(service: Service, { step }: { readonly step: Step }): Promise<void> {
  const house = await organizationForSteps(service);
  const { job, read, expected } = await step.start(house);
  expect(job.counts).toMatchObject({ ready: 1 });
  expect((await house.signOut(house.ada)).status).toBe(200);
  await workThroughAll(service, () => house.stored(job.id));
  expect(await house.stored(job.id)).toMatchObject({ state: 'done', reason: null });
  expect(read()).toEqual(expected);
  expect(changesOf(service, house).map(({ actor }) => actor)).toEqual([expect.stringMatching(/\[bot\]$/)]);
  const change = step.change ?? 'change-members';
  const { id: repositoryId } = service.simulator.world.needRepository(house.organization, 'api');
  expect(scopesOf(service, house)).toEqual([
    { permissions: INSTALLATION_USES.jobs, repositoryIds: null },
    { permissions: APP_CHANGES[change], repositoryIds: change === 'change-team-access' ? [repositoryId] : null },
  ]);
  expect(await entriesOf(house, step)).toEqual([[house.ada, 'app', 'done']]);
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('approved before its owner signed out, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

  test.each(BY_APP.filter((each) => !isAdding(each)))(
    'a step "$name" of $kind is made by the App, for whoever approved it, with no more rights than it needs',
    (each) => expectDoneByApp(service(), each),
  );

  /** Nothing is sent; the person who takes it over finishes it. */
  async function expectLeftToPerson(house: Prepared, step: Step, { prepare = async () => {} } = {}): Promise<void> {
    const { job, read, expected } = await step.start(house);
    await prepare();
    await house.signOut(house.ada);
    const changes = changesOf(service(), house).length;
    await workThroughAll(service(), () => house.stored(job.id));
    expect(await house.stored(job.id)).toMatchObject({
      state: 'failed',
      reason: 'needs-person',
      counts: { ready: 1, sending: 0 },
    });
    const readOnly = [{ permissions: INSTALLATION_USES.jobs, repositoryIds: null }];
    expect(withoutUpkeep(scopesOf(service(), house))).toEqual(readOnly);
    expect(changesOf(service(), house).length).toBe(changes);
    expect(await entriesOf(house, step)).toEqual([]);

    await house.signIn(house.ada);
    expect((await house.jobs(house.ada).change(job.id, 'take-over')).json).toMatchObject({
      job: { state: 'running', continuesAfterSignOut: false },
    });
    await workThroughAll(service(), () => house.stored(job.id));
    expect(await house.stored(job.id)).toMatchObject({ state: 'done', counts: { ready: 0 } });
    expect(read()).toEqual(expected);
    expect(changesOf(service(), house).map(({ actor }) => actor)).toEqual([house.ada]);
    expect(await entriesOf(house, step)).toEqual([[house.ada, null, 'done']]);
    expect(withoutUpkeep(scopesOf(service(), house))).toEqual(readOnly);
  }

  test.each(CASES.filter(({ step }) => step.change === null))(
    'a step "$name" of $kind waits for a person, who finishes it',
    async ({ step }) => expectLeftToPerson(await organizationForSteps(service()), step),
  );

  test('access of a team waits for a person where the App sees selected repositories only', async () => {
    const house = await organizationForSteps(service());
    await expectLeftToPerson(house, STEPS['organization-file']['set-team-access'], {
      async prepare() {
        service().simulator.world.setInstallationRepositories(house.installationId, ['api']);
        await service().upkeep();
      },
    });
  });

  test('a list of access is nothing that the App could continue', async () => {
    const left: Exclude<JobKind, keyof typeof STEPS> = 'access-export';
    const house = await organizationForSteps(service());
    const path = `/api/organizations/${house.organization}/${left}s`;
    const started = (await house.post(house.ada, path, {})).json as { readonly job: { readonly id: string } };
    const url = `${service().url}/api/organizations/${house.organization}/jobs/${started.job.id}/take-over`;
    const headers = house.headersOf(house.ada);
    const answer = await fetchOnce(`${url}?continueAfterSignOut=true`, { method: 'POST', headers });
    expect(answer.status).toBe(409);
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('on an Enterprise Server, with %s', (engine) => {
  const service = serviceForJobs({ engine, hostKind: 'enterprise-server' });
  afterEach(() => expect(misfitsIn(service().simulator, 'enterprise-server')).toEqual([]));

  test.each(BY_APP.filter(isAdding))('a step "$name" of $kind is made by the App, too', (each) =>
    expectDoneByApp(service(), each),
  );
});
