import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { chartSvg } from './chart.ts';
import type { Finding } from './row.ts';
import { isMet, ratioText, standingOf } from './table.ts';

export type RowFinding = Finding & { readonly row: number };

export interface Results {
  /** As in `2 × Intel(R) Xeon(R) Processor, Node.js v26.10.0, linux x64`. */
  readonly machine: string;
  readonly results: readonly (RowFinding & { readonly standing: string })[];
}

const MOST_APART = 1.1;
const LINE_WIDTH = 120;

export const resultsOf = (machine: string, findings: readonly RowFinding[]): Results => ({
  machine,
  results: findings.toSorted((a, b) => a.row - b.row).map((finding) => ({ ...finding, standing: standingOf(finding) })),
});

/** Writes `FILE.json` and, beside it, `FILE.svg`. */
export async function writeResults(file: string, results: Results): Promise<void> {
  await writeFile(file, `${jsonText(results)}\n`);
  await writeFile(file.replace(/\.json$/, '.svg'), chartSvg(results.results));
}

/** Keeps short lists of texts on one line, as the formatter does. */
const jsonText = (results: Results): string =>
  JSON.stringify(results, null, 2).replaceAll(
    /^( *"\w+": )\[\n([^[\]]*?)\n *\](,?)$/gm,
    (lines, name, items, comma) => {
      const line = `${name}[${items.split(/\n */).join(' ').trim()}]${comma}`;
      return line.length <= LINE_WIDTH ? line : lines;
    },
  );

/**
 * Lists findings that differ by more than 10 % between two runs; those by the clock apart, because they need free
 * processors. Maxima are listed if only one run keeps to the bound.
 */
export async function agreementText(file: string, other: string): Promise<string> {
  const [first, second] = await Promise.all([readResults(file), readResults(other)]);
  const keyOf = ({ row, what, reference }: RowFinding) =>
    `${row}  ${withoutFigures(what)}, ${withoutFigures(reference)}`;
  const theirs = new Map(second.results.map((finding) => [keyOf(finding), finding]));
  const pairs = first.results.flatMap((one) => {
    const another = theirs.get(keyOf(one));
    return another === undefined ? [] : [[one, another] as const];
  });
  const textOf = (among: readonly Pair[], isAlike: (...pair: Pair) => boolean, what: string): string => {
    const others = among.filter((pair) => !isAlike(...pair));
    return [
      `${among.length - others.length} of ${among.length} ${what}`,
      ...others.map(([one, another]) => `${keyOf(one)}: ${ratioOrDash(one.ratio)} and ${ratioOrDash(another.ratio)}`),
    ].join('\n');
  };
  const kinds = Map.groupBy(pairs, ([finding]) => kindOf(finding));
  const agree = (one: RowFinding, another: RowFinding) => apart(one.ratio, another.ratio) <= MOST_APART;
  return [
    textOf(kinds.get('work') ?? [], agree, 'ratios of processor time and memory agree within 10 %'),
    textOf(kinds.get('clock') ?? [], agree, 'ratios by the clock agree within 10 %'),
    textOf(
      kinds.get('greatest') ?? [],
      (one, another) => isMet(one) === isMet(another),
      'longest pauses and most memory keep to their bounds in both runs, or in none',
    ),
  ].join('\n');
}

/** Reads a file's findings of rows that are not in `measured`; none if it is empty, which means all rows. */
export async function otherRows(file: string, measured: readonly number[]): Promise<readonly RowFinding[]> {
  if (measured.length === 0 || !existsSync(file)) return [];
  const { results } = await readResults(file);
  return results.filter(({ row }) => !measured.includes(row));
}

/** The same finding in two runs. */
type Pair = readonly [RowFinding, RowFinding];

function kindOf({ greatest, byClock }: RowFinding): 'work' | 'clock' | 'greatest' {
  if (greatest === true) return 'greatest';
  return byClock === true ? 'clock' : 'work';
}

const readResults = async (file: string): Promise<Results> => JSON.parse(await readFile(file, 'utf8')) as Results;

/** Drops figures, which differ between runs, except at the beginning. */
const withoutFigures = (text: string): string =>
  text.replace(/:? [\d.,]+ (µs|ms|MB|lists of).*$/, '').replace(/\([^)]*\)/, '');

function apart(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 1 : Number.POSITIVE_INFINITY;
  if (a === b) return 1;
  return a <= 0 || b <= 0 ? Number.POSITIVE_INFINITY : Math.max(a / b, b / a);
}

const ratioOrDash = (ratio: number | null): string => (ratio === null ? '–' : ratioText(ratio));
