import { styleText } from 'node:util';
import { databaseAway } from './faults/database-away.ts';
import { failOver } from './faults/fail-over/fail-over.ts';
import type { Finding, Part } from './faults/finding.ts';
import { frozenInstance } from './faults/frozen-instance.ts';
import { hangingLists } from './faults/hanging-lists.ts';
import { manyInstallations } from './faults/many-installations.ts';
import { movedAddress } from './faults/moved-address.ts';
import { rollingRestart } from './faults/rolling-restart.ts';
import { twoVersions } from './faults/two-versions.ts';
import { refuseArguments, scriptArguments } from './script-arguments.ts';

/*
 * Tries the service under faults: `npm run faults`, or `npm run faults -- rolling-restart` for one part.
 *
 * Each part starts the programs it needs, a PostgreSQL included, and says what it found beside what it has to be. The
 * exit code is 0 when everything is as it has to be.
 */

const PARTS: Readonly<Record<string, Part>> = {
  'rolling-restart': rollingRestart,
  'two-versions': twoVersions,
  'database-away': databaseAway,
  'frozen-instance': frozenInstance,
  'moved-address': movedAddress,
  'fail-over': failOver,
  'hanging-lists': hangingLists,
  'many-installations': manyInstallations,
};
/** A part that takes longer is stuck. */
const PART_LIMIT_MS = 15 * 60_000;

const { positionals: requestedParts } = scriptArguments({
  name: 'faults',
  about: `Tries the service under faults. Parts: ${Object.keys(PARTS).join(', ')}.`,
  positionals: '[PART...]',
});
const unknown = requestedParts.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) refuseArguments('faults', `Unknown part: ${unknown.join(', ')}`);

const findings: Finding[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (requestedParts.length > 0 && !requestedParts.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  findings.push(...(await inTime(name, part)));
}
const HEADINGS = { what: 'What', bound: 'Has to be', seen: 'Was' };
const width = (field: keyof typeof HEADINGS): number =>
  Math.max(...[HEADINGS, ...findings].map((row) => row[field].length));
const line = (mark: string, { what, bound, seen }: typeof HEADINGS): string =>
  `${mark} ${what.padEnd(width('what'))}  ${bound.padEnd(width('bound'))}  ${seen}\n`;
process.stdout.write(line('      ', HEADINGS));
for (const finding of findings) {
  process.stdout.write(line(finding.ok ? 'ok    ' : styleText('red', 'NOT OK'), finding));
}
// Ends whatever a stuck part started.
process.exit(findings.every(({ ok }) => ok) ? 0 : 1);

async function inTime(name: string, part: Part): Promise<readonly Finding[]> {
  const failed = (seen: string): readonly Finding[] => [{ what: name, bound: 'done', seen, ok: false }];
  const { promise: late, resolve } = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(resolve, PART_LIMIT_MS, failed(`not done within ${PART_LIMIT_MS / 60_000} minutes`));
  try {
    return await Promise.race([part(), late]);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}
