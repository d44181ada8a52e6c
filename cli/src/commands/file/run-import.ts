import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dataOf } from '../../connection/failure.ts';
import { Stop } from '../../connection/stop.ts';
import type { Context } from '../../context.ts';
import { note } from '../../output/note.ts';

interface Input {
  readonly organization: string;
  readonly folder: string;
  readonly section: 'people' | 'teams' | 'outsideCollaborators' | null;
  readonly force: boolean;
}

export async function run(
  { connect, signal }: Context,
  { organization, folder, section, force }: Input,
): Promise<void> {
  const service = await connect();
  const query = section === null ? {} : { section };
  const sent = { path: { login: organization }, query, signal };
  const { files } = await dataOf(service, service.client.importOrganizationFiles(sent));
  for (const { name, text } of files) {
    const path = join(folder, name);
    // A service could name a file elsewhere.
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/.test(name)) throw new Stop(`The service sent a wrong file name.`);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { flag: force ? 'w' : 'wx' });
    } catch (error) {
      const isThere = Object(error).code === 'EEXIST';
      throw new Stop(isThere ? `${path} exists: use --force to replace files.` : `Could not write ${path}.`);
    }
  }
  note(`${files.length} files in ${folder}`);
}
