import { OrganizationFile } from '@orgdesk/organization-files/format';
import { checkInThread } from '@orgdesk/organization-files/thread/in-thread';
import { EXIT } from '../../connection/stop.ts';
import { printJson } from '../../output/print.ts';
import type { Context } from '../../run-remote.ts';
import { noteProblems, printProblems } from './print-problems.ts';
import { readFiles } from './read-files.ts';

export async function run(
  { format, signal }: Context,
  { paths }: { readonly paths: readonly string[] },
): Promise<void> {
  if (paths.length === 0) {
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
