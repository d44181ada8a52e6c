import type { Finding } from './row.ts';
import { ratioText, standingOf } from './table.ts';

const LINE = 26;
const LEFT = 470;
const WIDTH = 300;
const FULL_AT = 1.5;
const COLORS = { met: '#2f7d4f', 'limit shown': '#8a8a3a', missed: '#b8622b' } as const;

/**
 * A bar for each finding with a target: how far it gets on the way there, the mark being the target. Green is met, olive
 * shows its limit.
 */
export function chartSvg(findings: readonly (Finding & { readonly row: number })[]): string {
  const shown = findings.filter(({ ratio, target }) => ratio !== null && target !== null);
  const height = LINE * shown.length + 16;
  const bars = shown.map((finding, index) => {
    const top = 8 + index * LINE;
    const share = Math.min(FULL_AT, shareOfTarget(finding));
    const color = COLORS[standingOf(finding) || 'missed'];
    return `<text x="${LEFT - 10}" y="${top + 16}" text-anchor="end">${escaped(`${finding.row}  ${finding.what}`)}</text>
<rect x="${LEFT}" y="${top + 3}" width="${((share / FULL_AT) * WIDTH).toFixed(1)}" height="${LINE - 8}" fill="${color}"/>
<text x="${LEFT + WIDTH + 10}" y="${top + 16}">${ratioText(finding.ratio ?? 0)}</text>`;
  });
  const mark = LEFT + WIDTH / FULL_AT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 80} ${height}" font-family="sans-serif" font-size="13"><title>Ratios of npm run bench beside their targets</title>
<rect width="100%" height="100%" fill="#fff"/>
${bars.join('\n')}
<line x1="${mark}" x2="${mark}" y1="4" y2="${height - 4}" stroke="#222" stroke-dasharray="4 3"/>
</svg>
`;
}

/** 1 at the target, above is better, whichever way the target points. */
function shareOfTarget({ ratio, target }: Finding): number {
  if (ratio === null || target === null) return 0;
  return 'least' in target ? ratio / target.least : target.most / Math.max(ratio, 1e-9);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
