import { CHANGED_IN_JOB_MAX, CHANGED_PEOPLE_MAX, UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { isAddress } from '@orgdesk/people-files/cells';
import type { PreviewedPerson, PreviewPeopleAnswer } from '../../../../client/src/index.ts';
import { dataOf, type Service } from '../../connection/failure.ts';
import { EXIT, Stop } from '../../connection/stop.ts';
import { finishJob, startJob, toSeeJobs } from '../../finish-job.ts';
import { agreed, ask, canAsk, noteStyled, peopleIn, warn } from '../../output/print.ts';
import { createProgress } from '../../output/progress.ts';
import { type Columns, printRows, textOf } from '../../output/rows.ts';
import { readPeople } from '../../read-people.ts';
import type { Context } from '../../run-remote.ts';
import { type ChosenChange, ROLE_NAMES } from './options.ts';

export async function previewPeople({ connect, format }: Context, chosen: ChosenChange): Promise<void> {
  const previews = await previewChange(await connect(), chosen);
  printRows(
    format,
    previews.flatMap(({ people }) => people),
    PREVIEW_COLUMNS,
  );
  const unknown = unknownMessage(previews);
  if (unknown === null) return;
  warn(`Not complete: ${unknown}`);
  process.exitCode = EXIT.incomplete;
}

interface ChangeInput extends ChosenChange {
  readonly yes: boolean;
  readonly confirm: string | null;
  readonly results: string | null;
  readonly continueAfterSignOut: boolean;
}

export async function changePeople(context: Context, input: ChangeInput): Promise<void> {
  const { organization, yes, confirm, results, continueAfterSignOut } = input;
  const service = await context.connect();
  const previews = await previewChange(service, input);
  const people = previews.flatMap((preview) => preview.people);
  const changing = people.filter(({ verdict }) => verdict === 'will-change');
  noteStyled(textOf('table', people, PREVIEW_COLUMNS));
  const unknown = unknownMessage(previews);
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
    continueAfterSignOut,
  };
  const sent = { path: { login: organization }, body, signal: context.signal };
  const job = await startJob(context, service, service.client.startPeopleChange(sent), toSeeJobs(organization));
  await finishJob(context, service, { organization, job, results });
}

async function confirmed(organization: string, count: number, signal: AbortSignal): Promise<string> {
  if (!canAsk()) throw new Stop(`Nothing was changed: a change of ${count} people needs --confirm ${organization}.`);
  return ask(`This changes ${count} people. Type ${organization} to confirm: `, signal);
}

async function previewChange(
  service: Service,
  { organization, change, logins, file }: ChosenChange,
): Promise<readonly PreviewPeopleAnswer[]> {
  const named = [...logins, ...(file === null ? [] : await usernamesIn(file))];
  const people = [...new Map(named.map((login) => [login.toLowerCase(), login])).values()];
  if (people.length > CHANGED_IN_JOB_MAX)
    throw new Stop(`At most ${CHANGED_IN_JOB_MAX} people can be changed at once.`);
  const progress = createProgress();
  const previews: PreviewPeopleAnswer[] = [];
  try {
    for (let first = 0; first < people.length; first += CHANGED_PEOPLE_MAX) {
      if (people.length > CHANGED_PEOPLE_MAX) progress.show(first, people.length, 'previewed');
      const body = { change, logins: people.slice(first, first + CHANGED_PEOPLE_MAX) };
      const sent = { path: { login: organization }, body, signal: service.signal };
      previews.push(await dataOf(service, service.client.previewPeopleChange(sent)));
    }
  } finally {
    progress.end();
  }
  return previews;
}

async function usernamesIn(file: string): Promise<readonly string[]> {
  const rows = (await readPeople(file)).filter(({ problem }) => problem !== 'repeated');
  const mail = rows.find(({ person, problem }) => problem === null && isAddress(person));
  if (mail !== undefined) throw new Stop(`${mail.where} has an email address: people are changed by username.`);
  const wrong = rows.find(({ problem }) => problem !== null);
  if (wrong !== undefined) throw new Stop(`${wrong.where}: ${JSON.stringify(wrong.person)} is not a username.`);
  if (rows.length === 0) throw new Stop(`${file} names no one.`);
  return rows.map(({ person }) => person);
}

const listed = (names: readonly string[]): string => names.join(', ');

const PREVIEW_COLUMNS: Columns<PreviewedPerson> = {
  login: ({ login }) => login,
  role: ({ role }) => (role === null ? null : (ROLE_NAMES[role] ?? role)),
  verdict: ({ verdict }) => verdict.replaceAll('-', ' '),
  'leaves-teams': ({ teams }) => (teams === null ? 'unknown' : listed(teams)),
  'loses-repositories': ({ repositoryCount }) => repositoryCount ?? 'unknown',
  notes: ({ notes }) => listed(notes.map((each) => each.replaceAll('-', ' '))),
};

/** Names those whose state could not be read; null if there are none. */
function unknownMessage(
  previews: readonly { readonly people: readonly Pick<PreviewedPerson, 'login' | 'verdict'>[] }[],
): string | null {
  const unknown = previews.flatMap(({ people }) => people).filter(({ verdict }) => verdict === 'unknown');
  if (unknown.length === 0) return null;
  const more = unknown.length - UNKNOWN_NAMED;
  const names = listed(unknown.slice(0, UNKNOWN_NAMED).map(({ login }) => login));
  return `${names}${more > 0 ? ` and ${more} more` : ''} could not be checked. Try again later.`;
}

const UNKNOWN_NAMED = 5;
