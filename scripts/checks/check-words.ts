import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '../script-arguments.ts';

/* Reports how many words documents and comments have: part of `npm run check`. A reader's need is their only limit. */

scriptArguments({ name: 'check:words', about: 'Reports how many words documents and comments have.' });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const tracked = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(`${ROOT}${path}`) && !/(^|\/)(dist|generated)\//.test(path));

const linesOf = (path: string): readonly string[] => readFileSync(`${ROOT}${path}`, 'utf8').split('\n');
const isComment = (line: string): boolean => /^\s*(\/\/|\/\*|\*)/.test(line);
const wordsIn = (lines: readonly string[]): number => lines.join(' ').split(/\s+/).filter(Boolean).length;

const sources = tracked('*/src/**.ts', '*/src/**.tsx');
process.stdout.write(`documents: ${wordsIn(tracked('*.md').flatMap(linesOf))} words\n`);
process.stdout.write(`comments: ${wordsIn(sources.flatMap((path) => linesOf(path).filter(isComment)))} words\n`);
