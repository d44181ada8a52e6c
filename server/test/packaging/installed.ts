import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from '../support/empty-folder.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A folder in place of those of an installation, with its secrets, named like the files they are read from. */
export function secretFolder(secrets: Readonly<Record<string, string>>): string {
  const folder = emptyFolder(tmpdir());
  mkdirSync(join(folder, 'secrets'));
  for (const [name, secret] of Object.entries(secrets)) writeFileSync(join(folder, 'secrets', name), secret);
  return folder;
}

/** Puts the wrapper of the unit of systemd and its env file there, with the paths and a user of this machine; returns the wrapper's. */
export function installWrapper(folder: string, settings: Readonly<Record<string, string>> = {}, user = 0): string {
  const adapted = (text: string) =>
    text
      .replaceAll('/opt/orgdesk/', ROOT)
      .replaceAll(/\/(etc|var\/lib|var\/cache)\/orgdesk/g, folder)
      .replaceAll('=orgdesk ', `=${user} `);
  const changed = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const kept = read('packaging/systemd/example.env').replaceAll(/^(\w+)=.*\n/gm, (line, name) =>
    name in settings ? '' : line,
  );
  for (const [name, text] of [
    ['orgdesk', read('packaging/systemd/orgdesk')],
    ['orgdesk.env', `${kept}${changed.join('')}`],
  ] as const) {
    writeFileSync(join(folder, name), adapted(text));
  }
  chmodSync(join(folder, 'orgdesk.env'), 0o640);
  return join(folder, 'orgdesk');
}

/** Settings of files, read from the secrets of a folder. */
export const filesIn = (environment: Readonly<Record<string, string>>, folder: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      name.endsWith('_FILE') ? join(folder, 'secrets', basename(value)) : value,
    ]),
  );
