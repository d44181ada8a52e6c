import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '../script-arguments.ts';

/* Fails when a file of sources or tests has too many lines, and reports the largest folder: part of `npm run check`. */

scriptArguments({ name: 'check:tree', about: 'Fails when a file has too many lines, and reports the largest folder.' });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LINES_MAX = 400;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.js'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && !/(^|\/)generated\//.test(path));

const entries = new Map<string, Set<string>>();
for (const file of files) {
  for (let path = file; path.includes('/'); path = dirname(path)) {
    const folder = dirname(path);
    entries.set(folder, (entries.get(folder) ?? new Set()).add(path));
  }
}
const problems = files.flatMap((path) => {
  const lines = readFileSync(`${ROOT}${path}`, 'utf8').split('\n').length - 1;
  return lines > LINES_MAX ? [`${path} has ${lines} lines; at most ${LINES_MAX} are allowed`] : [];
});
const [largest] = [...entries].toSorted(([, a], [, b]) => b.size - a.size);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`tree: ${files.length} files in ${entries.size} folders`);
process.stdout.write(largest === undefined ? '\n' : `, at most ${largest[1].size} in one, ${largest[0]}/\n`);
if (problems.length > 0) process.exitCode = 1;
