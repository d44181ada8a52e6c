import { type ComponentProps, Fragment, useState } from 'react';
import { useDensity } from '../../../components/list/list-choices.ts';
import { type Windowed, WindowedRows } from '../../../components/list/windowed-rows.tsx';
import { useIsPrinted } from '../../../lib/page-state.ts';

/** Estimated heights in pixels. */
const ROW_HEIGHTS = { comfortable: 57, compact: 37 } as const;
const CARD_HEIGHTS = { comfortable: 97, compact: 69 } as const;
/** Heights of the sticky bar. */
const BAR_HEIGHT = 64;
const BAR_HEIGHT_OF_CARDS = 140;

/** Draws the rows in sight, or all to be printed. */
export function PersonWindow(props: ComponentProps<Windowed>) {
  const [areCards] = useState(() => window.matchMedia('(max-width: 43.99rem)').matches);
  const density = useDensity();
  if (useIsPrinted()) return <PrintedRows {...props} />;
  return (
    <WindowedRows
      {...props}
      rowHeight={(areCards ? CARD_HEIGHTS : ROW_HEIGHTS)[density]}
      covered={areCards ? BAR_HEIGHT_OF_CARDS : BAR_HEIGHT}
    />
  );
}

function PrintedRows({ count, keyOf, children }: ComponentProps<Windowed>) {
  return (
    <tbody>
      {Array.from({ length: count }, (_, index) => (
        <Fragment key={keyOf(index)}>{children(index, unmeasured)}</Fragment>
      ))}
    </tbody>
  );
}

const unmeasured = () => undefined;
