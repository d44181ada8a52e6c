import type { Context } from '../../context.ts';
import { printRows } from '../../output/rows.ts';
import type { ChosenChange } from './change-options.ts';
import { PREVIEW_COLUMNS, previewChange } from './preview-change.ts';

export async function run({ connect, format }: Context, chosen: ChosenChange): Promise<void> {
  const previews = await previewChange(await connect(), chosen);
  printRows(
    format,
    previews.flatMap(({ people }) => people),
    PREVIEW_COLUMNS,
  );
}
