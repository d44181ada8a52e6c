import { barePerson, isAddress, isLogin, isNobody, type KnownTeams, namesIn, parseRole, valueKey } from '../cells.ts';
import { emailHeading, loginHeading, nameHeading, otherEmailHeading, roleHeading, teamsHeading } from './headings.ts';
import type { ColumnKind, Rows } from './table-choice.ts';

const ROWS_SAMPLED = 500;

interface Preset {
  readonly kinds: readonly ColumnKind[];
  readonly isByHeading: boolean;
}

interface ColumnContents {
  readonly heading: string;
  readonly filled: number;
  readonly addresses: number;
  readonly logins: number;
  readonly numbers: number;
  readonly mentions: number;
  readonly roles: number;
  readonly teams: number;
}

export function presetKinds(headings: readonly string[], rows: Rows, width: number, known: KnownTeams | null): Preset {
  const columns = Array.from({ length: width }, (_, column) => contentsOf(headings[column] ?? '', rows, column, known));
  const email = bestOf(columns, rateEmail);
  const login = bestOf(columns, (column, index) => (index === email.column ? 0 : rateLogin(column)));
  const isOther = (index: number) => index !== email.column && index !== login.column;
  const role = bestOf(columns, (column, index) => (isOther(index) ? rateRole(column) : 0), true);
  const teams = bestOf(columns, (column, index) => (isOther(index) ? rateTeams(column) : 0), true);
  return {
    kinds: columns.map(({ heading }, index) => {
      if (index === login.column) return 'login';
      if (index === email.column) return 'email';
      if (index === role.column) return 'role';
      if (index === teams.column) return 'teams';
      return nameHeading(heading) ? 'name' : 'ignore';
    }),
    isByHeading: email.rate >= BY_HEADING || login.rate >= 1,
  };
}

function contentsOf(heading: string, rows: Rows, column: number, known: KnownTeams | null): ColumnContents {
  const counts = { filled: 0, addresses: 0, logins: 0, numbers: 0, mentions: 0, roles: 0, teams: 0 };
  for (const cells of rows.slice(0, ROWS_SAMPLED)) {
    const cell = cells[column] ?? '';
    if (isNobody(cell)) continue;
    const person = barePerson(cell);
    counts.filled += 1;
    if (isAddress(person)) counts.addresses += 1;
    else if (isLogin(person)) counts.logins += 1;
    if (/^[\d.,\s-]+$/.test(cell)) counts.numbers += 1;
    if (person !== cell && isLogin(person)) counts.mentions += 1;
    if (parseRole(cell) !== null) counts.roles += 1;
    if (known !== null && namesIn(cell).some((name) => known.has(valueKey(name)))) counts.teams += 1;
  }
  return { heading, ...counts };
}

const BY_HEADING = 10;

function rateEmail({ heading, filled, addresses }: ColumnContents): number {
  const share = filled === 0 ? 0 : addresses / filled;
  const rank = emailHeading(heading);
  if (rank > 0) return filled === 0 || share >= 0.3 ? BY_HEADING + rank : 0;
  if (otherEmailHeading(heading)) return 0;
  if (loginHeading(heading) > 0) return share > 0.5 ? BY_HEADING : 0;
  return share >= 0.8 ? 4 : 0;
}

function rateLogin({ heading, filled, logins, addresses, numbers, mentions }: ColumnContents): number {
  const rank = loginHeading(heading);
  if (filled === 0) return rank;
  if (addresses / filled > 0.5) return 0;
  if (rank === 0) return heading === '' && mentions / filled >= 0.8 ? 0.5 : 0;
  if (rank < 3 && numbers / filled >= 0.8) return 0;
  return rank > 1 || logins / filled >= 0.3 ? rank : 0;
}

const rateRole = ({ heading, filled, roles }: ColumnContents): number =>
  roleHeading(heading) && (filled === 0 || roles > 0) ? 1 + roles : 0;

function rateTeams({ heading, teams }: ColumnContents): number {
  const rank = teamsHeading(heading);
  return rank === 1 && teams === 0 ? 0 : rank;
}

/** No column if several are rated best and filled alike, unless the first may do. */
function bestOf(
  columns: readonly ColumnContents[],
  rateOf: (column: ColumnContents, index: number) => number,
  mayBeFirst = false,
): { readonly column: number | null; readonly rate: number } {
  const rated = columns
    .map((column, index) => ({ column: index, rate: rateOf(column, index), filled: column.filled }))
    .filter(({ rate }) => rate > 0)
    .sort((one, other) => other.rate - one.rate || other.filled - one.filled);
  const [best, next] = rated;
  if (best === undefined) return { column: null, rate: 0 };
  const isTie = next !== undefined && next.rate === best.rate && next.filled === best.filled;
  return isTie && !mayBeFirst ? { column: null, rate: best.rate } : best;
}
