import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '../script-arguments.ts';

/* Fails when documents or comments have more words than their limit: part of `npm run check`. Lower a limit when you can. */

scriptArguments({ name: 'check:words', about: 'Fails when documents or comments have more words than their limit.' });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENT_WORDS_MAX = 25_000;
const COMMENT_WORDS_MAX = 50_000;

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

const counts = [
  { name: 'documents', words: wordsIn(tracked('*.md').flatMap(linesOf)), limit: DOCUMENT_WORDS_MAX },
  {
    name: 'comments',
    words: wordsIn(tracked('*/src/**.ts', '*/src/**.tsx').flatMap((path) => linesOf(path).filter(isComment))),
    limit: COMMENT_WORDS_MAX,
  },
];

for (const { name, words, limit } of counts) {
  process.stdout.write(`${name}: ${words} words of at most ${limit}\n`);
  if (words > limit) process.exitCode = 1;
}
