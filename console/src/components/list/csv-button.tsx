import { Button } from '@primer/react';
import { download } from '../../lib/keeping/download.ts';

interface CsvButtonProps<Row, Context> {
  /** Without the ending. */
  readonly file: string;
  readonly list: { readonly csv: (rows: readonly Row[], context: Context) => string };
  readonly context: Context;
  readonly shown: readonly Row[];
  /** Preferred to those shown, if any. */
  readonly selected: readonly Row[];
  /** False while rows are still loading. Selected rows are always ready. */
  readonly isReady?: boolean;
}

export function CsvButton<Row, Context>(props: CsvButtonProps<Row, Context>) {
  const { file, list, context, shown, selected, isReady = true } = props;
  const hasSelected = selected.length > 0;
  const isInactive = !hasSelected && !isReady;
  const save = () => download(`${file}.csv`, list.csv(hasSelected ? selected : shown, context));
  return (
    <Button inactive={isInactive} onClick={isInactive ? undefined : save}>
      {hasSelected ? 'Download selected as CSV' : 'Download shown as CSV'}
    </Button>
  );
}
