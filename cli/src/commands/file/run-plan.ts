import { ORGANIZATION_ANSWER_MS } from '../../connection/bounded-fetch.ts';
import { dataOf } from '../../connection/failure.ts';
import { print, printJson } from '../../output/print.ts';
import type { Context } from '../../run-remote.ts';
import { writePlan } from './plan-document.ts';
import { PLAN_EXIT, planExit } from './plan-exit-codes.ts';
import { planAsMarkdown, planAsText } from './plan-text.ts';
import { noteHints, noteProblems, printProblems, problemsAsMarkdown } from './print-problems.ts';
import { readFiles } from './read-files.ts';

interface Input {
  readonly organization: string;
  readonly paths: readonly string[];
  readonly markdown: boolean;
  readonly out: string | null;
}

export async function run({ connect, format, signal }: Context, { organization, paths, markdown, out }: Input) {
  const files = await readFiles(paths);
  const service = await connect(ORGANIZATION_ANSWER_MS);
  const sent = { path: { login: organization }, body: { files }, signal };
  const { plan, hints, ...checked } = await dataOf(service, service.client.planOrganizationFiles(sent));
  if (plan === null) {
    if (format === 'json') printJson({ plan, ...checked });
    else if (markdown) print(problemsAsMarkdown(checked.problems));
    else printProblems(checked.problems);
    noteProblems(checked, files);
    process.exitCode = PLAN_EXIT.failed;
    return;
  }
  noteHints({ hints });
  if (out !== null) await writePlan(out, { plan, files });
  if (format === 'json') printJson(plan);
  else print(markdown ? planAsMarkdown(plan) : planAsText(plan));
  process.exitCode = planExit(plan);
}
