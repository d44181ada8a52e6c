import type { JobAnswer, PeopleChange, RunAnswer } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import type { FaultRule } from '@orgdesk/simulator';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../support/browser.ts';
import { sharedService } from '../support/service/shared-service.ts';
import { type Caller, callerOf } from './answer-case.ts';

const service = sharedService();

/** All that is read as a list or kept as a file. */
const REPORTS = ENDPOINTS.filter(({ streams, answers }) => {
  const answer = answers[200];
  const isKept = answer?.headers !== undefined && 'Content-Disposition' in answer.headers;
  return (
    streams === 'file' || streams === 'list' || answer?.text === 'text/csv' || answer?.lines !== undefined || isKept
  );
});

interface Report {
  /** What is done in the background before it is asked for. */
  readonly work?: () => Promise<void>;
  readonly ask: () => Promise<Answer>;
}

/** Begins what a report is about. */
type Prepare = (caller: Caller) => Promise<Report>;

const get =
  (path: string): Prepare =>
  async (caller) => ({ ask: () => caller.get(path, caller.bearer) });

const ACME = '/api/organizations/acme';
const STEPS = 12;

async function work({ service: { workOn, workOnJobs, clock } }: Caller): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    await workOn(['run']);
    await workOnJobs();
    clock.advance(1_100);
  }
}

const job =
  (start: string, body?: unknown): Prepare =>
  async (caller) => {
    const { json } = await caller.post(`${ACME}/${start}`, body, caller.bearer);
    const path = `${ACME}/jobs/${(json as JobAnswer).job.id}/results.csv`;
    return { work: () => work(caller), ask: () => caller.get(path, caller.bearer) };
  };

const key = () => crypto.randomUUID();

const run: Prepare = async (caller) => {
  const acme = caller.service.simulator.world.organization('acme')?.id;
  const items = [{ organization: acme, invitations: [{ login: 'edsger' }] }];
  const { json } = await caller.post('/api/runs', { key: key(), items }, caller.bearer);
  const path = `/api/runs/${(json as RunAnswer).run.id}/results.csv`;
  return { work: () => work(caller), ask: () => caller.get(path, caller.bearer) };
};

const preview =
  (change: PeopleChange): Prepare =>
  async (caller) => {
    const acme = caller.service.simulator.world.organization('acme')?.id;
    const body = { change, logins: ['grace'], organizations: [acme] };
    return { ask: () => caller.post('/api/people/preview', body, caller.bearer) };
  };

const REQUESTS: Readonly<Record<string, readonly Prepare[]>> = {
  downloadAuditTrailCsv: [get(`${ACME}/audit-trail.csv`)],
  downloadAuditTrailNdjson: [get(`${ACME}/audit-trail.ndjson`)],
  downloadJobResults: [
    job('access-exports'),
    (caller) => job('invitation-jobs', { key: key(), rows: [{ login: 'edsger' }, { login: 'radia' }] })(caller),
  ],
  downloadRunResults: [run],
  getPersonAcross: [get('/api/people/grace'), get('/api/people/grace?report=true')],
  listPeople: [get(`${ACME}/people?teams=true`)],
  listPeopleAcross: [get('/api/people?teams=true&invitations=true')],
  listReachedRepositories: [get(`${ACME}/people/grace/access`)],
  listRepositoryPeople: [get(`${ACME}/repositories/rocket-skates/access`)],
  previewPeopleAcross: [
    preview({ kind: 'remove' }),
    preview({ kind: 'convert' }),
    preview({ kind: 'remove-from-team', team: 'platform' }),
  ],
  reviewPeople: [get(`${ACME}/people-review`)],
  reviewPeopleAcross: [get('/api/people-review')],
};

test('each report of the contract is asked for', () => {
  expect(new Set(REPORTS.map(({ id }) => id))).toEqual(new Set(Object.keys(REQUESTS)));
});

const FAULTS: readonly (readonly [name: string, rule: FaultRule])[] = [
  ['down', { kind: 'reset' }],
  ['refusing every second call', { kind: 'bad-gateway-html', every: 2 }],
  ['slow', { kind: 'hang' }],
];

/** A line of a file that says what is missing, or that a row is not done. */
const SAYS =
  /not seen: |(^|,)(unknown|withheld|waiting|ready|sending|refused|unsent|failed|left-out|not-sent|removed)(,|$)/;

const linesIn = ({ text }: Answer): readonly string[] => text.split(/\r?\n/).filter((line) => line !== '');

const isCsv = ({ headers }: Answer): boolean => (headers.get('content-type') ?? '').startsWith('text/csv');

interface Part {
  /** Of all its lines but those about calls, whose numbers differ. */
  readonly size: number;
  readonly isComplete: boolean;
}

/** The parts of a list, by organization; those of no organization are as complete as the list. */
function partsOf(answer: Answer): ReadonlyMap<number | null, Part> {
  const lines = linesIn(answer).map((line) => Object(JSON.parse(line)));
  const end = lines.at(-1);
  const parts = new Map<number | null, Part>();
  for (const line of lines.filter(({ kind }) => kind !== 'budget' && kind !== 'end')) {
    const of = typeof line.organization === 'number' ? line.organization : null;
    const { size = 0, isComplete = end?.kind !== 'end' || end.isComplete } = parts.get(of) ?? {};
    const isWhole = line.kind === 'finished' ? line.isComplete : isComplete;
    parts.set(of, { size: size + JSON.stringify(line).length, isComplete: isWhole });
  }
  return parts;
}

/** True if an answer has all that the whole one has, says that it has not, or is an error. */
function isHonest(answer: Answer, whole: Answer): boolean {
  if (answer.status !== 200) return answer.status >= 400;
  if (isCsv(whole))
    return linesIn(answer).length >= linesIn(whole).length || linesIn(answer).some((line) => SAYS.test(line));
  const parts = partsOf(answer);
  return [...partsOf(whole)].every(([of, { size }]) => {
    const part = parts.get(of);
    return part === undefined
      ? [...parts.values()].some(({ isComplete }) => !isComplete)
      : !part.isComplete || part.size >= size;
  });
}

const asked = async ({ ask }: Report): Promise<readonly Answer[]> =>
  ask().then(
    (answer) => [answer],
    () => [],
  );

test.for(FAULTS)('with the code host %s, each report says what is missing', { timeout: 600_000 }, async ([, rule]) => {
  const { control } = service().simulator;
  onTestFinished(() => control.clearFaults());
  const untrue: unknown[] = [];
  for (const [id, prepare] of REPORTS.flatMap((each) =>
    (REQUESTS[each.id] ?? []).map((of) => [each.id, of] as const),
  )) {
    const signedIn = async () => callerOf(service(), (await service().signIn('ada')).bearer);
    const healthy = await prepare(await signedIn());
    await healthy.work?.();
    const whole = await healthy.ask();
    expect([id, whole.status]).toEqual([id, 200]);
    const broken = await prepare(await signedIn());
    control.fault(rule);
    await broken.work?.();
    const answers = [...(await asked(broken))];
    control.clearFaults();
    // What was worked on until then, for somebody whom the code host answers again.
    if (broken.work !== undefined) answers.push(...(await asked(broken)));
    for (const answer of answers) {
      if (!isHonest(answer, whole))
        untrue.push({ id, whole: whole.text.slice(0, 5_000), text: answer.text.slice(0, 5_000) });
    }
  }
  expect(untrue).toEqual([]);
});
