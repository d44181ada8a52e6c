import type { Page } from 'playwright-core';

/** Takes a picture of the whole page if `SHOTS` names a folder, to be looked at. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}
