import { ok, refuse } from '@orgdesk/contract/result';
import { EXIT, JOB_EXIT_CODES, PLAN_EXIT_CODES } from '../../connection/stop.ts';
import {
  CONTINUE_OPTION,
  describeLocal,
  describeRemote,
  FORMAT_OPTIONS,
  JSON_OPTION,
  parseArguments,
} from '../../describe-remote.ts';

export const fileCheck = describeLocal({
  summary: 'checks files that describe an organization',
  usage: ['file check PATH …', 'file check --schema'],
  about: `
A PATH is a YAML file or a folder of them; all together describe one organization. Prints every problem with its location and,
for a name that is almost right, the nearest valid one. Needs neither a session nor a service.`,
  options: {
    json: { type: 'boolean', says: 'prints the problems as JSON' },
    schema: { type: 'boolean', says: 'prints the JSON Schema of the files, for editors' },
  },
  exitCodes: { 0: 'no problem', 1: 'problems, or failed; see standard error' },
  example: 'orgdesk file check organization/\norgdesk file check --schema > organization.schema.json',
  parse: ({ schema = false }, paths) =>
    schema === paths.length > 0 ? refuse('either PATH or --schema is needed') : ok({ paths }),
  load: async () => ({ run: (await import('./run-files.ts')).checkFiles }),
});

const SECTIONS = ['people', 'teams', 'outsideCollaborators'] as const;

export const fileImport = describeRemote({
  summary: 'writes an organization as files',
  usage: [
    'file import ORGANIZATION FOLDER',
    'file import ORGANIZATION FOLDER --update',
    'file import ORGANIZATION FOLDER --from-peribolos PATH',
  ],
  about: `
Writes organization.yaml, outside-collaborators.yaml and one file for each team below teams/. Existing files are only replaced
with --force; comments in them are lost. --update changes existing files instead, where they say something else than the
organization, and keeps comments. For owners. --from-peribolos reads org.yaml and the teams.yaml of several folders instead,
without a session or a service; what cannot be carried over is listed on standard error.`,
  options: {
    section: { type: 'string', value: 'SECTION', choices: SECTIONS, says: `only one of ${SECTIONS.join(', ')}` },
    'from-peribolos': { type: 'string', value: 'PATH', says: 'converts these files, without reading the organization' },
    update: { type: 'boolean', says: 'changes the files in FOLDER, and only what they own' },
    force: { type: 'boolean', says: 'replaces existing files' },
    ...JSON_OPTION,
  },
  exitCodes: {},
  example: 'orgdesk file import acme organization/\norgdesk file import acme organization/ --update',
  parse: ({ section, force = false, update = false, 'from-peribolos': peribolos = null }, args) => {
    const read = parseArguments(args, ['ORGANIZATION', 'FOLDER']);
    if (!read.ok) return read;
    const [organization, folder] = read.value;
    const chosen = SECTIONS.find((each) => each === section);
    if (chosen !== undefined && peribolos !== null) return refuse('--section is not possible with --from-peribolos');
    if (update && (force || chosen !== undefined || peribolos !== null))
      return refuse('--update is not possible with --section, --force or --from-peribolos');
    return ok({ organization, folder, section: chosen ?? null, peribolos, force, update });
  },
  load: async () => ({ run: (await import('./run-files.ts')).importFiles }),
});

export const filePlan = describeRemote({
  summary: 'shows what files would change in an organization, without changing it',
  usage: ['file plan ORGANIZATION PATH …'],
  about: `
A PATH is a YAML file or a folder of them. Numbers and dangers come first, then each step in its order. For owners. The file of
--out holds the plan for orgdesk file apply, for one hour.`,
  options: {
    json: { type: 'boolean', says: 'prints the plan as JSON' },
    markdown: { type: 'boolean', says: 'prints a summary for a pull request' },
    out: { type: 'string', value: 'FILE', says: 'writes the plan here' },
  },
  exitCodes: PLAN_EXIT_CODES,
  example: 'orgdesk file plan acme organization/ --out plan.json',
  parse: ({ markdown = false, json = false, out = null }, [organization, ...paths]) => {
    if (organization === undefined || paths.length === 0) return refuse('ORGANIZATION and PATH are missing');
    if (markdown && json) return refuse('only one of --json and --markdown is possible');
    return ok({ organization, paths, markdown, out });
  },
  load: async () => ({ run: (await import('./run.ts')).planFiles }),
});

export const fileApply = describeRemote({
  summary: 'applies a plan',
  usage: ['file apply PLAN'],
  about: `
PLAN is the file that orgdesk file plan --out wrote less than an hour ago, for the same person. Applies exactly its steps, and
skips those whose subject has changed since. Each danger of the plan must be lifted by its name and number.`,
  options: {
    lift: { type: 'string', multiple: true, value: 'DANGER=NUMBER', says: 'confirms a danger; may be repeated' },
    hash: { type: 'string', value: 'HASH', says: 'only if the plan has this hash' },
    yes: { type: 'boolean', says: 'does not ask' },
    ...CONTINUE_OPTION,
    results: { type: 'string', value: 'FILE', says: 'writes the results as CSV' },
    ...FORMAT_OPTIONS,
  },
  exitCodes: { ...JOB_EXIT_CODES, [EXIT.incomplete]: 'done, but not every step of the plan' },
  example: 'orgdesk file apply plan.json --lift new-owners=1',
  parse: ({ lift = [], hash = null, yes = false, results = null, ...values }, args) => {
    const read = parseArguments(args, ['PLAN']);
    if (!read.ok) return read;
    const lifted = lift.map((each) => /^([a-z-]+)=(\d{1,6})$/.exec(each));
    const wrong = lift.find((_, index) => lifted[index] === null);
    if (wrong !== undefined) return refuse(`--lift takes a danger and its number, not ${JSON.stringify(wrong)}`);
    const dangers = lifted.map((match) => ({ kind: match?.[1] ?? '', count: Number(match?.[2]) }));
    const continueAfterSignOut = values['continue-after-sign-out'] ?? false;
    return ok({ file: read.value[0], lifted: dangers, hash, yes, results, continueAfterSignOut });
  },
  load: async () => ({ run: (await import('./run.ts')).applyPlan }),
});

export const fileDrift = describeRemote({
  summary: 'compares an organization with the files applied last',
  usage: ['file drift ORGANIZATION'],
  about: `
Lists the steps that would restore what the files say, and who made each change, as far as the audit log knows. --out writes
the plan for orgdesk file apply. To accept the changes instead, import the organization again. For owners.`,
  options: {
    json: { type: 'boolean', says: 'prints the differences as JSON' },
    out: { type: 'string', value: 'FILE', says: 'writes the plan that restores the files here' },
  },
  exitCodes: PLAN_EXIT_CODES,
  example: 'orgdesk file drift acme',
  parse: ({ out = null }, args) => {
    const read = parseArguments(args, ['ORGANIZATION']);
    return read.ok ? ok({ organization: read.value[0], out }) : read;
  },
  load: async () => ({ run: (await import('./run.ts')).showDrift }),
});

export const fileRules = describeRemote({
  summary: 'shows or changes the rules about owners, which no file can loosen',
  usage: ['file rules ORGANIZATION'],
  about: `
A plan that leaves fewer owners than the rules demand, or takes the role of a required one, has a danger. What is not named
stays as it is. For owners.`,
  options: {
    json: { type: 'boolean', says: 'prints the rules as JSON' },
    'owners-min': { type: 'string', value: 'NUMBER', says: 'sets how many owners plans must leave' },
    required: { type: 'string', value: 'LOGIN,…', says: 'sets all required owners; "none" for none' },
  },
  exitCodes: {},
  example: 'orgdesk file rules acme --owners-min 2 --required ada,grace',
  parse: ({ 'owners-min': least = null, required = null }, args) => {
    const read = parseArguments(args, ['ORGANIZATION']);
    if (!read.ok) return read;
    if (least !== null && !/^[1-9]\d{0,2}$/.test(least)) return refuse('--owners-min takes a number from 1');
    const logins = required === null ? null : required.split(',').flatMap((login) => login.trim() || []);
    if (logins?.length === 0) return refuse('--required takes usernames, or "none"');
    return ok({
      organization: read.value[0],
      ownersMin: least === null ? null : Number(least),
      requiredOwners: required === 'none' ? [] : logins,
    });
  },
  load: async () => ({ run: (await import('./run.ts')).showRules }),
});
