const PREFIX = 'orgdesk.chosen.';

/** Stores a display preference or a head of an audit log. Everyone in this browser shares it, so it must not be personal. */
export function storeInBrowser(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Storage is full or disabled.
  }
}

export function readFromBrowser(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}
