import type { Failed } from './outcome.ts';

/** More than twice the pages of an audit log of a million entries. */
const PAGES_MAX = 50_000;

const WRONG_PAGES: Failed = {
  error: 'The pages of the list do not come to an end, so it is not complete. Please ask the operators of the service.',
  status: null,
  retryAfterSeconds: null,
  code: 'wrong-pages',
};

/**
 * Yields each page, and a failure as the last item: also when pages repeat, when none follows though one was announced, and
 * after 50,000. `cursorOf` answers null on the last page.
 */
export async function* pagesOf<Page, Item extends { readonly data?: Page | undefined }>(
  read: (cursor: string | undefined) => Promise<Item>,
  cursorOf: (page: Page) => string | null,
): AsyncGenerator<Item | Failed, void> {
  let cursor: string | undefined;
  /** A cursor that a cycle of pages reaches again: of the page whose number was the last power of two. */
  let landmark: string | undefined;
  for (let count = 1; count <= PAGES_MAX; count += 1) {
    const item = await read(cursor);
    yield item;
    const next = item.data === undefined ? null : cursorOf(item.data);
    if (next === null) return;
    if (next === '' || next === cursor || next === landmark) break;
    if (Number.isInteger(Math.log2(count))) landmark = next;
    cursor = next;
  }
  yield WRONG_PAGES;
}

/** The cursor in the outermost `pageInfo` of an answer of the code host; null on the last page, empty if it is missing. */
export function cursorIn(data: unknown): string | null {
  let level: readonly unknown[] = [data];
  while (level.length > 0) {
    for (const { pageInfo } of level.map(Object)) {
      if (pageInfo !== undefined) return Object(pageInfo).hasNextPage === true ? (pageInfo.endCursor ?? '') : null;
    }
    level = level.flatMap((node) => Object.values(Object(node))).filter((node) => typeof node === 'object');
  }
  return null;
}
