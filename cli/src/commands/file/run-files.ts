import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fitInBody } from '@orgdesk/organization-files/size-in-body';
import { checkInThread, convertInThread } from '@orgdesk/organization-files/thread/in-thread';
import type { FileProblem, NamedFile } from '../../../../client/src/index.ts';
import { ORGANIZATION_ANSWER_MS } from '../../connection/bounded-fetch.ts';
import { dataOf, type Service } from '../../connection/failure.ts';
import { EXIT, Stop } from '../../connection/stop.ts';
import { note, printJson, warn } from '../../output/print.ts';
import type { Format } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';
import { noteProblems, printProblems, readFiles } from './files.ts';

export async function checkFiles(
  { format, signal }: Context,
  { paths }: { readonly paths: readonly string[] },
): Promise<void> {
  if (paths.length === 0) {
    const { OrganizationFile } = await import('@orgdesk/organization-files/format');
    printJson(OrganizationFile, 2);
    return;
  }
  const files = await readFiles(paths);
  const { problems, isCut } = await checkInThread(files, signal);
  if (format === 'json') printJson(problems);
  else printProblems(problems);
  noteProblems({ problems, isCut }, files);
  if (problems.length > 0) process.exitCode = EXIT.failed;
}

interface ImportInput {
  readonly organization: string;
  readonly folder: string;
  readonly section: 'people' | 'teams' | 'outsideCollaborators' | null;
  /** Path of files to convert instead. */
  readonly peribolos: string | null;
  readonly force: boolean;
  readonly update: boolean;
}

export async function importFiles(context: Context, input: ImportInput): Promise<void> {
  const { organization, folder, section, peribolos } = input;
  if (peribolos !== null) {
    await writeAll(context, await convert(context, input, peribolos), input);
    return;
  }
  const service = await context.connect(ORGANIZATION_ANSWER_MS);
  if (input.update) {
    await update(context, service, { organization, folder });
    return;
  }
  const query = section === null ? {} : { section };
  const sent = { path: { login: organization }, query, signal: service.signal };
  await writeAll(context, (await dataOf(service, service.client.importOrganizationFiles(sent))).files, input);
}

async function writeAll(
  { format }: Context,
  files: readonly NamedFile[],
  { folder, force }: Pick<ImportInput, 'folder' | 'force'>,
): Promise<void> {
  for (const { name, text } of files) {
    // A service could name a file elsewhere.
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/.test(name)) throw new Stop(WRONG_NAME);
    await write({ name: join(folder, name), text }, force);
  }
  if (format === 'json') printWritten({ written: files.map(({ name }) => join(folder, name)), removed: [] });
  else note(`${files.length} files in ${folder}`);
}

interface Written {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly problems?: readonly FileProblem[];
}

const printWritten = ({ written, removed, problems = [] }: Written): void => printJson({ written, removed, problems });

function noteAll(format: Format, checked: Parameters<typeof noteProblems>[0], files: readonly NamedFile[]): void {
  if (format === 'json') printWritten({ written: [], removed: [], problems: checked.problems });
  else printProblems(checked.problems);
  noteProblems(checked, files);
}

/** Needs neither a session nor the service. */
async function convert(
  { format, signal }: Context,
  { organization, folder }: ImportInput,
  path: string,
): Promise<readonly NamedFile[]> {
  const read = await readFiles([path]);
  const converted = await convertInThread(read, organization, signal);
  for (const each of converted.left) warn(`Not carried over: ${each}`);
  // The check reads them with their folder.
  if (!fitInBody(converted.files.map(({ name, text }) => ({ name: join(folder, name), text }))))
    throw new Stop('The result would be too large: convert fewer files at once.');
  if (converted.problems.length === 0) return converted.files;
  noteAll(format, converted, read);
  throw new Stop('Nothing was written.');
}

async function update(
  { format }: Context,
  service: Service,
  { organization, folder }: Pick<ImportInput, 'organization' | 'folder'>,
): Promise<void> {
  const files = await readFiles([folder]);
  const sent = { path: { login: organization }, body: { files }, signal: service.signal };
  const updated = await dataOf(service, service.client.updateOrganizationFiles(sent));
  if (updated.problems.length > 0) {
    noteAll(format, updated, files);
    throw new Stop('Nothing was written.');
  }
  const names = new Set(files.map(({ name }) => name));
  const folders = new Set(files.map(({ name }) => dirname(name)));
  const isExpected = (name: string) =>
    names.has(name) || (folders.has(dirname(name)) && /^[\w-][\w.-]*[.]ya?ml$/.test(basename(name)));
  if (!updated.files.every(({ name }) => isExpected(name)) || !updated.removed.every((name) => names.has(name)))
    throw new Stop(WRONG_NAME);
  for (const file of updated.files) await write(file, names.has(file.name));
  for (const name of updated.removed) await rm(name);
  if (format === 'json') {
    printWritten({ written: updated.files.map(({ name }) => name), removed: updated.removed });
    return;
  }
  for (const { name } of updated.files) note(`Changed ${name}`);
  for (const name of updated.removed) note(`Removed ${name}`);
  note(`${updated.files.length + updated.removed.length} of ${files.length} files changed`);
}

const WRONG_NAME = 'The service sent a wrong file name.';

async function write({ name: path, text }: NamedFile, force: boolean): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const isThere = Object(error).code === 'EEXIST';
    throw new Stop(isThere ? `${path} exists: use --force to replace files.` : `Could not write ${path}.`);
  }
}
