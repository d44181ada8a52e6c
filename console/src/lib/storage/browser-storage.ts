const PREFIX = 'orgdesk.chosen.';

/** Stores a display preference. Everyone in this browser shares it, so it must not be personal. */
export function storeInBrowser(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Storage is full or disabled.
  }
}

/** Returns the unvalidated value, or null. */
export function readFromBrowser(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}
