import { dataOf } from '../../connection/failure.ts';
import { EXIT } from '../../connection/stop.ts';
import type { Context } from '../../context.ts';
import { noteProblems, printProblems } from './print-problems.ts';
import { readFiles } from './read-files.ts';

export async function run(
  { connect, format, signal }: Context,
  { paths }: { readonly paths: readonly string[] },
): Promise<void> {
  if (paths.length === 0) {
    const service = await connect();
    const schema = await dataOf(service, service.client.getOrganizationFileSchema({ signal }));
    process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    return;
  }
  const files = await readFiles(paths);
  const service = await connect();
  const checked = await dataOf(service, service.client.checkOrganizationFiles({ body: { files }, signal }));
  if (format === 'json') process.stdout.write(`${JSON.stringify(checked.problems)}\n`);
  else printProblems(checked);
  noteProblems(checked, files);
  if (checked.problems.length > 0) process.exitCode = EXIT.failed;
}
