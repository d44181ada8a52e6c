import type { SortOrder } from '../../components/sort-heading.tsx';

export const ROLES = ['all', 'admin', 'member'] as const;
export const APP_STATES = ['all', 'installed', 'not-installed', 'suspended'] as const;
export const SORT_COLUMNS = ['name', 'role', 'app', 'repositories'] as const;
const ORDERS = ['ascending', 'descending'] as const;

export type RoleFilter = (typeof ROLES)[number];
export type AppFilter = (typeof APP_STATES)[number];
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** Which organizations the list shows, and in which order. */
export interface ListView {
  /** Part of a name or login; blank for any. */
  readonly name: string;
  readonly role: RoleFilter;
  readonly app: AppFilter;
  readonly sort: SortColumn;
  readonly order: SortOrder;
}

/** All organizations by name. */
export const WHOLE_LIST: ListView = { name: '', role: 'all', app: 'all', sort: 'name', order: 'ascending' };

/** Whether a view shows everything in the usual order. */
export const isWholeList = (view: ListView): boolean => withListView('', view) === '';

/** Whether a view can be shown only once it is known where the App is installed. */
export const needsAppStatus = ({ app, sort }: ListView): boolean =>
  app !== 'all' || sort === 'app' || sort === 'repositories';

/** The view that the query of an address asks for. What it does not know, it takes for not said. */
export function readListView(query: string): ListView {
  const given = new URLSearchParams(query);
  const among = <Value extends string>(name: keyof ListView, known: readonly Value[], otherwise: Value): Value =>
    known.find((value) => value === given.get(name)) ?? otherwise;
  return {
    name: given.get('name') ?? WHOLE_LIST.name,
    role: among('role', ROLES, WHOLE_LIST.role),
    app: among('app', APP_STATES, WHOLE_LIST.app),
    sort: among('sort', SORT_COLUMNS, WHOLE_LIST.sort),
    order: among('order', ORDERS, WHOLE_LIST.order),
  };
}

/** The query with a view in it, only as far as it differs from the whole list. Other parameters stay byte for byte. */
export function withListView(query: string, view: ListView): string {
  const names = Object.keys(WHOLE_LIST) as readonly (keyof ListView)[];
  const others = query
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !names.some((name) => new URLSearchParams(pair).has(name)));
  const own = names
    .filter((name) => view[name] !== WHOLE_LIST[name])
    .map((name) => `${name}=${encodeURIComponent(view[name])}`);
  const all = [...others, ...own];
  return all.length === 0 ? '' : `?${all.join('&')}`;
}
