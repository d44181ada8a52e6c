import type { Finding, Target } from './row.ts';

const HEADINGS = ['What', 'Ours', 'Reference', 'Ratio', 'Target', '', 'Answers a second'] as const;

const targetText = (target: Target | null): string => {
  if (target === null) return '';
  return 'least' in target ? `at least ${target.least}` : `at most ${target.most}`;
};

/** Null where there is no target. */
export function isMet({ ratio, target }: Finding): boolean | null {
  if (target === null) return null;
  if (ratio === null || Number.isNaN(ratio)) return false;
  return 'least' in target ? ratio >= target.least : ratio <= target.most;
}

/** Returns the standing of a finding; one that misses its target shows its limit. */
export function standingOf(finding: Finding): '' | 'met' | 'limit shown' | 'missed' {
  const met = isMet(finding);
  if (met === null) return '';
  if (met) return 'met';
  return finding.limit === undefined ? 'missed' : 'limit shown';
}

/** One table for people; below a finding that misses its target, what the best reachable costs. */
export function tableText(findings: readonly (Finding & { readonly row: number })[]): string {
  const lines = findings.map((finding) => [
    `${finding.row}  ${finding.what}`,
    finding.ours,
    finding.reference,
    finding.ratio === null ? '–' : ratioText(finding.ratio),
    targetText(finding.target),
    standingOf(finding),
    finding.rates ?? '',
  ]);
  const widths = HEADINGS.map((heading, index) =>
    Math.max(...[heading, ...lines.map((line) => line[index] ?? '')].map((text) => text.length)),
  );
  return [HEADINGS, ...lines]
    .flatMap((cells, index) => {
      const finding = findings[index - 1];
      const limit = finding !== undefined && standingOf(finding) === 'limit shown' ? (finding.limit ?? []) : [];
      const text = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
      return [text.trimEnd(), ...limit.map((line) => `     limit: ${line}`)];
    })
    .join('\n');
}

export const ratioText = (ratio: number): string => ratio.toFixed(ratio >= 10 ? 1 : 2);
