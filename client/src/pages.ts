/** Yields each page, and a failure as the last item. `cursorOf` answers null on the last page. */
export async function* pagesOf<Page, Item extends { readonly data?: Page | undefined }>(
  read: (cursor: string | undefined) => Promise<Item>,
  cursorOf: (page: Page) => string | null,
): AsyncGenerator<Item, void> {
  let cursor: string | undefined;
  for (;;) {
    const item = await read(cursor);
    yield item;
    const next = item.data === undefined ? null : cursorOf(item.data);
    if (next === null || next === cursor) return;
    cursor = next;
  }
}

/** The cursor in the outermost `pageInfo` of an answer of the code host; null on the last page. */
export function cursorIn(data: unknown): string | null {
  let level: readonly unknown[] = [data];
  while (level.length > 0) {
    for (const { pageInfo } of level.map(Object)) {
      if (pageInfo !== undefined) return pageInfo.hasNextPage === true ? pageInfo.endCursor : null;
    }
    level = level.flatMap((node) => Object.values(Object(node))).filter((node) => typeof node === 'object');
  }
  return null;
}
