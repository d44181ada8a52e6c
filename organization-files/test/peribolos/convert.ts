import { parse } from 'yaml';
import { checkFiles, type NamedText } from '../../src/check-files.ts';
import type { OrganizationFile, TeamEntry } from '../../src/format.ts';
import { fromPeribolos } from '../../src/peribolos/from-peribolos.ts';

export interface Outcome {
  /** Each as "FILE:LINE: MESSAGE". */
  readonly problems: readonly string[];
  readonly left: readonly string[];
  readonly owners: readonly string[] | undefined;
  readonly members: readonly string[] | undefined;
  readonly teams: Readonly<Record<string, TeamEntry>>;
}

/** What the command line writes, on any file system. */
const FILE_NAME = /^(teams\/)?[\w-][\w.-]{0,249}$/;

/** Converts files, and has the result checked as files of people are. */
export function convert(texts: Readonly<Record<string, string>>, organization = 'acme'): Outcome {
  const named: readonly NamedText[] = Object.entries(texts).map(([name, text]) => ({ name, text }));
  const { files, problems, left } = fromPeribolos(named, organization);
  const hidden = files.find(({ name }) => !FILE_NAME.test(name));
  if (hidden !== undefined) throw new Error(`orgdesk refuses the name ${hidden.name}`);
  const refused = checkFiles(files, organization).problems;
  if (refused.length > 0) throw new Error(`orgdesk refuses what it wrote: ${JSON.stringify(refused)}`);
  const contents = files.map(({ text }) => parse(text) as OrganizationFile);
  const people = contents.find(({ people: found }) => found !== undefined)?.people;
  return {
    problems: problems.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    left,
    owners: people?.owners,
    members: people?.members,
    teams: Object.assign({}, ...contents.map(({ teams }) => teams?.entries ?? {})),
  };
}

/** Converts one file with an owner. */
export const convertTeams = (teams: string): Outcome => convert({ 'org.yaml': `admins: [ada]\n${teams}` });
