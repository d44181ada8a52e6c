import { EXIT } from '../../connection/stop.ts';
import { warn } from '../../output/print.ts';
import { printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';
import type { ChosenChange } from './change-options.ts';
import { PREVIEW_COLUMNS, previewChange, unknownWords } from './preview-change.ts';

export async function run({ connect, format }: Context, chosen: ChosenChange): Promise<void> {
  const previews = await previewChange(await connect(), chosen);
  printRows(
    format,
    previews.flatMap(({ people }) => people),
    PREVIEW_COLUMNS,
  );
  const unknown = unknownWords(previews);
  if (unknown === null) return;
  warn(`Not complete: ${unknown}`);
  process.exitCode = EXIT.incomplete;
}
