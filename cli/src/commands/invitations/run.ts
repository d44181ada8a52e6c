import { randomUUID } from 'node:crypto';
import { type KnownTeams, knownTeams, parseRole } from '@orgdesk/people-files/cells';
import { chosenInvitations, needsDoubleCheck } from '@orgdesk/people-files/preview';
import type { Service } from '../../connection/failure.ts';
import { EXIT, Stop } from '../../connection/stop.ts';
import { finishJob, startJob } from '../../finish-job.ts';
import { agreed, note, noteStyled, peopleIn } from '../../output/print.ts';
import { readPages } from '../../output/read-list.ts';
import { printRows, textOf } from '../../output/rows.ts';
import { nameOf, readPeople } from '../../read-people.ts';
import type { Context } from '../../run-remote.ts';
import { PREVIEW_COLUMNS, previewInvitations, rowsOf } from './preview.ts';

interface Input {
  readonly organization: string;
  readonly file: string;
  readonly role: string;
  readonly teams: readonly string[];
  readonly preferred: 'login' | 'email' | null;
  readonly key: string | null;
  readonly preview: boolean;
  readonly yes: boolean;
  readonly results: string | null;
  readonly continueAfterSignOut: boolean;
}

export async function invitePeople(context: Context, input: Input): Promise<void> {
  const { organization, file, preferred, key, preview: isPreview, yes, results, continueAfterSignOut } = input;
  const service = await context.connect();
  const people = await readPeople(file, { preferred, readTeams: () => readTeams(service, organization) });
  const defaults = { role: parseRole(input.role) ?? 'direct_member', teams: input.teams };
  const preview = await previewInvitations(service, organization, { rows: people, ...defaults });
  const rows = rowsOf(preview, people);
  const invitations = chosenInvitations(preview);
  const leftOut = rows.length - invitations.length;
  if (isPreview) {
    printRows(context.format, rows, PREVIEW_COLUMNS);
    if (leftOut > 0) process.exitCode = EXIT.incomplete;
    return;
  }
  const others = rows.filter(({ state, warnings }) => state !== 'ready' || warnings.length > 0);
  if (others.length > 0) noteStyled(textOf('table', others, PREVIEW_COLUMNS));
  if (invitations.length === 0) throw new Stop(`${nameOf(file)} has no one to invite.`);
  const doubtful = preview.people.filter(needsDoubleCheck).length;
  const doubt = doubtful === 0 ? '' : `, ${doubtful} to double-check`;
  note(`${peopleIn(invitations.length)} to invite${doubt}, ${leftOut} left out.`);
  if (!yes) await agreed(`Invite ${peopleIn(invitations.length)} to ${organization}${doubt}?`, context.signal);

  const chosenKey = key ?? randomUUID();
  const title = nameOf(file).slice(0, 200);
  const body = { key: chosenKey, title, rows: [...invitations], continueAfterSignOut };
  const sent = { path: { login: organization }, body, signal: context.signal };
  const again = `With --key ${chosenKey}, it is safe to run this again.`;
  const job = await startJob(context, service, service.client.startInvitationJob(sent), again);
  await finishJob(context, service, { organization, job, results });
  if (process.exitCode === 0 && leftOut > 0) process.exitCode = EXIT.incomplete;
}

/** All teams, or none: a row would not be added to one that is missing. */
async function readTeams(service: Service, login: string): Promise<KnownTeams> {
  const pages = service.client.queryPages('OrganizationTeams', { login }, { signal: service.signal });
  const teams = await readPages(service, pages, ({ organization }, withheld) => {
    if (withheld.length === 0 && organization != null) return organization.teams.nodes ?? [];
    const why = withheld[0] === undefined ? '' : `: ${withheld[0].message}`;
    throw new Stop(`${NOT_READ}${why}${/[.!]$/.test(why) ? '' : '.'} Try again later.`, EXIT.incomplete);
  });
  return knownTeams(
    teams.flatMap((team) => (team?.databaseId ? [{ id: team.databaseId, name: team.name, slug: team.slug }] : [])),
  );
}

const NOT_READ = 'The teams, which departments in the file may name, could not be read, so no one was invited';
