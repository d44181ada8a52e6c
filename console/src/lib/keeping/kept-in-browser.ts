const PREFIX = 'orgdesk.chosen.';

/** Keeps how somebody wants to see something in this browser. Nothing personal: whoever signs in next sees it the same. */
export function keepInBrowser(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Storage is full or switched off: the page works without.
  }
}

/** What was kept under the key, unchecked; null when there is nothing. */
export function readFromBrowser(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}
