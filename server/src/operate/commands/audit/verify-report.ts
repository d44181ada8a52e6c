import { parseNote } from '@orgdesk/contract/checkpoint';
import { isUnsignedReport } from '../../../lib/unsigned-report.ts';
import type { Environment } from '../../config/settings.ts';
import { withReadyStorage } from '../database.ts';
import { fail } from '../problems.ts';
import { isSignedByAny, readText } from './kept-heads.ts';
import { say } from './report.ts';
import { acceptedKeys, named } from './verify-heads.ts';

const FAULT = 4;

interface ReportCommand {
  readonly report: string;
  readonly key: string | null;
  readonly json: boolean;
}

/** Verifies the signature of a report about a person. */
export async function verifyReport(env: Environment, { report, key, json }: ReportCommand): Promise<void> {
  const keysOf = await acceptedKeys(key);
  if (keysOf === null) return;
  const text = await readText(report).catch(() => null);
  if (text === null) return fail(`Not verified: ${report} cannot be read.`);
  if (isUnsignedReport(text.replaceAll('\r\n', '\n'))) {
    process.exitCode = FAULT;
    return say(
      json
        ? JSON.stringify({ verified: false, origin: null })
        : `UNSIGNED  ${named(report)}: the report is not signed, so it proves nothing.`,
    );
  }
  const note = parseNote(`${text.replaceAll('\r\n', '\n').trimEnd()}\n`);
  if (note === null || !/\/people\/[1-9]\d*$/.test(note.origin))
    return fail(`Not verified: ${named(report)} has something else than a signed report.`);
  await withReadyStorage(env, 'Not verified', async ({ auditHeads }) => {
    const isVerified = await isSignedByAny(note, await keysOf(auditHeads));
    if (!isVerified) process.exitCode = FAULT;
    if (json) say(JSON.stringify({ verified: isVerified, origin: note.origin }));
    else if (isVerified) say(`verified  ${note.origin}: the report has not changed since it was signed.`);
    else say(`FAULT     ${note.origin}: the report was changed, or is not signed with a known key.`);
  });
}
