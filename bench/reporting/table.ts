import type { Finding, Target } from './row.ts';

const HEADINGS = ['What', 'Ours', 'Reference', 'Ratio', 'Target', '', 'Answers a second'] as const;

export const targetText = (target: Target | null): string => {
  if (target === null) return '';
  return 'least' in target ? `at least ${target.least}` : `at most ${target.most}`;
};

/** Null where there is no target. */
export function isMet({ ratio, target }: Finding): boolean | null {
  if (target === null) return null;
  if (ratio === null || Number.isNaN(ratio)) return false;
  return 'least' in target ? ratio >= target.least : ratio <= target.most;
}

/** One table for people. */
export function tableText(findings: readonly (Finding & { readonly row: number })[]): string {
  const lines = findings.map((finding) => [
    `${finding.row}  ${finding.what}`,
    finding.ours,
    finding.reference,
    finding.ratio === null ? '–' : ratioText(finding.ratio),
    targetText(finding.target),
    { true: 'met', false: 'not met', null: '' }[String(isMet(finding)) as 'true' | 'false' | 'null'],
    finding.rates ?? '',
  ]);
  const widths = HEADINGS.map((heading, index) =>
    Math.max(...[heading, ...lines.map((line) => line[index] ?? '')].map((text) => text.length)),
  );
  return [HEADINGS, ...lines]
    .map((cells) =>
      cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const ratioText = (ratio: number): string => ratio.toFixed(ratio >= 10 ? 1 : 2);
