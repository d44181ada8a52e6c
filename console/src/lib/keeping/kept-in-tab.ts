const PREFIX = 'orgdesk.kept.';

/** Keeps a value for the person in this tab, over reloads. Where the browser keeps nothing, nothing is kept. */
export function keepInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or switched off: the page works without.
  }
}

/** What was kept under the key, unchecked; null when there is nothing. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
  } catch {
    return null;
  }
}

/** Drops what was kept under the key, or everything when the person leaves. */
export function forgetKept(key: string | null = null): void {
  try {
    const keys = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of keys) if (key === null || name === PREFIX + key) sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}
