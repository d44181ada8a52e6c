import { ORGANIZATION_ANSWER_MS } from '../../connection/bounded-fetch.ts';
import { dataOf } from '../../connection/failure.ts';
import { Stop } from '../../connection/stop.ts';
import { note, print, printJson } from '../../output/print.ts';
import type { Context } from '../../run-remote.ts';
import { writePlan } from './plan-document.ts';
import { planExit } from './plan-exit-codes.ts';
import { planAsText } from './plan-text.ts';
import { noteHints, noteProblems, printProblems } from './print-problems.ts';

interface Input {
  readonly organization: string;
  readonly out: string | null;
}

export async function run({ connect, format, signal }: Context, { organization, out }: Input): Promise<void> {
  const service = await connect(ORGANIZATION_ANSWER_MS);
  const drift = await dataOf(service, service.client.getOrganizationDrift({ path: { login: organization }, signal }));
  const { applied, plan, causes } = drift;
  if (applied === null) throw new Stop('No plan was applied with its files yet.');
  if (plan === null) {
    if (format === 'json') printJson(drift);
    else printProblems(drift.problems);
    noteProblems(drift, applied.files);
    throw new Stop('The files applied last can no longer be planned.');
  }
  noteHints(drift);
  if (out !== null) await writePlan(out, { plan, files: applied.files });
  if (format === 'json') printJson(drift);
  else {
    print(planAsText(plan));
    for (const { step, at, actor, action } of causes)
      note(`Step ${step + 1}: ${action} by ${actor ?? 'unknown'} at ${at}`);
  }
  process.exitCode = planExit(plan);
}
