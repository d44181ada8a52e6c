import type { Line, Report } from './diagnose.ts';
import type { Standing } from './finding.ts';

const LABELS: Readonly<Record<Standing | 'unjudged', readonly [text: string, colour: string]>> = {
  ok: ['ok', '\x1b[32m'],
  warning: ['warning', '\x1b[33m'],
  failure: ['FAILURE', '\x1b[31m'],
  unjudged: ['-', '\x1b[2m'],
};
const LABEL_WIDTH = 7;

/** A report for people: a line for each finding with its next step below, and the sum at the end. */
export function reportText({ lines, unjudged }: Report, hasColours: boolean): string {
  const names = [...lines, ...unjudged].map(({ check }) => check.length);
  const width = Math.max(0, ...names);
  const label = (kind: keyof typeof LABELS): string => {
    const [text, colour] = LABELS[kind];
    return hasColours ? `${colour}${text.padEnd(LABEL_WIDTH)}\x1b[0m` : text.padEnd(LABEL_WIDTH);
  };
  const told = lines.map(({ standing, check, fact, next }) => {
    const first = `${label(standing)}  ${check.padEnd(width)}  ${fact}`;
    return next === null ? first : `${first}\n${' '.repeat(LABEL_WIDTH + width + 4)}→ ${next}`;
  });
  const untold = unjudged.map(
    ({ check, because }) => `${label('unjudged')}  ${check.padEnd(width)}  not checked; see ${because}`,
  );
  return `${[...told, ...untold].join('\n')}\n\n${sumOf(lines, unjudged.length)}\n`;
}

function sumOf(lines: readonly Line[], unjudged: number): string {
  const count = (wanted: Standing) => lines.filter(({ standing }) => standing === wanted).length;
  const parts = [
    countOf(count('failure'), 'failure'),
    countOf(count('warning'), 'warning'),
    `${count('ok')} ok`,
    ...(unjudged === 0 ? [] : [`${unjudged} not checked`]),
  ];
  return `${parts.join(', ')}.`;
}

const countOf = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A report for programs. */
export const reportJson = ({ standing, lines, unjudged, checkedAt }: Report) => ({
  standing,
  checkedAt: checkedAt.toISOString(),
  lines: lines.map(({ check, standing: each, fact, next }) => ({ check, standing: each, fact, next })),
  unjudged,
});
