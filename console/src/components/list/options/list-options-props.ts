import type { MenuEntry } from '../../menu/menu-group.ts';
import type { ListRows } from '../list.ts';

export interface ListOptionsProps<Row, Context> {
  readonly list: ListRows<Row, Context> & { readonly name: string };
  readonly context: Context;
  readonly shown: readonly Row[];
  /** Preferred to those shown, if any. */
  readonly selected?: readonly Row[];
  /** Name of the CSV file, without its ending. Defaults to that of the list. */
  readonly file?: string;
  /** False while rows are still loading. Selected rows are always ready. */
  readonly isReady?: boolean;
  /** Path and query of the current view. Defaults to the current URL. */
  readonly link?: () => string;
  /** Replaces the CSV file of rows, for lists of which the page has only a part. */
  readonly downloads?: readonly MenuEntry[];
}
