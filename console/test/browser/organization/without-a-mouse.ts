import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const TABS_MAX = 30;

/** Presses Tab, or Shift and Tab, until the element has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  // At first as often as it is likely to take, because to look after each takes several times as long.
  const { stops, isBehind: backwards } = await distanceTo(element);
  for (let tabs = 1; tabs < stops; tabs += 1) await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  for (let tabs = 0; tabs < TABS_MAX && !(await hasFocus(element)); tabs += 1) {
    await page.keyboard.press((await distanceTo(element)).isBehind ? 'Shift+Tab' : 'Tab');
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

/** How many elements that take the focus lie on the way to this one, itself included, and in which direction. */
const distanceTo = (element: Locator): Promise<{ readonly stops: number; readonly isBehind: boolean }> =>
  element.evaluate((found) => {
    const from = document.activeElement ?? found;
    const follows = (a: Node, b: Node) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const isBehind = follows(found, from);
    const [first, last] = isBehind ? [found, from] : [from, found];
    const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex]')]
      .filter((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility())
      .filter((stop) => (stop === first || follows(first, stop)) && (stop === last || follows(stop, last)));
    return { stops: stops.filter((stop) => stop !== from).length, isBehind };
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
