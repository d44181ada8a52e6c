import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const TABS_MAX = 30;
const SLOWER = 6;

/** Makes the processor of a page's computer as slow as that of a telephone, and returns what ends this. */
export async function slowProcessor(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const setRate = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await setRate(SLOWER);
  return async () => void (await setRate(1));
}

/** Presses Tab, or Shift and Tab, until the element has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let tabs = 0; tabs < TABS_MAX && !(await hasFocus(element)); tabs += 1) {
    await page.keyboard.press((await isBehind(element)) ? 'Shift+Tab' : 'Tab');
  }
  // The frame of a text field shows the focus.
  const shows = await element.evaluate((found) =>
    [found, found.parentElement ?? found]
      .map((part) => getComputedStyle(part))
      .some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      ),
  );
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  expect(await hasFocus(element), `the focus is on ${focused}`).toBe(true);
  expect(shows).toBe(true);
}

const isBehind = (element: Locator): Promise<boolean> =>
  element.evaluate((found) => {
    const position = found.compareDocumentPosition(document.activeElement ?? found);
    return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((found) => found === found.ownerDocument.activeElement);
/** Waits until the element has the focus. */
export const focus = (element: Locator) => expect.poll(() => hasFocus(element)).toBe(true);

/** Moves to the element by Tab and presses a key. */
export async function press(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}
