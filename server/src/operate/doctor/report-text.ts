import { styleText } from 'node:util';
import type { Report, ReportLine } from './diagnose.ts';
import { CHECK_GROUPS, type CheckName, type Standing } from './finding.ts';

type LineLabel = Standing | 'unjudged';

const LABELS: Readonly<Record<LineLabel, string>> = {
  ok: 'ok',
  note: 'note',
  warning: 'warning',
  failure: 'FAILURE',
  unjudged: '-',
};
const COLOURS = { ok: 'green', note: 'cyan', warning: 'yellow', failure: 'red', unjudged: 'dim' } as const;
const LABEL_WIDTH = 7;
const NAMED_MAX = 5;

export function reportText({ lines, unjudged }: Report, hasColours: boolean): string {
  const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  const width = Math.max(0, ...lines.map(({ check }) => check.length));
  const label = (kind: LineLabel): string => styled(COLOURS[kind], LABELS[kind].padEnd(LABEL_WIDTH));
  const lineText = ({ standing, check, fact, next }: ReportLine): string => {
    const first = `${label(standing)}  ${check.padEnd(width)}  ${fact}`;
    return next === null ? first : `${first}\n${' '.repeat(LABEL_WIDTH + width + 4)}→ ${next}`;
  };
  const groups = Object.entries(CHECK_GROUPS).flatMap(([title, names]) => {
    const found = lines.filter(({ check }) => names.some((name) => name === check));
    return found.length === 0 ? [] : [`${styled('bold', title)}\n${found.map(lineText).join('\n')}`];
  });
  const causes = [...Map.groupBy(unjudged, ({ because }) => because)];
  const missing = causes.map(([because, checks]) => `${label('unjudged')}  ${unjudgedText(because, checks)}`);
  return `${[...groups, ...(missing.length === 0 ? [] : [missing.join('\n')]), sumOf(lines, unjudged.length)].join('\n\n')}\n`;
}

function unjudgedText(because: CheckName, checks: readonly { readonly check: CheckName }[]): string {
  const names = checks.length > NAMED_MAX ? `${checks.length} checks` : checks.map(({ check }) => check).join(', ');
  return `${names}: not checked because of ${because}`;
}

function sumOf(lines: readonly ReportLine[], unjudged: number): string {
  const count = (kind: Standing) => lines.filter(({ standing }) => standing === kind).length;
  const notes = count('note');
  const parts = [
    countOf(count('failure'), 'failure'),
    countOf(count('warning'), 'warning'),
    ...(notes === 0 ? [] : [countOf(notes, 'note')]),
    `${count('ok')} ok`,
    ...(unjudged === 0 ? [] : [`${unjudged} not checked`]),
  ];
  return `${parts.join(', ')}.`;
}

const countOf = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Notes have standing `ok` and `note: true`. */
export const reportJson = ({ standing, lines, unjudged, checkedAt }: Report) => ({
  standing,
  checkedAt: checkedAt.toISOString(),
  lines: lines.map(({ check, standing: each, fact, next }) => ({
    check,
    standing: each === 'note' ? 'ok' : each,
    fact,
    next,
    ...(each === 'note' && { note: true }),
  })),
  unjudged,
});
