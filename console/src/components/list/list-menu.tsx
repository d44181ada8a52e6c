import { addressHere } from '../../lib/address/sign-in-href.ts';
import { csvOf, downloadCsv } from '../../lib/download.ts';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { type Read, unreadText } from '../../lib/reading/read.ts';
import { Menu } from '../controls/menu.tsx';
import type { MenuEntry, MenuGroup, OpenMenu } from '../controls/menu-button.tsx';
import { isColumnFixed, type ListRows, shownColumns } from './list.ts';
import {
  chooseColumn,
  chooseDensity,
  type Density,
  type ListOptionsProps,
  useDensity,
  useHiddenColumns,
} from './list-choices.ts';

const NONE: readonly never[] = [];
const DENSITIES: readonly (readonly [Density, string])[] = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
];

interface ListMenuProps extends ListOptionsProps<unknown, unknown>, OpenMenu {
  readonly onNote: (note: string) => void;
}

export function ListMenu(props: ListMenuProps) {
  const { list, context, shown, read, selected = NONE, file = list.name, isReady = true, link = addressHere } = props;
  const { downloads, onNote, anchor, labelledBy, onClose } = props;
  const hidden = useHiddenColumns(list.name);
  const density = useDensity();
  const rows = selected.length > 0 ? selected : shown;
  const isPart = selected.length === 0 && read.kind !== 'whole';
  const ofAll = isPart ? ' (incomplete)' : '';
  const suffix = selected.length > 0 ? ` (${formatCount(selected.length)} selected)` : ofAll;
  const unavailable = selected.length === 0 && !isReady ? 'Still loading' : null;

  const copy = async (text: string, done: string) => {
    // The same note again would not be announced.
    onNote('');
    try {
      await navigator.clipboard.writeText(text);
      onNote(done);
    } catch {
      onNote('Couldn’t copy: the browser didn’t allow it');
    }
  };
  const columns = shownColumns(list, context).filter((column) => !isColumnFixed(list, column));
  const { usernameOf } = list;
  const usernames = usernameOf === undefined ? [] : rows.flatMap((row) => usernameOf(row) ?? []);
  const copied = `${counted(usernames.length, 'username', 'usernames')} copied`;
  const csv: MenuEntry = {
    label: `Download CSV${suffix}`,
    unavailable,
    onSelect: () =>
      downloadCsv(`${file}.csv`, csvOfRows(list, rows, context, hidden) + (isPart ? unreadLines(read) : '')),
  };
  const groups: readonly MenuGroup[] = [
    ...(columns.length === 0
      ? []
      : [
          {
            heading: 'Columns',
            choice: 'multiple' as const,
            entries: columns.map(({ heading }) => ({
              label: heading,
              isChosen: !hidden.has(heading),
              onSelect: () => chooseColumn(list.name, heading, hidden.has(heading)),
            })),
          },
        ]),
    {
      heading: 'Density',
      choice: 'single',
      entries: DENSITIES.map(([value, label]) => ({
        label,
        isChosen: value === density,
        onSelect: () => chooseDensity(value),
      })),
    },
    {
      entries: [
        {
          label: 'Copy link',
          onSelect: () => void copy(window.location.origin + link(), 'Link copied'),
        },
        ...(usernameOf === undefined
          ? []
          : [
              {
                label: `Copy usernames${suffix}`,
                unavailable,
                onSelect: () => void copy(usernames.join('\n'), isPart ? `${copied}. ${unreadText(read)}` : copied),
              },
            ]),
        ...(downloads ?? [csv]),
      ],
    },
  ];
  return <Menu anchor={anchor} labelledBy={labelledBy} groups={groups} onClose={onClose} />;
}

export function csvOfRows<Row, Context>(
  list: ListRows<Row, Context>,
  rows: readonly Row[],
  context: Context,
  /** Headings. */
  hidden?: ReadonlySet<string>,
): string {
  const cells = shownColumns(list, context, hidden).flatMap(({ heading, csv = {} }) =>
    typeof csv === 'function' ? [[heading, csv] as const] : Object.entries(csv),
  );
  return csvOf([cells.map(([heading]) => heading), ...rows.map((row) => cells.map(([, cell]) => cell(row, context)))]);
}

/** The end of a file whose rows are of a read that was not whole: a line for each part that is missing. */
export const unreadLines = (read: Read<unknown>): string =>
  read.kind === 'whole' ? '' : csvOf([...new Set(read.unread)].map((part) => [`Not loaded: ${part}`]));
