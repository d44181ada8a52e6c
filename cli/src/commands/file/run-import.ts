import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NamedFile } from '../../../../client/src/index.ts';
import { dataOf, type Service } from '../../connection/failure.ts';
import { Stop } from '../../connection/stop.ts';
import type { Context } from '../../context.ts';
import { note, warn } from '../../output/note.ts';
import { printProblems } from './print-problems.ts';
import { readFiles } from './read-files.ts';

interface Input {
  readonly organization: string;
  readonly folder: string;
  readonly section: 'people' | 'teams' | 'outsideCollaborators' | null;
  /** Path of files to convert instead. */
  readonly peribolos: string | null;
  readonly force: boolean;
}

export async function run({ connect }: Context, input: Input): Promise<void> {
  const service = await connect();
  const { organization, folder, section, peribolos, force } = input;
  const query = section === null ? {} : { section };
  const files =
    peribolos === null
      ? (
          await dataOf(
            service,
            service.client.importOrganizationFiles({ path: { login: organization }, query, signal: service.signal }),
          )
        ).files
      : await convert(service, organization, peribolos);
  for (const file of files) await write(folder, file, force);
  note(`${files.length} files in ${folder}`);
}

async function convert(service: Service, organization: string, path: string): Promise<readonly NamedFile[]> {
  const body = { organization, files: await readFiles([path]) };
  const converted = await dataOf(service, service.client.convertPeribolosFiles({ body, signal: service.signal }));
  for (const each of converted.left) warn(`Not carried over: ${each}`);
  if (converted.problems.length === 0) return converted.files;
  printProblems(converted);
  throw new Stop('Nothing was written.');
}

async function write(folder: string, { name, text }: NamedFile, force: boolean): Promise<void> {
  // A service could name a file elsewhere.
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/.test(name)) throw new Stop('The service sent a wrong file name.');
  const path = join(folder, name);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const isThere = Object(error).code === 'EEXIST';
    throw new Stop(isThere ? `${path} exists: use --force to replace files.` : `Could not write ${path}.`);
  }
}
