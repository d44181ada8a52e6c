import { CANCEL_RUN, DOWNLOAD_RUN_RESULTS, GET_RUN, LIST_RUNS, RETRY_RUN, START_RUN } from '@orgdesk/contract';
import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';
import { RUN_PEOPLE_MAX, RUNS_MAX, RUNS_WAITING_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import { recordDownload } from '../../audit/audited.ts';
import type { Audit } from '../../audit/services.ts';
import { signedIn, signedInWithInstallations } from '../../http/access.ts';
import { fileNameOf, sendFile } from '../../http/answers/in-pieces.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_DOWNLOADS, TOO_MANY_VIEWS } from '../../http/refusals.ts';
import { requesterOf } from '../../http/session-guard.ts';
import type { Http } from '../../http/watching.ts';
import { SIGN_IN_TOO_OLD } from '../../jobs/approve.ts';
import { allRows } from '../../jobs/job-view.ts';
import type { Jobs } from '../../jobs/services.ts';
import { jobEvent } from '../../jobs/start-job.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Signing } from '../../lib/state-token.ts';
import { failureOf } from '../../sessions/live-rights.ts';
import { type RunRecord, type RunServices, workOfRun } from './records.ts';
import { listedRunView, type RunCaller, readRunItems, runView, type SeenItem, startRun } from './start-run.ts';
import { cancelRun } from './work-on-runs.ts';

const COLUMNS = [
  'organization',
  'change',
  'row',
  'login',
  'email',
  'user_id',
  'role',
  'teams',
  'outcome',
  'message',
  'settled_at',
] as const;

type Cells = Readonly<Partial<Record<(typeof COLUMNS)[number], string | null>>>;

const line = (cells: Cells): string => csvLine(COLUMNS.map((column) => cells[column] ?? null));

/** Streams the results of all items, as the results of one job are streamed. */
async function* runCsv(jobs: Jobs, items: readonly SeenItem[]): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;
  for (const item of items) {
    const { owner, job, kind, change } = item;
    const organization =
      owner?.ok === true ? owner.value.organization : (item.organizationLogin ?? String(item.organizationId));
    const shared = { organization, change: change?.kind ?? kind };
    if (job === null) {
      yield line({ ...shared, ...reasonOf(item) });
      continue;
    }
    for await (const rows of allRows(jobs.store, job)) {
      yield rows
        .map(({ row, login, email, userId, role, teamIds, outcome, message, settledAt }) =>
          line({
            ...shared,
            row: String(row),
            login,
            email,
            user_id: userId === null ? null : String(userId),
            role,
            teams: teamIds.join(' '),
            outcome,
            message,
            settled_at: settledAt,
          }),
        )
        .join('');
    }
  }
}

function reasonOf(item: SeenItem): Cells {
  if (item.state === 'refused') return { outcome: 'refused', message: item.failure.message ?? item.failure.reason };
  if (item.owner === null) return { outcome: 'waiting' };
  if (item.owner.ok) return { outcome: 'removed' };
  const { reason, message } = failureOf(item.owner.refusal);
  return { change: null, outcome: 'withheld', message: message ?? reason };
}

const ofRuns = {
  'no-run': { status: 404, error: 'Run not found.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofRunCancellations = {
  ...ofRuns,
  over: { status: 409, error: 'This run has ended.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofRunStarts = {
  'too-many-people': { status: 400, error: `One run can change up to ${RUN_PEOPLE_MAX} people.` },
  'sign-in-too-old': SIGN_IN_TOO_OLD,
  'other-items': {
    status: 409,
    error: 'A run with this key and different items already exists. Please use another key.',
  },
  'too-many-runs': {
    status: 409,
    error: `There are ${RUNS_WAITING_MAX} runs that have not started. Please wait for one to start.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofRunFiles = {
  ...ofRuns,
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

interface RunRouteServices extends RunServices {
  readonly audit: Audit;
  readonly http: Http;
  readonly signing: Signing;
}

const ALL = { organizationId: null };

/** An addition to the specification. */
export const runRoutes: FastifyPluginAsync<RunRouteServices> = async (app, services) => {
  const { runtime, codeHost, audit, jobs, http, runs } = services;
  const { clock } = runtime;
  const { downloads } = http;
  const access = signedInWithInstallations;

  const answer = async (caller: RunCaller, run: RunRecord) =>
    ok({ run: runView(codeHost, run, await readRunItems(services, caller, run)) });

  async function ownRun({ session }: RunCaller, id: string): Promise<Result<RunRecord, { readonly kind: 'no-run' }>> {
    const run = CAN_BE_ID.test(id) ? await runs.find({ userId: session.user.id, id }) : null;
    return run === null ? refuse({ kind: 'no-run' }) : ok(run);
  }

  addEndpoint(app, START_RUN, { access, refusalResponses: ofRunStarts }, async (request, caller) => {
    const run = await startRun(services, caller, requesterOf(request), request.body);
    return run.ok ? answer(caller, run.value) : run;
  });

  addEndpoint(app, LIST_RUNS, { access: signedIn }, async (_request, { session }) =>
    ok({ runs: (await runs.ofPerson(session.user.id, RUNS_MAX)).map(listedRunView) }),
  );

  addEndpoint(app, GET_RUN, { access, refusalResponses: ofRuns }, async (request, caller) => {
    const run = await ownRun(caller, request.params.run);
    return run.ok ? answer(caller, run.value) : run;
  });

  addEndpoint(app, CANCEL_RUN, { access, refusalResponses: ofRunCancellations }, async (request, caller) => {
    const run = await ownRun(caller, request.params.run);
    if (!run.ok) return run;
    const cancelled = await cancelRun(services, run.value, requesterOf(request));
    return cancelled.ok ? answer(caller, cancelled.value) : cancelled;
  });

  addEndpoint(app, RETRY_RUN, { access, refusalResponses: ofRuns }, async (request, caller) => {
    const run = await ownRun(caller, request.params.run);
    if (!run.ok) return run;
    // The jobs that it starts are in the audit logs.
    if (await jobs.dueWork.retry(workOfRun(run.value), clock.now(), null)) jobs.wake();
    return answer(caller, (await runs.find(run.value)) ?? run.value);
  });

  addEndpoint(
    app,
    DOWNLOAD_RUN_RESULTS,
    { access, beforeRights: downloads.enter, refusalResponses: ofRunFiles },
    async (request, caller, reply, opened) => {
      const run = await ownRun(caller, request.params.run);
      if (!run.ok) return run;
      const counted = downloads.countFor(ALL, opened);
      if (!counted.ok) return counted;
      const items = await readRunItems(services, caller, run.value);
      const facts = { after: { run: run.value.id } };
      for (const { job } of items) {
        if (job === null) continue;
        const event = jobEvent(requesterOf(request), 'job.downloaded', job, facts);
        const recorded = await recordDownload(runtime, audit.trail, event, clock.now());
        if (!recorded.ok) return recorded;
      }
      const shown = items.flatMap(({ owner }) => (owner?.ok === true ? [owner.value] : []));
      const owners = [...new Map(shown.map((owner) => [owner.organizationId, owner])).values()];
      const download = downloads.begin(request, reply, owners);
      const name = fileNameOf('run', run.value.id.slice(0, 8), run.value.createdAt, 'csv');
      return sendFile(reply, { type: 'text/csv', name, texts: runCsv(jobs, items), download });
    },
  );
};

/** Other text is not looked up: a database may refuse its characters. */
const CAN_BE_ID = /^[\da-f]{32}$/;
