import { type ComponentProps, useState } from 'react';
import { type Windowed, WindowedRows } from '../../../components/list/windowed-rows.tsx';

/** Estimated heights in pixels. */
const ROW_HEIGHT = 57;
const CARD_HEIGHT = 97;
/** Heights of the sticky bar. */
const BAR_HEIGHT = 64;
const BAR_HEIGHT_OF_CARDS = 140;

export function PersonWindow(props: ComponentProps<Windowed>) {
  const [areCards] = useState(() => window.matchMedia('(max-width: 43.99rem)').matches);
  return (
    <WindowedRows
      {...props}
      rowHeight={areCards ? CARD_HEIGHT : ROW_HEIGHT}
      covered={areCards ? BAR_HEIGHT_OF_CARDS : BAR_HEIGHT}
    />
  );
}
