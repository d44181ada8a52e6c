import type { Read } from '../../lib/reading/read.ts';
import type { MenuEntry } from '../menu/menu-button.tsx';
import type { ListRows } from './list.ts';

export interface ListOptionsProps<Row, Context> {
  readonly list: ListRows<Row, Context> & { readonly name: string };
  readonly context: Context;
  readonly shown: readonly Row[];
  /** What the rows were taken from. If that is not whole, what is made of them says so. */
  readonly read: Read<unknown>;
  /** Preferred to those shown, if any. */
  readonly selected?: readonly Row[];
  readonly file?: string;
  readonly isReady?: boolean;
  /** Path and query of the current view. Defaults to the current URL. */
  readonly link?: () => string;
  readonly downloads?: readonly MenuEntry[];
}
