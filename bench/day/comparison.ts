import { KINDS, type KindName } from './assumptions.ts';
import type { DatabaseFigures } from './database-figures.ts';

/** Processor time, of all instances and of PostgreSQL. */
export interface Spent {
  readonly instancesMicros: number;
  readonly postgresMicros: number;
}

/** Holds the measurements of one replayed day. */
export interface Day {
  readonly counts: ReadonlyMap<KindName, number>;
  readonly spent: Spent;
  readonly database: DatabaseFigures;
  /** Costs of one action of each kind, measured alone. */
  readonly alone: ReadonlyMap<KindName, Spent>;
}

/** A figure beside what the arithmetic says of it. */
export interface Compared {
  readonly what: string;
  readonly predicted: string;
  readonly measured: string;
  /** Measured value divided by the predicted one. */
  readonly ratio: number;
  /** Largest allowed factor between both values; null if there is no bound. */
  readonly most: number | null;
}

/** Allowed factors between measurement and arithmetic; docs/scale.md gives the reasons. */
const MOST = { cpu: 2, transactions: 1.1, rows: 1.05 } as const;

export function compareWithArithmetic(
  day: Day,
  benchMicros: ReadonlyMap<KindName, number | null>,
): readonly Compared[] {
  const countOf = (kind: KindName): number => day.counts.get(kind) ?? 0;
  const inAll = (figureOf: (kind: (typeof KINDS)[number]) => number): number =>
    KINDS.reduce((sum, kind) => sum + countOf(kind.name) * figureOf(kind), 0);
  const aloneOf = (kind: KindName, who: keyof Spent): number => day.alone.get(kind)?.[who] ?? 0;

  const ofKinds = KINDS.map((kind): Compared => {
    const bench = benchMicros.get(kind.name) ?? null;
    const alone = aloneOf(kind.name, 'instancesMicros');
    return {
      what: `${kind.name}, ${countOf(kind.name)} of them: processor time of one`,
      predicted: bench === null ? 'not in the bench' : micros(bench),
      measured: `${micros(alone)}, PostgreSQL ${micros(aloneOf(kind.name, 'postgresMicros'))}`,
      ratio: bench === null ? Number.NaN : alone / bench,
      most: null,
    };
  });
  const cpu = (who: keyof Spent, name: string): Compared => {
    const predicted = inAll(({ name: kind }) => aloneOf(kind, who));
    return { what: `the day: ${name}`, ...seconds(predicted, day.spent[who]), most: MOST.cpu };
  };
  const transactions = inAll((kind) => kind.transactions);
  const tables = new Set(KINDS.flatMap(({ rows }) => Object.keys(rows)));
  return [
    ...ofKinds,
    cpu('instancesMicros', 'processor time of the instances'),
    cpu('postgresMicros', 'processor time of PostgreSQL'),
    { what: 'the day: transactions', ...numbers(transactions, day.database.transactions), most: MOST.transactions },
    ...[...tables].map((table): Compared => {
      const predicted = inAll(({ rows }) => rows[table] ?? 0);
      return {
        what: `the day: rows of ${table}`,
        ...numbers(predicted, day.database.rows.get(table) ?? 0),
        most: MOST.rows,
      };
    }),
  ];
}

export const isApart = ({ ratio, most }: Compared): boolean => most !== null && !(ratio <= most && ratio >= 1 / most);

const micros = (value: number): string => `${Math.round(value)} µs`;
const seconds = (predicted: number, measured: number) => ({
  predicted: `${(predicted / 1e6).toFixed(1)} s`,
  measured: `${(measured / 1e6).toFixed(1)} s`,
  ratio: measured / predicted,
});
const numbers = (predicted: number, measured: number) => ({
  predicted: String(Math.round(predicted)),
  measured: String(measured),
  ratio: predicted === measured ? 1 : measured / predicted,
});

/** One line for each figure; what is too far apart is marked. */
export function comparisonText(compared: readonly Compared[]): string {
  const headings = ['What', 'Arithmetic', 'Was', 'Ratio', ''];
  const lines = compared.map((one) => [
    one.what,
    one.predicted,
    one.measured,
    Number.isNaN(one.ratio) ? '–' : one.ratio.toFixed(2),
    isApart(one) ? `more than ${one.most} apart` : '',
  ]);
  const widths = headings.map((_, column) =>
    Math.max(...[headings, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  return [headings, ...lines]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
