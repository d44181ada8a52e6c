import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { EXIT, Stop } from '../../connection/stop.ts';
import { finishJob, startJob, toSeeJobs } from '../../finish-job.ts';
import { agreed, ask, canAsk, noteStyled, peopleIn } from '../../output/print.ts';
import { textOf } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';
import type { ChosenChange } from './change-options.ts';
import { PREVIEW_COLUMNS, previewChange, unknownWords } from './preview-change.ts';

interface Input extends ChosenChange {
  readonly yes: boolean;
  readonly confirm: string | null;
  readonly results: string | null;
}

export async function run(context: Context, input: Input): Promise<void> {
  const { organization, yes, confirm, results } = input;
  const service = await context.connect();
  const previews = await previewChange(service, input);
  const people = previews.flatMap((preview) => preview.people);
  const changing = people.filter(({ verdict }) => verdict === 'will-change');
  noteStyled(textOf('table', people, PREVIEW_COLUMNS));
  const unknown = unknownWords(previews);
  if (changing.length === 0)
    throw unknown === null
      ? new Stop('No one would be changed.')
      : new Stop(`Not changed: ${unknown}`, EXIT.incomplete);
  const needsConfirmation =
    previews.some((preview) => preview.needsConfirmation) || changing.length > UNCONFIRMED_PEOPLE_MAX;
  const confirmation = needsConfirmation
    ? (confirm ?? (await confirmed(organization, changing.length, context.signal)))
    : null;
  if (!needsConfirmation && !yes)
    await agreed(`Change ${peopleIn(changing.length)} of ${organization}?`, context.signal);
  const body = {
    previews: previews.map(({ preview }) => preview),
    ...(confirmation === null ? {} : { confirmation }),
  };
  const sent = { path: { login: organization }, body, signal: context.signal };
  const job = await startJob(context, service, service.client.startPeopleChange(sent), toSeeJobs(organization));
  await finishJob(context, service, { organization, job, results });
}

async function confirmed(organization: string, count: number, signal: AbortSignal): Promise<string> {
  if (!canAsk()) throw new Stop(`Nothing was changed: a change of ${count} people needs --confirm ${organization}.`);
  return ask(`This changes ${count} people. Type ${organization} to confirm: `, signal);
}
