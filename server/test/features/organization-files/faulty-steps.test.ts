import { afterEach, describe, expect, test } from 'vitest';
import { ROW_STATES } from '../../../src/domain/job.ts';
import { pieceOf } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { addOrganizationWithEveryStep, contradictions, goneOn, laterPlan } from './faulty-steps.ts';
import { filesAs, lineOf } from './files-as.ts';

const service = sharedService();

const ALL_ROWS = { after: 0, limit: 100, states: ROW_STATES };

const control = () => service().simulator.control;

afterEach(() => control().clearFaults());

/** Each call that changes something when nothing goes wrong, in order. */
const CALLS = [
  ['PUT', /^\/orgs\/[^/]+\/memberships\/rises-/],
  ['POST', /^\/orgs\/[^/]+\/invitations$/],
  ['POST', /^\/orgs\/[^/]+\/teams$/],
  ['DELETE', /^\/organizations\/\d+\/team\/\d+\/memberships\/owner-/],
  ['PATCH', /^\/organizations\/\d+\/team\/\d+$/],
  ['PUT', /^\/organizations\/\d+\/team\/\d+\/memberships\/joins-/],
  ['PUT', /^\/organizations\/\d+\/team\/\d+\/memberships\/stays-/],
  ['PUT', /^\/organizations\/\d+\/team\/\d+\/repos\/[^/]+\/api$/],
  ['PUT', /^\/organizations\/\d+\/team\/\d+\/repos\/[^/]+\/web$/],
  ['PUT', /^\/repos\/[^/]+\/web\/collaborators\/outsider-/],
  ['DELETE', /^\/organizations\/\d+\/team\/\d+\/memberships\/leaves-/],
  ['DELETE', /^\/organizations\/\d+\/team\/\d+\/repos\/[^/]+\/old$/],
  ['DELETE', /^\/repos\/[^/]+\/api\/collaborators\/outsider-/],
  ['DELETE', /^\/organizations\/\d+\/team\/\d+$/],
  ['DELETE', /^\/orgs\/[^/]+\/memberships\/unlisted-/],
] as const;

const reply = (status: number, message: string) => ({ kind: 'reply', status, body: { message } }) as const;

const PERMANENT = [
  reply(403, 'Repository was archived so is read-only.'),
  reply(404, 'Not Found'),
  reply(422, 'Validation Failed'),
] as const;

const moved = () => {
  const url = `${service().simulator.apiUrl}/repositories/1`;
  return {
    kind: 'reply',
    status: 301,
    headers: { location: url },
    body: { message: 'Moved Permanently', url },
  } as const;
};

const UNCLEAR = [
  { kind: 'bad-gateway-html', after: true },
  { kind: 'truncate', after: true },
  { kind: 'reset', after: true },
  { kind: 'bad-gateway-html' },
] as const;

/** The code host moves repositories only. */
const MOVED = 'moved';

const casesOf = <T>(answers: readonly T[]) =>
  CALLS.flatMap(([method, path]) => answers.map((answer) => ({ method, path, answer })));
const isAboutRepository = ({ source }: RegExp) => /repos/.test(source);
const textOf = (
  answer: typeof MOVED | { readonly kind: string; readonly status?: number; readonly after?: boolean },
) =>
  answer === MOVED ? MOVED : [answer.kind, answer.status, answer.after && 'after the change'].filter(Boolean).join(' ');

async function applied(begin: () => void) {
  const prepared = await addOrganizationWithEveryStep(service());
  const files = filesAs(service(), prepared.bearer, prepared.organization);
  const plan = await files.plan(prepared.files);
  control().clearRequests();
  begin();
  const { id } = await files.apply(plan);
  const { job, rows } = await goneOn(service(), prepared.bearer, prepared.organization, id);
  const sent = control()
    .requests()
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql');
  control().clearFaults();
  const later = await laterPlan(service(), prepared.bearer, prepared.organization, prepared.files);
  return { ...prepared, job, rows, sent, later };
}

test('without a fault, every step is made, and nothing is left to do', async () => {
  const { job, rows, sent, later } = await applied(() => {});
  expect(job.state).toBe('done');
  expect(rows.filter(({ outcome }) => outcome !== 'changed' && outcome !== 'sent')).toEqual([]);
  expect(later.steps).toEqual([]);
  for (const [method, path] of CALLS)
    expect(
      sent.filter((call) => call.method === method && path.test(call.path)),
      String(path),
    ).not.toEqual([]);
  expect(
    sent.filter((call) => !CALLS.some(([method, path]) => call.method === method && path.test(call.path))),
  ).toEqual([]);
});

const REFUSED = [...casesOf(PERMANENT), ...casesOf([MOVED] as const).filter(({ path }) => isAboutRepository(path))];

describe('a call that is refused for good', () => {
  test.each(
    pieceOf(REFUSED, 44, 5).map((each) => [`${each.method} ${each.path} ${textOf(each.answer)}`, each] as const),
  )('ends its step and those that need it, others go on: %s', async (_, { method, path, answer }) => {
    const { job, rows, later } = await applied(() =>
      control().fault({ match: { method, path }, ...(answer === MOVED ? moved() : answer) }),
    );
    expect(job.state).toBe('done');
    expect(contradictions(rows, later)).toEqual([]);
    for (const { step, outcome, message } of rows)
      if (outcome === 'refused') expect(message, lineOf(step ?? never())).not.toBeNull();
  });
});

describe('a call whose answer is lost', () => {
  test.each(
    pieceOf(casesOf(UNCLEAR), 44, 5).map(
      (each) => [`${each.method} ${each.path} ${textOf(each.answer)}`, each] as const,
    ),
  )('is looked up, and made once: %s', async (_, { method, path, answer }) => {
    const { job, rows, sent, later } = await applied(() =>
      control().fault({ match: { method, path }, times: 1, ...answer }),
    );
    expect(job.state).toBe('done');
    expect(contradictions(rows, later)).toEqual([]);
    expect(later.steps).toEqual([]);
    const calls = sent.filter((call) => call.method === method && path.test(call.path));
    const paths = calls.map((call) => `${call.path} ${JSON.stringify(call.body)}`);
    if ('after' in answer) expect(paths).toEqual([...new Set(paths)]);
  });
});

/** Queries while a plan is applied. */
const QUERIES = ['UserByLogin', 'TeamsOfPerson'] as const;

describe('a call that is refused because its person is an owner no more', () => {
  test.each(pieceOf(CALLS, 8, 3).map((each) => [`${each[0]} ${each[1]}`, ...each] as const))(
    'stops the job, and ends no step: %s',
    async (_, method, path) => {
      const prepared = await addOrganizationWithEveryStep(service());
      const { organization, owner, second, files } = prepared;
      const plan = await filesAs(service(), prepared.bearer, organization).plan(files);
      const held = control().hold({ method, path });
      const { id } = await filesAs(service(), prepared.bearer, organization).apply(plan);
      const { bearer } = await service().signIn(second);
      const jobs = jobsAs(service(), bearer, organization);
      const running = runOut(service(), () => jobs.read(id));
      await held.arrived(1);
      service().simulator.world.setRole(organization, owner, 'member');
      held.release();
      await running;
      const { job, rows } = await goneOn(service(), bearer, organization, id);
      expect([job.state, job.reason]).toEqual(['failed', 'rights-lost']);
      expect(rows.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
    },
  );
});

describe('a query that the code host gives up on', () => {
  test.each(QUERIES)('is made again: %s', async (operation) => {
    const { job, rows, later } = await applied(() =>
      control().fault({
        match: { operation },
        times: 3,
        kind: 'reply',
        status: 200,
        body: { data: null, errors: [{ message: 'Something went wrong while executing your query on 2026-11-22.' }] },
      }),
    );
    expect(job.state).toBe('done');
    expect(rows.filter(({ outcome }) => outcome !== 'changed' && outcome !== 'sent')).toEqual([]);
    expect(later.steps).toEqual([]);
  });
});

/** What may happen to the organization between two steps; `end` undoes it as far as planning again needs. */
const EVENTS = {
  'the organization is renamed, and another one takes its name': ({ organization }: Prepared) => {
    const { world } = service().simulator;
    world.renameOrganization(organization, `${organization}-now`);
    world.addOrganization({ login: organization });
    return { organization: `${organization}-now`, end: () => {} };
  },
  'its person is an owner no more': ({ organization, owner }: Prepared) => {
    const { world } = service().simulator;
    world.setRole(organization, owner, 'member');
    return { organization, end: () => world.setRole(organization, owner, 'admin') };
  },
  'its person leaves': ({ organization, owner }: Prepared) => {
    const { world } = service().simulator;
    world.removeMembership(organization, owner);
    return { organization, end: () => world.addMembership({ organization, login: owner, role: 'admin' }) };
  },
  'the App is suspended': ({ organization, installation }: Prepared) => {
    const { world } = service().simulator;
    world.suspendInstallation(installation);
    return { organization, end: () => world.unsuspendInstallation(installation) };
  },
} as const;
type Prepared = Awaited<ReturnType<typeof addOrganizationWithEveryStep>>;

describe.each(Object.entries(EVENTS))('when %s', (event, happen) => {
  test.each(
    pieceOf(
      [...CALLS.keys()].map((index) => index + 1),
      15,
      2,
    ),
  )('after %i steps, nothing is called done that is not', async (steps) => {
    const prepared = await addOrganizationWithEveryStep(service());
    const plan = await filesAs(service(), prepared.bearer, prepared.organization).plan(prepared.files);
    const { id } = await filesAs(service(), prepared.bearer, prepared.organization).apply(plan);
    const settled = async () => {
      const rows = await service().storage.jobs.rows({ organizationId: prepared.organizationId, id }, ALL_ROWS);
      return rows.filter(({ settledAt }) => settledAt !== null).length;
    };
    while ((await settled()) < Math.min(steps, plan.steps.length - 1)) {
      await service().workOnJobs();
      service().clock.advance(1_000);
    }
    control().clearChanges();
    const { organization, end } = happen(prepared);
    for (let rounds = 0; rounds < 30; rounds += 1) {
      await service().workOnJobs();
      service().clock.advance(5_000);
    }
    end();
    const { bearer } = await service().signIn(prepared.second);
    const jobs = jobsAs(service(), bearer, organization);
    const later = await laterPlan(service(), bearer, organization, prepared.files);
    const rows = await jobs.rows(id);
    // Whoever leaves takes their open invitations along.
    const isEnded = (line: string) => event === 'its person leaves' && line.includes(': invite-person ');
    expect(contradictions(rows, later).filter((line) => !isEnded(line))).toEqual([]);
    expect(control().changeCounts({ organization: prepared.organization })).toEqual(
      organization === prepared.organization ? expect.anything() : {},
    );
  });
});

function never(): never {
  throw new Error('a row of a plan has no step');
}
