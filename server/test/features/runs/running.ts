import type { ListedRun, PeopleChange, PreviewAcrossLine, Run } from '@orgdesk/contract';
import { type Answer, fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import type { Instance, Service } from '../../support/service/start-service.ts';
import { addOrganizations, ofKind } from '../people/across/across.ts';

type Used = Pick<Service, 'url'>;

const post = ({ url }: Used, path: string, headers: RequestHeaders, body: unknown): Promise<Answer> =>
  fetchOnce(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Runs as one person uses them. */
export function runsAs(service: Used, headers: RequestHeaders) {
  const ask = (path = '') => fetchOnce(`${service.url}/api/runs${path}`, { headers });
  const start = (body: unknown, at: Used = service) => post(at, '/api/runs', headers, body);
  const runIn = ({ json }: Answer): Run => (json as { readonly run: Run }).run;
  return {
    ask,
    start,
    /** Has to be accepted. */
    async begin(body: unknown, at: Used = service): Promise<Run> {
      const answer = await start(body, at);
      if (answer.status !== 202) throw new Error(`not started: ${answer.status} ${answer.text}`);
      return runIn(answer);
    },
    read: async (id: string): Promise<Run> => runIn(await ask(`/${id}`)),
    cancel: (id: string, at: Used = service) => post(at, `/api/runs/${id}/cancel`, headers, {}),
    retry: (id: string) => post(service, `/api/runs/${id}/retry`, headers, {}),
    list: async () => ((await ask()).json as { readonly runs: readonly ListedRun[] }).runs,
    async preview(change: PeopleChange, logins: readonly string[], organizations: readonly number[]) {
      const answer = await post(service, '/api/people/preview', headers, { change, logins, organizations });
      if (answer.status !== 200) throw new Error(`no previews: ${answer.status} ${answer.text}`);
      const lines: readonly PreviewAcrossLine[] = answer.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return {
        lines,
        previews: ofKind(lines, 'preview').toSorted((one, other) => one.organization - other.organization),
        reasons: new Map(ofKind(lines, 'finished').map(({ organization, failure }) => [organization, failure.reason])),
        isComplete: ofKind(lines, 'end').at(0)?.isComplete,
      };
    },
  };
}

/** Organizations of one owner, and somebody who is a member of all. */
export function addShared(service: Service, count: number) {
  const made = addOrganizations(service, count);
  const { world } = service.simulator;
  const leaver = world.addUser({ login: `leaver-of-${made.owner}` }).login;
  for (const { organization } of made.organizations) world.addMembership({ organization, login: leaver });
  const roleOf = (organizationId: number, login: string) =>
    world.membership(organizationId, world.user(login)?.id ?? 0)?.role ?? null;
  return { ...made, leaver, ids: made.organizations.map(({ organizationId }) => organizationId), roleOf };
}

/** Starts the jobs of runs that are due, and lets jobs go on until the run is over. */
export async function runOver(
  { clock, workOn, workOnJobs }: Pick<Service, 'clock'> & Pick<Instance, 'workOn' | 'workOnJobs'>,
  read: () => Promise<Run>,
): Promise<Run> {
  for (let step = 0; step < 500; step += 1) {
    const runAt = await workOn(['run']);
    const jobsAt = await workOnJobs();
    const run = await read();
    if (run.isOver) return run;
    const nextAt = Math.min(
      runAt?.getTime() ?? Number.POSITIVE_INFINITY,
      jobsAt?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    clock.advance(Number.isFinite(nextAt) ? Math.max(1, nextAt - clock.now().getTime()) : 1_000);
  }
  throw new Error('the run did not come to an end');
}

/** What became of each item of a run. */
export const statesOf = ({ items }: Run): readonly string[] =>
  items.map(({ state, failure, job }) => failure?.reason ?? job?.state ?? state);
