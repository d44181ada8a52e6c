import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { KnownTeams } from '@orgdesk/people-files/cells';
import { decodeText, fileKindOf, ROWS_FILE_MAX_BYTES } from '@orgdesk/people-files/decode-text';
import { hasPeople, readRows } from '@orgdesk/people-files/read-rows';
import { type ReviewedRow, reviewOf } from '@orgdesk/people-files/review';
import { NO_CHOICE } from '@orgdesk/people-files/table/table-choice';
import { isDepartment } from '@orgdesk/people-files/table/tables';
import { Stop } from './connection/stop.ts';

interface ReadingOptions {
  readonly preferred?: 'login' | 'email' | null;
  /** Called if a column of departments may name teams. */
  readonly readTeams?: () => Promise<KnownTeams>;
}

export async function readPeople(file: string, options: ReadingOptions = {}): Promise<readonly ReviewedRow[]> {
  const { preferred = null, readTeams } = options;
  const name = nameOf(file);
  const bytes = await bytesOf(file);
  if (fileKindOf(bytes) !== 'other') throw new Stop(`${name} is an Excel file: save it as CSV.`);
  const decoded = decodeText(bytes);
  if (decoded === null) throw new Stop(`${name} is not a text file: save it as CSV.`);
  const { text } = decoded;
  const first = readRows(text);
  if (first.isTooLong) throw new Stop(`${name} is too long: split it.`);
  const { table } = first;
  if (table === null) return reviewOf([{ file: name, read: first }], {});
  if (!hasPeople(table)) {
    throw new Stop(
      `${name} does not say which column has the usernames: add a first row such as username,email,role,teams.`,
    );
  }
  const teams = table.headings.some(isDepartment) ? await readTeams?.() : null;
  const choices = { [table.key]: { ...NO_CHOICE, person: preferred } };
  return reviewOf([{ file: name, read: readRows(text, { choices, teams: teams ?? null }) }], {});
}

export const nameOf = (file: string): string => (file === '-' ? 'standard input' : basename(file));

async function bytesOf(file: string): Promise<Uint8Array> {
  const handle = file === '-' ? null : await open(file).catch(() => null);
  if (file !== '-' && handle === null) throw new Stop(`Could not read ${file}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of handle?.createReadStream() ?? process.stdin) {
      const bytes = chunk as Uint8Array;
      chunks.push(bytes);
      size += bytes.length;
      if (size > ROWS_FILE_MAX_BYTES) throw new Stop(`${nameOf(file)} is larger than 4 MB: split it.`);
    }
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(`Could not read ${file}.`);
  }
  return Buffer.concat(chunks);
}
