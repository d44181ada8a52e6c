import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ORGANIZATION_FILE_MAX_CHARACTERS, ORGANIZATION_FILES_MAX } from '@orgdesk/contract/limits';
import { bytesInBody, FILES_MAX_BYTES } from '@orgdesk/organization-files/size-in-body';
import type { CheckFilesAnswer, FileProblem, NamedFile, PlanFilesAnswer } from '../../../../client/src/index.ts';
import { Stop } from '../../connection/stop.ts';
import { filesIn, inCode, note, print, printable } from '../../output/print.ts';

/** Reads YAML files, and those in folders, sorted by name. Names have slashes on every system, as the service expects. */
export async function readFiles(paths: readonly string[]): Promise<NamedFile[]> {
  const found = (await Promise.all(paths.map(filesAt))).flat();
  const names = new Set(found.map((path) => path.replaceAll(sep, '/')));
  if (names.size === 0) throw new Stop('There is no YAML file.');
  if (names.size > ORGANIZATION_FILES_MAX) throw new Stop(`There are more than ${ORGANIZATION_FILES_MAX} files.`);
  const files: NamedFile[] = [];
  let bytes = 0;
  for (const name of [...names].toSorted()) {
    const text = await textAt(name);
    bytes += bytesInBody({ name, text });
    if (bytes > FILES_MAX_BYTES) throw new Stop('The files are larger than 2 MB together.');
    files.push({ name, text });
  }
  return files;
}

async function filesAt(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(unreadable(path));
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(unreadable(path));
  return entries
    .filter((entry) => entry.isFile() && /[.]ya?ml$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function textAt(path: string): Promise<string> {
  const size = await stat(path).then((found) => found.size, unreadable(path));
  if (size > ORGANIZATION_FILE_MAX_CHARACTERS) throw new Stop(`${path} is larger than 500 KB: split it.`);
  return readFile(path, 'utf8').catch(unreadable(path));
}

const unreadable = (path: string) => (): never => {
  throw new Stop(`Could not read ${path}.`);
};

export function printProblems(problems: readonly FileProblem[]): void {
  for (const problem of problems) print(`${printable(lineOf(problem))}\n    ${printable(sourceOf(problem))}\n`);
}

/** For a summary of a job: all of it is code. */
export const problemsAsMarkdown = (problems: readonly FileProblem[]): string =>
  ['### Problems in the files', '', '```text']
    .concat(problems.flatMap((problem) => [inCode(lineOf(problem)), `    ${inCode(sourceOf(problem))}`]))
    .concat('```')
    .map((line) => `${line}\n`)
    .join('');

function lineOf({ file, line, column, message, nearest }: FileProblem): string {
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `${file}:${line}:${column}: ${message}${hint}`;
}

const sourceOf = ({ line, source }: FileProblem): string => `${line} | ${source}`;

/** Hints are no problems: they go beside the plan. */
export function noteHints({ hints }: Pick<PlanFilesAnswer, 'hints'>): void {
  for (const { file, line, column, message } of hints) note(`${file}:${line}:${column}: ${message}`);
}

type Problems = Pick<CheckFilesAnswer, 'isCut'> & { readonly problems: readonly FileProblem[] };

export const noteProblems = ({ problems, isCut }: Problems, files: readonly unknown[]): void =>
  note(
    `${problems.length}${isCut ? ' and more' : ''} ${problems.length === 1 && !isCut ? 'problem' : 'problems'} in ${filesIn(files.length)}`,
  );
