import { useEffect } from 'react';

let pageTitle: string | null = null;
let prefix = '';

export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle = `${title} · orgdesk`;
    showTitle();
  }, [title]);
}

/** Stays on all pages; empty for none. */
export function setTitlePrefix(text: string): void {
  prefix = text;
  showTitle();
}

function showTitle(): void {
  if (pageTitle !== null) document.title = prefix + pageTitle;
}
